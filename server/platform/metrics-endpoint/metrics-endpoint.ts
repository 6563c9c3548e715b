import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { databaseSeconds, machineSeconds, stopwatch } from '../clock.ts'
import type { Database } from '../database/db.ts'
import { refusedPort, urlHere } from '../listening.ts'
import { createServer } from '../node-http.ts'
import { counter, exposeMetrics, gauge, hideMetrics, inDatabase, inProcess } from '../observability/metrics.ts'
import { sql } from '../sql.ts'
import { type Measure, measure } from './measure.ts'

export type Exposed = { readonly address: string; close(): Promise<void> }
export type Listening = { readonly host: string; readonly port: number }

/** Pause after a measure: this multiple of its duration, up to a minute, because slow measures matter most under load. */
const restsTimes = 100
const restsMsMax = 60_000
/** If the database is slow or down, only the metrics of the process are shown; slower measures are omitted. */
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
  { source: inDatabase },
)
const isReadOnly = gauge(
  'market_database_read_only',
  'Whether the database refuses writes, as a standby or by a setting.',
  { source: inDatabase },
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

/** Updates the metrics of the pool, and adds the increase of the replica's counts. */
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

/** Reads the measures one after another over a dedicated connection. If the database does not answer, clears all of them. */
function reader(database: Database, measures: readonly Measure[]) {
  const db = database.beside({ connectionsMax: 1, answerMsMax: 2 * answerMsMax })
  const isResting = new Map<Measure, () => boolean>()
  const readAll = async () => {
    for (const one of measures.filter((each) => !isResting.get(each)?.())) {
      // A failed or slow measure is not retried at once, and does not keep the others from being read.
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

/** Returns a function that returns true for `ms`. */
function restOf(ms: number): () => boolean {
  const passed = stopwatch()
  return () => passed() < ms
}

/** Limits the statement in PostgreSQL too; otherwise abandoned queries would pile up. */
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

/** Returns the metrics of this process and, if measures are given, of the database. */
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

/** Serves the metrics of this process and the measures on a listener of their own. */
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
  // The metrics listener must not keep the process alive.
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
