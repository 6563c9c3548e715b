import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { createBatchQueue } from '../batching/queue.ts'
import { stopwatch } from '../clock.ts'
import { type Sql, sql } from '../sql.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { sender } from './prepared.ts'

/** How long a read waits for the replica to have what the primary had when it was asked for. */
const waitMsMax = 100
const lookMs = 4
/** How long a replica that was down or late is not asked; the primary answers meanwhile. */
const restMs = 1_000
/** After a failover, a replica may still hold lost changes, with a WAL that is longer than the new one. */
const restAfterFailoverMs = 60_000
/** Limits the delay that a hanging replica can add to a read. */
const replicaAnswerMsMax = 5_000

export type ReplicaResult = { rows: unknown[]; count: number }
type Send = (on: pg.Pool | pg.PoolClient, statement: Sql) => Promise<ReplicaResult>

/** The end of the primary's WAL; the timeline changes with each failover. */
export type Position = { readonly timeline: string; readonly position: string }

export type Replica = {
  /** Returns the replica's answer, or undefined if the primary must be asked. */
  read(statement: Sql): Promise<ReplicaResult | undefined>
  /** Reads that the replica answered, and reads that it missed. */
  readonly counts: () => { readonly answered: number; readonly missed: number; readonly isResting: boolean }
  close(): Promise<void>
}

/** The flushed WAL position of the primary; a commit is reported only after its WAL is flushed. */
const logPosition = sql`
  select pg_current_wal_flush_lsn()::text as position, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`
const callersMax = 10_000

/** Opens a replica; `onPrimary` runs a statement on its primary. */
export function replicaAt(options: PoolOptions, onPrimary: (statement: Sql) => Promise<{ rows: unknown[] }>): Replica {
  const position = createBatchQueue<undefined, Position>(async (callers) => {
    const { rows } = await onPrimary(logPosition)
    return callers.map(() => rows[0] as Position)
  }, callersMax)
  const pool = openPool({ ...options, answerMsMax: replicaAnswerMsMax })
  const send = sender(options.prepared ?? true, () => {})
  return openReplica(
    pool,
    (on, statement) => send(on, [statement]),
    () => position(undefined),
  )
}

/**
 * Reads from a replica that are never older than the primary was at the time of the call ("read index", Ongaro 2014, 6.4). It
 * first reads the primary's WAL position, in one statement for all concurrent callers; the replica must have replayed it. All
 * clients therefore see all earlier writes, through any server.
 */
export function openReplica(pool: pg.Pool, send: Send, position: () => Promise<Position>): Replica {
  const counts = { answered: 0, missed: 0 }
  const [missed, failedOver] = [restOf(restMs), restOf(restAfterFailoverMs)]
  const isResting = () => missed.isOn() || failedOver.isOn()
  let timeline: string | undefined
  async function positionNow(): Promise<string> {
    const now = await position()
    if (timeline !== undefined && timeline !== now.timeline) failedOver.begin()
    timeline = now.timeline
    return now.position
  }
  async function read(statement: Sql): Promise<ReplicaResult | undefined> {
    if (isResting()) return undefined
    // After the cool-off, only one request probes the replica.
    missed.again()
    try {
      const answer = await readAt(pool, send, statement, positionNow, failedOver.isOn)
      note(answer !== undefined)
      return answer
    } catch (error) {
      // The replica works and refused the statement itself; the primary's answer decides.
      note(isOfStatement(error))
      return undefined
    }
  }
  function note(isWell: boolean) {
    counts[isWell ? 'answered' : 'missed']++
    if (isWell) missed.end()
    else missed.begin()
  }
  return { read, counts: () => ({ ...counts, isResting: isResting() }), close: () => pool.end() }
}

/**
 * Errors that any server would return for the statement: wrong values, invalid statements, limits exceeded, cancelled by a user.
 * All others concern the replica, such as a read cancelled for its replay (40001).
 */
const ofStatement = /^(?:0A|2[0-3]|42|54)...$|^57014$/

const isOfStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ofStatement.test(String(error.code))

/** A cool-off of `ms`. `again` restarts one that runs or has elapsed; it does nothing after `end`. */
function restOf(ms: number) {
  let passed: (() => number) | undefined
  const begin = () => {
    passed = stopwatch()
  }
  const end = () => {
    passed = undefined
  }
  return { begin, end, again: () => passed && begin(), isOn: () => passed !== undefined && passed() < ms }
}

/** Uses one connection for both: several replicas may share an address. */
async function readAt(
  pool: pg.Pool,
  send: Send,
  statement: Sql,
  position: () => Promise<string>,
  isFailedOver: () => boolean,
) {
  const [at, client] = await both(position(), pool.connect())
  try {
    const answer = !isFailedOver() && (await hasReplayed(client, at)) ? await send(client, statement) : undefined
    client.release()
    return answer
  } catch (error) {
    client.release(!isOfStatement(error))
    throw error
  }
}

/** Releases the connection if the position could not be read. */
async function both(position: Promise<string>, connecting: Promise<pg.PoolClient>) {
  const [at, client] = await Promise.allSettled([position, connecting])
  if (at.status === 'fulfilled' && client.status === 'fulfilled') return [at.value, client.value] as const
  if (client.status === 'fulfilled') client.value.release()
  throw new Error('the replica or the position of the primary could not be had')
}

/** A server that is not in recovery is not used: it cannot tell whether it still is the primary. */
const replayed = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there`

async function hasReplayed(client: pg.PoolClient, position: string): Promise<boolean> {
  const waited = stopwatch()
  for (;;) {
    const { rows } = await client.query<{ is_there: boolean | null }>(replayed, [position])
    if (rows[0]?.is_there) return true
    if (waited() > waitMsMax) return false
    await setTimeout(lookMs)
  }
}
