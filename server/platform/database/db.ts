import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { createBatcher } from '../batcher.ts'
import { type Clock, createClock } from '../clock.ts'
import { type Sql, sql, textOf } from '../sql.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { isOutdated, sender } from './prepared.ts'
import { openReplica, type Position, type Replica, replicaAnswerMsMax } from './replica.ts'

/** What statements run on: the pool, or one transaction. Rows come with camelCase names (`rows.ts`). */
export type Db = {
  many<Row>(statement: Sql): Promise<Row[]>
  /** Exactly one row. */
  one<Row>(statement: Sql): Promise<Row>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** The number of rows that the statement touched. */
  run(statement: Sql): Promise<number>
  /** The time of the statement or transaction, as a fragment. */
  readonly now: () => Sql
}

export type Database = Db & {
  /**
   * All or nothing; tried again when PostgreSQL gives up one of several transactions for another. Within a transaction it
   * is a part of it that can fail alone.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Whether it is a transaction, which others have no part in. */
  readonly isTransaction: boolean
  /**
   * For lists and reports: answered by a replica where there is one, which then has all that was committed when it was asked;
   * by the transaction itself within one.
   */
  readonly reads: Db
  /** How many reads a replica has answered, and how many it should have; nothing where there is none. */
  readonly readCounts: () => ReturnType<Replica['counts']> | undefined
  /** Statements sent so far: tests count round trips with it. */
  readonly sent: () => number
  readonly clock: Clock
  /** Its connections, for a library that writes statements of its own; never in a transaction of ours. */
  readonly pool: pg.Pool
  /** The same database over connections of its own, for what must not wait behind other statements. Closed by itself. */
  beside(options: Pick<DatabaseOptions, 'connectionsMax' | 'answerMsMax'>): Database
  close(): Promise<void>
}

export type DatabaseOptions = PoolOptions & {
  /** Where replicas of it answer. */
  readonly readUrl?: string | undefined
  readonly clock?: Clock
}

const attemptsMax = 8
const pauseMsMax = 20
/**
 * Deadlock and serialization failure: PostgreSQL gave this one up for another, and nothing of it happened. The third: a
 * transaction went on after a refused statement (others were faster), to look again at what can only be seen anew.
 */
const givenUp = new Set(['40P01', '40001', '25P02'])

type Runner = (statement: Sql) => Promise<{ rows: unknown[]; count: number }>

export function openDatabase(options: DatabaseOptions): Database {
  const clock = options.clock ?? createClock()
  const pool = openPool(options)
  let sent = 0
  const send = sender(options.prepared ?? true, () => sent++)
  const run: Runner = (statement) => tryAgain(() => send(pool, statement))
  const replica = options.readUrl ? replicaOf(options, options.readUrl, run) : undefined
  const { readUrl: _, ...alone } = options
  const rest = {
    ...{ sent: () => sent, readCounts: () => replica?.counts(), clock, pool },
    beside: (more: Parameters<Database['beside']>[0]) => openDatabase({ ...alone, ...more, clock }),
    close: async () => void (await Promise.all([pool.end(), replica?.close()])),
  }
  const onClient = (client: pg.PoolClient): Database => {
    const own = dbOn((statement) => send(client, statement), clock)
    const transaction: Database['transaction'] = (work) => inSavepoint(client, () => work(within))
    const within: Database = { ...own, ...rest, reads: own, transaction, isTransaction: true }
    return within
  }
  const own = dbOn(run, clock)
  return {
    ...own,
    ...rest,
    reads: replica ? dbOn(async (statement) => (await replica.read(statement)) ?? run(statement), clock) : own,
    isTransaction: false,
    transaction: (work) => tryAgain(() => inTransaction(pool, (client) => work(onClient(client)))),
  }
}

/** How far the log of the primary is on its disk: it tells of a commit after that. */
const logPosition = sql`
  select pg_current_wal_flush_lsn()::text as position, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`
const callersMax = 10_000

