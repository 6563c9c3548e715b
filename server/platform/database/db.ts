import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Clock, createClock } from '../clock.ts'
import { type Sql, sql, textOf } from '../sql.ts'
import { overtakenCode } from './flight.ts'
import { connectionsMaxDefault, openPool, type PoolOptions } from './pool.ts'
import { isOutdated, sender } from './prepared.ts'
import { type Replica, replicaAt } from './replica.ts'
import { createShares } from './shares.ts'

/** Runs statements on the pool or in one transaction. Rows have camelCase names (`rows.ts`). */
export type Db = {
  many<Row>(statement: Sql): Promise<Row[]>
  /** Returns the only row. Throws unless there is exactly one. */
  one<Row>(statement: Sql): Promise<Row>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>
  /** The time of the statement or transaction, as an SQL fragment. */
  readonly now: () => Sql
  /**
   * Runs several statements as one, in one round trip: all or none, each sees what the ones before it wrote. Returns the rows of the last.
   * Within a transaction a refused flight changes nothing, and the transaction may go on.
   */
  flight<Row>(statements: readonly Sql[]): Promise<Row[]>
}

export type Database = Db & {
  /**
   * Runs `work` in a transaction; retries it after a deadlock or serialization failure. Within a transaction it uses a savepoint,
   * so it can fail alone. Otherwise it waits while the account of the request has its share of the connections.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>
  /**
   * Runs the work of several requests in one transaction, in which their statements join batches. Never retried, and it can
   * contain no other transaction: on any failure the caller runs each of them alone.
   */
  shareTransaction<T>(work: (db: Database) => Promise<T>): Promise<T>
  readonly isTransaction: boolean
  /** Whether statements of concurrent requests may join: outside of transactions, and in a shared one. */
  readonly joinsBatches: boolean
  /**
   * For lists and reports: uses a replica if there is one, which then has everything committed before the call. Within a
   * transaction, uses the transaction.
   */
  readonly reads: Db
  /** Reads that a replica answered and missed; undefined without a replica. */
  readonly readCounts: () => ReturnType<Replica['counts']> | undefined
  /** Statements and flights sent so far. Tests count round trips with it. */
  readonly sent: () => number
  readonly clock: Clock
  /** The connections, for libraries with statements of their own; not part of our transactions. */
  readonly pool: pg.Pool
  /** Opens the same database over separate connections, for statements that must not queue behind others. The caller closes it. */
  beside(options: Pick<DatabaseOptions, 'connectionsMax' | 'answerMsMax' | 'clock'>): Database
  close(): Promise<void>
}

export type DatabaseOptions = PoolOptions & {
  readonly readUrl?: string | undefined
  readonly clock?: Clock
}

const attemptsMax = 8
const pauseMsMax = 20
/**
 * Deadlock and serialization failure: PostgreSQL rolled the transaction back. 25P02: a transaction continued after a refused
 * statement (a concurrent one won); only a new transaction can read the new state.
 */
const rolledBackCodes = new Set(['40P01', '40001', '25P02'])

/** Runs one statement, or several in one flight. */
type Runner = (...statements: readonly Sql[]) => Promise<{ rows: unknown[]; count: number }>

export function openDatabase(options: DatabaseOptions): Database {
  const clock = options.clock ?? createClock()
  const pool = openPool(options)
  const inShare = createShares(options.connectionsMax ?? connectionsMaxDefault)
  let sent = 0
  const send = sender(options.prepared ?? true, () => sent++)
  const run: Runner = (...statements) => retryAfterRollback(() => send(pool, statements))
  const replica = options.readUrl ? replicaAt({ ...options, url: options.readUrl }, run) : undefined
  const { readUrl: _, ...alone } = options
  const rest = {
    sent: () => sent,
    readCounts: () => replica?.counts(),
    clock,
    pool,
    beside: (more: Parameters<Database['beside']>[0]) => openDatabase({ ...alone, clock, ...more }),
    close: async () => void (await Promise.all([pool.end(), replica?.close()])),
  }
  const onClient = (client: pg.PoolClient): Database => {
    const own = dbOn((...statements) => sendWithin(client, send, statements), clock)
    const transaction: Database['transaction'] = (work) => inSavepoint(client, () => work(within))
    const flags = { isTransaction: true, joinsBatches: false }
    const within: Database = { ...own, ...rest, ...flags, reads: own, transaction, shareTransaction: transaction }
    return within
  }
  const own = dbOn(run, clock)
  return {
    ...own,
    ...rest,
    // A flight writes, so it goes to the primary.
    reads: replica
      ? dbOn(async (...all) => (all.length === 1 && (await replica.read(all[0] as Sql))) || run(...all), clock)
      : own,
    isTransaction: false,
    joinsBatches: true,
    shareTransaction: (work) =>
      inTransaction(pool, (client) => onceFor(rest, (...statements) => send(client, statements), work)),
    transaction: (work) =>
      inShare(() => retryAfterRollback(() => inTransaction(pool, (client) => work(onClient(client))))),
  }
}

