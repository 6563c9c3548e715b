import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { programRole } from '../../server/platform/database/roles.ts'
import { type Embedded, openEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { prepareTestDatabase } from './database.ts'
import { scratch } from './embedded-postgres/scratch.ts'

/** A PostgreSQL and its streaming replica for this test file, with the schema and the default catalog. */
export type Pair = {
  readonly url: string
  readonly readUrl: string
  /** Pauses the replay: the replica receives changes but does not show them. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  /** Promotes the replica to a primary. */
  promote(): Promise<void>
  close(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const own = process.env.TEST_CLUSTER ? undefined : await prepareTestDatabase()
  const cluster = process.env.TEST_CLUSTER ?? own?.env['TEST_CLUSTER'] ?? ''
  const [first, second] = [copyOf(cluster), copyOf(cluster)]
  const primary = await openEmbeddedPostgres(first)
  let replica: Embedded | undefined
  const { host } = connectionOf(primary)
  writeFileSync(join(pathsIn(second).cluster, 'standby.signal'), '')
  const start = async () => {
    replica = await openEmbeddedPostgres(second, { settings: { primary_conninfo: `host=${host} user=market` } })
  }
  const stop = async () => replica?.leave()
  await start()
  const readUrl = replica?.url(undefined, programRole) ?? ''
  const close = async () => {
    await stop()
    await primary.leave()
    await own?.release()
    for (const directory of [first, second]) rmSync(directory, { recursive: true, force: true })
  }
  const onReplica = (statement: string) => async () => {
    const client = new pg.Client({ connectionString: replica?.url() ?? '' })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    url: primary.url(undefined, programRole),
    readUrl,
    start,
    stop,
    close,
    pause: onReplica('select pg_wal_replay_pause()'),
    resume: onReplica('select pg_wal_replay_resume()'),
    promote: onReplica('select pg_promote()'),
  }
}

function copyOf(cluster: string): string {
  const directory = mkdtempSync(join(scratch(), 'pair-'))
  cpSync(cluster, pathsIn(directory).cluster, { recursive: true })
  return directory
}

const connectionOf = (embedded: Embedded) => new pg.Client({ connectionString: embedded.url() })