function replicaOf(options: DatabaseOptions, url: string, onPrimary: Runner): Replica {
  const position = createBatcher<undefined, Position>(async (callers) => {
    const { rows } = await onPrimary(logPosition)
    return callers.map(() => rows[0] as Position)
  }, callersMax)
  const pool = openPool({ ...options, url, answerMsMax: replicaAnswerMsMax })
  return openReplica(
    pool,
    sender(options.prepared ?? true, () => {}),
    () => position(undefined),
  )
}

function dbOn(run: Runner, clock: Clock): Db {
  const many = async <Row>(statement: Sql) => (await run(statement)).rows as Row[]
  return {
    many,
    one: async <Row>(statement: Sql) => {
      const rows = await many<Row>(statement)
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${textOf(statement)}`)
      return rows[0] as Row
    },
    maybe: async <Row>(statement: Sql) => (await many<Row>(statement))[0],
    run: async (statement) => (await run(statement)).count,
    now: clock.now,
  }
}

/** A statement of the transaction was refused, and nobody said so: PostgreSQL answers the commit with a rollback. */
class RolledBack extends Error {
  readonly code = '25P02'
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new RolledBack()
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw error
  }
}

async function inSavepoint<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint part')
  try {
    const result = await work()
    await client.query('release savepoint part')
    return result
  } catch (error) {
    // Where the connection is lost, so is the whole transaction, which says so itself.
    await client.query('rollback to savepoint part').catch(() => {})
    throw error
  }
}

async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const mayHelp = givenUp.has(codeOf(error) ?? '') || isOutdated(error)
      if (attempt === attemptsMax || !mayHelp) throw error
      // The other one needs a moment to go on: without it the two meet again, several times in a row.
      await setTimeout(randomInt(1, pauseMsMax * attempt))
    }
  }
}

/** PostgreSQL's five-character code of an error, where it is one of PostgreSQL's. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The constraint that an error names, where the database refused by one. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined

/**
 * Reads and decides again while `work` finds that others were faster; the last refusal is the true one. Who was late
 * half of the times may be late for ever: `inTurn` then does the same while it keeps the others out.
 */
export async function retryOnConflict<T>(work: () => Promise<T | undefined>, inTurn = work): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const result = await (attempt <= attemptsMax / 2 ? work() : inTurn())
    if (result !== undefined) return result
  }
  throw new Error(`nothing was written in ${attemptsMax} attempts, though the rule allowed it each time`)
}

/** Of sockets. A socket of PostgreSQL that is not there is one to connect to; any other file that is missing is our error. */
const broken = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const notThere = new Set(['ENOENT', 'EAGAIN'])
/** Of PostgreSQL: stopping, crashed, starting, standing by, a lock that somebody keeps, and a disk that cannot be read or written. */
const away = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '55P03', '58030'])
/** Connections that failed; what the server is short of: disk, memory, connections. */
const awayClasses = ['08', '53']
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Client was closed)/

/** PostgreSQL's sources that write files. What the system says to them, it has not always a code for: a file that may not grow. */
const ofDisk = new Set(['md.c', 'fd.c', 'xlog.c'])
const isOfDisk = (error: unknown): boolean =>
  codeOf(error) === 'XX000' && error instanceof Error && 'file' in error && ofDisk.has(String(error.file))

/** PostgreSQL has no code of its own for this: an error inside a backend whose postmaster is stopping. */
const isShutDown = (error: unknown): boolean =>
  codeOf(error) === 'XX000' && error instanceof Error && /postmaster was shut down/.test(error.message)

/** The database is away, starting, stopping or full: the same request may succeed in a moment. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  if (
    broken.has(code) ||
    away.has(code) ||
    awayClasses.includes(code.slice(0, -3)) ||
    isOfDisk(error) ||
    isShutDown(error)
  )
    return true
  if (notThere.has(code)) return (error as NodeJS.ErrnoException).syscall === 'connect'
  return error instanceof Error && awayWords.test(error.message)
}