/** Work of a shared transaction that starts another: its failure would roll back the work of others. */
class Indivisible extends Error {}

/** Runs the work of a shared transaction, and fails if a statement did, even if the error was caught. */
async function onceFor<T>(
  rest: Pick<Database, 'sent' | 'readCounts' | 'clock' | 'pool' | 'beside' | 'close'>,
  run: Runner,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  let failure: unknown
  const fail = (error: unknown): never => {
    failure ??= error
    throw error
  }
  const refused = async () => fail(new Indivisible())
  let last: Promise<unknown> = Promise.resolve()
  // A connection runs one statement after the other.
  const inTurn: Runner = (...statements) => {
    const answer = last.then(() => run(...statements)).catch(fail)
    last = answer.catch(() => {})
    return answer
  }
  const own = dbOn(inTurn, rest.clock)
  const more = { isTransaction: true, joinsBatches: true, transaction: refused, shareTransaction: refused }
  const result = await work({ ...own, ...rest, ...more, reads: own })
  if (failure !== undefined) throw failure
  return result
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
    flight: async <Row>(statements: readonly Sql[]) => (await run(...statements)).rows as Row[],
  }
}

/** A statement of the transaction was refused and the error was swallowed: PostgreSQL answers the commit with a rollback. */
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
    // If the connection is lost, the whole transaction fails with its own error.
    await client.query('rollback to savepoint part').catch(() => {})
    throw error
  }
}

/** Sends statements within a transaction. A refused flight is rolled back alone. */
async function sendWithin(client: pg.PoolClient, send: ReturnType<typeof sender>, statements: readonly Sql[]) {
  if (statements.length === 1) return send(client, statements)
  try {
    return await send(client, [sql`savepoint flight`, ...statements, sql`release savepoint flight`], statements.length)
  } catch (error) {
    await client.query('rollback to savepoint flight').catch(() => {})
    throw error
  }
}

async function retryAfterRollback<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const mayHelp = rolledBackCodes.has(codeOf(error) ?? '') || isOutdated(error)
      if (attempt === attemptsMax || !mayHelp) throw error
      // The other transaction needs time to finish; otherwise the two collide again.
      await setTimeout(randomInt(1, pauseMsMax * attempt))
    }
  }
}

/** Returns PostgreSQL's five-character error code, or undefined for other errors. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Refused by `must_hold`: a concurrent request has changed what the facts of this one were read from. */
export const isOvertaken = (error: unknown): boolean => codeOf(error) === overtakenCode

/** Returns the name of the constraint that was violated, if any. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined

/** Returns undefined if the write violates one of these constraints: a concurrent request came first, and the caller reads again. */
export const undefinedIfViolated = <T>(write: Promise<T>, ...names: readonly string[]): Promise<T | undefined> =>
  write.catch((error: unknown) => {
    if (names.includes(constraintOf(error) ?? '')) return undefined
    throw error
  })

/**
 * Calls `work` until it returns a result; undefined means that a concurrent request won. After half of the 8 attempts it calls
 * `underLock`, which does the same under a lock, so that a slow caller cannot starve. Throws after the last attempt.
 */
export async function retryOnConflict<T>(work: () => Promise<T | undefined>, underLock = work): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const result = await (attempt <= attemptsMax / 2 ? work() : underLock())
    if (result !== undefined) return result
  }
  throw new Error(`nothing was written in ${attemptsMax} attempts, though the rule allowed it each time`)
}
