import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { databaseSeconds, machineSeconds, stopwatch } from '../clock.ts'
import type { Database } from '../database/db.ts'
import { refusedPort, urlHere } from '../listening.ts'
import { counter, exposeMetrics, gauge, hideMetrics, inDatabase, inProcess } from '../observability/metrics.ts'
import { sql } from '../sql.ts'
import { type Measure, measure } from './measure.ts'

export type Exposed = { readonly address: string; close(): Promise<void> }
export type Listening = { readonly host: string; readonly port: number }

/** A figure rests so many times as long as it took; a minute at most, for what is slow or fails is wanted most when much is. */
const restsTimes = 100
const restsMsMax = 60_000
/** A database that is slow or away leaves the figures of the process; a figure that takes longer is not shown. */
const answerMsMax = 1_000
const readMsMax = 3_000
const textOfMetrics = 'text/plain; version=0.0.4; charset=utf-8'

const isUp = gauge('market_database_up', 'Whether the database answers metric queries.', {
  source: inDatabase,
  ofAll: 'min',
})
const skew = gauge(
  'market_database_clock_skew_seconds',
  "Difference of the database's clock from this machine's; positive if it is ahead.",
  {
    source: inDatabase,
  },
)
const isReadOnly = gauge(
  'market_database_read_only',
  'Whether the database refuses writes, as a standby or by a setting.',
  {
    source: inDatabase,
  },
)
const bytes = gauge('market_database_size_bytes', 'Size of the database on disk.', { source: inDatabase })
const connections = gauge('market_database_connections', 'Database connections of this process.', {
  labels: ['state'],
  source: inProcess,
})
const waiting = gauge('market_database_waiting', 'Statements that wait for a connection.', { source: inProcess })
const replicaReads = counter(
  'market_database_replica_reads_total',
  'Reads answered by a replica, and reads that the primary answered instead.',
  ['outcome'],
)

const ofServer: Measure = measure([skew, isReadOnly, bytes], 30, async (db) => {
  const { seconds, readOnly, size } = await db.one<{ seconds: number; readOnly: boolean; size: number }>(sql`
    select ${databaseSeconds} as seconds, pg_database_size(current_database()) as size,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only`)
  skew.set({}, seconds - machineSeconds())
  isReadOnly.set({}, Number(readOnly))
  bytes.set({}, size)
})

/** What has been counted elsewhere is added as it grows. */
function lookerAt({ pool, readCounts }: Database): () => void {
  let before = { answered: 0, missed: 0 }
  return () => {
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    waiting.set({}, pool.waitingCount)
    const counts = readCounts() ?? before
    replicaReads({ outcome: 'answered' }, counts.answered - before.answered)
    replicaReads({ outcome: 'missed' }, counts.missed - before.missed)
    before = counts
  }
}

/** One look at the database at a time, over a connection of its own; where that does not answer, nothing is known of anything. */
function reader(database: Database, measures: readonly Measure[]) {
  const db = database.beside({ connectionsMax: 1, answerMsMax: 2 * answerMsMax })
  const isResting = new Map<Measure, () => boolean>()
  const readAll = async () => {
    for (const one of measures.filter((each) => !isResting.get(each)?.())) {
      // What fails now, or takes too long, is no reason to ask at once again, nor for the others to be missing.
      const took = stopwatch()
      await readOne(db, one).catch(one.forget)
      isResting.set(one, restOf(Math.max(one.everySeconds * 1_000, Math.min(restsTimes * took(), restsMsMax))))
    }
  }
  const forgetAll = () => {
    isResting.clear()
    for (const { forget } of measures) forget()
  }
  let reading: Promise<void> | undefined
  const read = async () => {
    const late = stopwatch()
    const isThere = await inTime(answerMsMax, db.run(sql`select`))
    isUp.set({}, Number(isThere))
    if (isThere) await inTime(readMsMax - late(), readAll())
    else forgetAll()
  }
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return { read: readOnce, close: () => db.close() }
}

/** Says for so long that it is not over. */
function restOf(ms: number): () => boolean {
  const passed = stopwatch()
  return () => passed() < ms
}

/** PostgreSQL gives up, too: it would count on for nobody, and for each of us once more. */
const readOne = (database: Database, { read }: Measure): Promise<void> =>
  database.transaction(async (db) => {
    await db.run(sql`select set_config('statement_timeout', ${String(answerMsMax)}::text, true)`)
    await read(db)
  })

async function inTime(msMax: number, work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController()
  const tooLate = setTimeout(msMax, false, { signal: late.signal }).catch(() => false)
  const isDone = await Promise.race([work.then(() => true).catch(() => false), tooLate])
  late.abort()
  return isDone
}

/** Has the gauges read what they show: of this process, and, where it is asked to, of the database. */
export async function readMetrics(database: Database, measures: readonly Measure[] | undefined) {
  const registry = await exposeMetrics()
  const ofDatabase = measures && reader(database, [ofServer, ...measures])
  const look = lookerAt(database)
  inProcess.refresh = async () => look()
  inDatabase.refresh = ofDatabase?.read
  const close = async () => {
    inProcess.refresh = undefined
    inDatabase.refresh = undefined
    hideMetrics()
    await ofDatabase?.close()
  }
  return { registry, close }
}

/** Shows what this process counts, and what the measures read, at an address of its own. */
export async function openMetrics(
  listening: Listening,
  database: Database,
  measures: readonly Measure[],
): Promise<Exposed> {
  const { registry, close } = await readMetrics(database, measures)
  try {
    const { address, server } = await listen(listening, () => registry.metrics())
    const closeAll = async () => {
      await closed(server)
      await close()
    }
    return { address, close: closeAll }
  } catch (error) {
    await close()
    throw error
  }
}

export async function listen({ host, port }: Listening, read: () => Promise<string>) {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end()
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': textOfMetrics }).end(text),
      () => failed(response),
    )
  })
  server.maxConnections = 32
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusedPort(error, { host, port }, 'METRICS_PORT')))
    server.listen(port, host, resolve)
  })
  // A listener of figures is no reason to go on running.
  server.unref()
  const { port: taken } = server.address() as AddressInfo
  return { address: `${urlHere(host, taken)}/metrics`, server }
}

const failed = (response: ServerResponse): unknown => response.writeHead(503).end()

export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
