import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../../server/platform/embedded-postgres/binaries.ts'
import { chooseUser, claimCluster, createCluster } from '../../server/platform/embedded-postgres/cluster.ts'
import { openPaths } from '../../server/platform/embedded-postgres/paths.ts'
import {
  becomes,
  commandLine,
  type Ends,
  kill,
  newDirectory,
  programsBelow,
} from '../support/embedded-postgres/fixtures.ts'
import { freePort } from '../support/ports.ts'
import { type Disk, openDisk } from './disk.ts'

/** The bench's own PostgreSQL on loopback, on a separate disk if the system permits it. */
export type Postgres = {
  readonly port: number
  /** URL for the owner. */
  readonly url: string
  /** Starts it if it is not running; resolves when it responds. */
  start(): Promise<void>
  kill(): Promise<void>
  /** Kills the process of one connection, which makes PostgreSQL restart all of them. */
  killBackend(): void
  freeze(): void
  wake(): void
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** Undefined if this system cannot provide a disk that can be filled. */
  readonly disk: Disk | undefined
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
}
const settingWords = (port: number): string[] =>
  Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const pauseMs = 50
const backMsMax = 180_000

export async function openPostgres(t: Ends): Promise<Postgres> {
  const place = openPaths(newDirectory(t, 'postgres'))
  const [binaries, user, port] = [findBinaries(), chooseUser(place), await freePort()]
  await newCluster(place, binaries, user)
  const disk = await openDisk(t, join(place.directory, 'disk'), place.cluster)
  const cluster = disk ? join(place.directory, 'disk/cluster') : place.cluster
  const before = [...(disk?.words ?? []), ...user.prefix('KILL')]
  const [program = '', ...words] = [...before, binaries.postgres, '-D', cluster, ...settingWords(port)]
  const url = `postgresql://market@127.0.0.1:${port}/market`
  let running: ChildProcess | undefined
  const isRunning = () => running !== undefined && running.exitCode === null && running.signalCode === null
  const all = () => programsBelow(place.directory)
  const signal = (name: NodeJS.Signals) => () => {
    for (const pid of all()) kill(pid, name)
  }
  t.after(() => {
    for (const pid of all()) kill(pid)
  })
  const start = async () => {
    for (const late = AbortSignal.timeout(backMsMax); !(await answers(url)); await setTimeout(pauseMs)) {
      if (late.aborted) throw new Error('PostgreSQL does not come back')
      if (!isRunning()) running = spawn(program, words, { stdio: 'ignore' })
    }
  }
  return {
    port,
    url,
    start,
    kill: async () => {
      for (const pid of all()) kill(pid)
      await becomes('PostgreSQL has ended', () => !isRunning() && all().length === 0)
    },
    killBackend: () => kill(all().find((pid) => commandLine(pid).startsWith('postgres: market'))),
    freeze: signal('SIGSTOP'),
    wake: signal('SIGCONT'),
    setReadOnly: (isReadOnly) => setReadOnly(url, isReadOnly),
    disk,
  }
}

/** Starts from the migrated cluster of the run if there is one, because creating and migrating another takes seconds. */
const newCluster: typeof createCluster = async (place, binaries, user) => {
  const made = process.env.TEST_CLUSTER
  if (made === undefined) return createCluster(place, binaries, user)
  cpSync(made, place.cluster, { recursive: true })
  claimCluster(place, user)
}

/** Also affects existing connections. */
async function setReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  await ask(url, `alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await ask(url, 'select pg_reload_conf()')
}

const answers = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}
