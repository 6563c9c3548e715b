import type pg from 'pg'
import { codeOf } from '../../server/platform/database/db.ts'
import { type Fault, faultInjectors, type Point } from './faults.ts'

/** PostgreSQL's error code for each fault. */
const codes: Partial<Record<Fault, string>> = {
  Serialization: '40001',
  Deadlock: '40P01',
  ReadOnly: '25006',
  DiskFull: '53100',
  Shutdown: '57P01',
}

type QueryText = string | { readonly text: string } | { readonly submit: unknown }
type Query = (statement: QueryText) => Promise<pg.QueryResult>
type Callback = (error: Error | null, result?: pg.QueryResult) => void

/** A flight (server/platform/database/flight.ts) answers by a callback, everything else by a promise. */
const promised =
  (query: (statement: QueryText, callback?: Callback) => unknown): Query =>
  (statement) =>
    typeof statement === 'object' && 'submit' in statement
      ? new Promise((resolve, reject) => {
          query(statement, (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult)))
        })
      : (query(statement) as Promise<pg.QueryResult>)

/** The reverse: calls back, if a callback is given. */
const calledBack = (query: Query) => (statement: QueryText, callback?: Callback) =>
  callback ? query(statement).then((result) => callback(null, result), callback) : query(statement)

/** A lost connection, as the driver reports it. */
const lost = (): Error => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** Raised by PostgreSQL itself, so the transaction is really aborted. */
const refusal = (code: string): string => `do $$ begin raise exception 'simulated' using errcode = '${code}'; end $$`

/** Injects faults into everything sent through this pool. */
export function putFaultsOn(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as unknown as Query
  const connect = pool.connect.bind(pool)
  const single: Query = async (statement) => {
    const fault = await pass('statement')
    if (fault === 'LostBefore') throw lost()
    const result = await asking(() => query(fault && codes[fault] ? refusal(codes[fault]) : statement))
    if (fault === 'LostAfter') throw lost()
    return result
  }
  const connected = async () => {
    if ((await pass('connect')) !== undefined) throw new Error('timeout exceeded when trying to connect')
    return overFaults(await asking(() => connect()))
  }
  // The pool calls this method itself, with a callback.
  const either = (callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : connected())
  Object.assign(pool, { query: single, connect: either })
}

/** Tracks this pool without faults: rate limiting is not part of the simulation. */
export function putNoFaultsOn(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as unknown as Query
  const connect = pool.connect.bind(pool)
  const connected = async () => {
    const client = await asking(() => connect())
    const ask = promised(client.query.bind(client) as never)
    const release = (error?: Error | boolean) => client.release(error)
    return { query: calledBack((statement) => asking(() => ask(statement))), release }
  }
  const either = (callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : connected())
  Object.assign(pool, { query: (statement: QueryText) => asking(() => query(statement)), connect: either })
}

/**
 * A connection for a transaction. A lost one is rolled back before the error is reported; otherwise a run would depend on how soon
 * PostgreSQL notices.
 */
function overFaults(client: pg.PoolClient): pg.PoolClient {
  const ask = promised(client.query.bind(client) as never)
  let isLost = false
  let code: string | undefined
  const query: Query = async (statement) => {
    if (isLost) throw lost()
    if (statement === 'rollback') return asking(() => ask(statement)).finally(() => gaveUp(code))
    const isCommit = statement === 'commit'
    const fault = await pass(isCommit ? 'commit' : 'statement')
    if (fault === undefined) return noting(statement)
    if (codes[fault]) return noting(refusal(codes[fault] as string))
    if (fault === 'LostAfter') await asking(() => ask(statement))
    if (!(isCommit && fault === 'LostAfter')) await asking(() => ask('rollback'))
    isLost = true
    throw lost()
  }
  /** Records why the transaction will be rolled back; later statements, such as rolling back to a savepoint, do not change that. */
  const noting: Query = async (statement) => {
    const result = await asking(() => ask(statement)).catch((error: unknown) => {
      code = codeOf(error)
      throw error
    })
    // A commit that PostgreSQL answers with a rollback is retried.
    if (statement === 'commit' && result.command !== 'COMMIT') code = '25P02'
    return result
  }
  const release = (error?: Error | boolean) => client.release(isLost || error)
  return { query: calledBack(query), release } as unknown as pg.PoolClient
}

const gaveUp = (code: string | undefined): void => faultInjectors.getStore()?.onErrorCode?.(code)

const pass = async (point: Point): Promise<Fault | undefined> => faultInjectors.getStore()?.faultAt(point)

async function asking<T>(work: () => Promise<T>): Promise<T> {
  const injector = faultInjectors.getStore()
  try {
    return await (injector?.wrapQuery ? injector.wrapQuery(work) : work())
  } catch (error) {
    injector?.onErrorCode?.(codeOf(error))
    throw error
  }
}
