import { unpackSwift } from '../support/scenarios/openstack-swift.ts'
import { unpack } from './packages.ts'
import { openEngines } from './patroni/engines.ts'
import { startPatroni } from './patroni/start.ts'
import { installPgbouncer, startPgbouncer } from './pgbouncer.ts'
import { installPostgresql, startPostgresql } from './postgresql.ts'
import type { Running } from './programs.ts'
import { installRedis, startEngineRedis } from './redis.ts'

/** An engine from Debian's packages: the folders it is unpacked to, and how to start it, if it is started. */
export type Engine = {
  install(): Promise<string[]>
  start?(settings?: Readonly<Record<string, string>>): Promise<Running>
}

/** To add one, give it a name here and add its file in this folder. */
export const engines: Readonly<Record<string, Engine>> = {
  postgresql: { install: async () => [await installPostgresql()], start: startPostgresql },
  pgbouncer: { install: async () => [await installPostgresql(), await installPgbouncer()], start: startPgbouncer },
  patroni: { install: async () => [(await openEngines()).prefix], start: startPatroni },
  redis: { install: async () => [await installRedis()], start: startEngineRedis },
  // For the tests with an object store.
  swift: { install: async () => [await unpackSwift()] },
  // For promtool, which checks the alert rules.
  prometheus: { install: async () => [await unpack('prometheus', ['prometheus'])] },
}
