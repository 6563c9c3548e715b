import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { stopwatch } from '../clock.ts'
import type { Sql } from '../sql.ts'

/** How long a read waits for the replica to have what the primary had when it was asked for. */
const waitMsMax = 100
const lookMs = 4
/** So long nobody asks a replica that was away or late: the primary answers meanwhile. */
const restMs = 1_000
/** After a failover a replica may still be on its way back from what was lost, with a log that is longer than the new one. */
const restAfterFailoverMs = 60_000
/** A replica that hangs costs a read no more than this. */
export const replicaAnswerMsMax = 5_000

export type ReplicaResult = { rows: unknown[]; count: number }
type Send = (on: pg.Pool | pg.PoolClient, statement: Sql) => Promise<ReplicaResult>

/** Where the log of the primary ends; its timeline changes with each failover. */
export type Position = { readonly timeline: string; readonly position: string }

export type Replica = {
  /** Answers from the replica, or nothing where the primary has to be asked. */
  read(statement: Sql): Promise<ReplicaResult | undefined>
  /** Reads that the replica has answered, and those that it was asked for in vain. */
  readonly counts: () => { readonly answered: number; readonly missed: number; readonly isResting: boolean }
  close(): Promise<void>
}

/**
 * Reads of a replica that never show less than the primary had when they were asked for ("read index", Ongaro 2014, 6.4): the
 * position of the primary's log is read first, by one statement for all who ask at that moment, and the replica must have
 * replayed it. So everybody sees what they, or anybody, had written before, through whichever server.
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
    // Of those who come after a rest the first one asks, and meanwhile nobody else.
    missed.again()
    try {
      const found = await readAt(pool, send, statement, positionNow, failedOver.isOn)
      note(found !== undefined)
      return found
    } catch (error) {
      // Refused with an answer: the replica is well, and what the primary says is said.
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
 * What PostgreSQL refuses for what it is, wherever it is asked: values, a statement that makes no sense here, one that is too long
 * or that somebody cancelled. All else, as what a replica gives up for its replay (40001), speaks of the replica.
 */
const ofStatement = /^(?:0A|2[0-3]|42|54)...$|^57014$/

const isOfStatement = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ofStatement.test(String(error.code))

/** Some time without the replica; `again` begins it anew if it was ever begun, and not ended. */
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

/** On one connection: behind one address there may be several replicas. */
async function readAt(
  pool: pg.Pool,
  send: Send,
  statement: Sql,
  position: () => Promise<string>,
  isFailedOver: () => boolean,
) {
  const [at, client] = await both(position(), pool.connect())
  try {
    const found = !isFailedOver() && (await hasReplayed(client, at)) ? await send(client, statement) : undefined
    client.release()
    return found
  } catch (error) {
    client.release(!isOfStatement(error))
    throw error
  }
}

/** A connection that comes though the position does not is given back. */
async function both(position: Promise<string>, connecting: Promise<pg.PoolClient>) {
  const [at, client] = await Promise.allSettled([position, connecting])
  if (at.status === 'fulfilled' && client.status === 'fulfilled') return [at.value, client.value] as const
  if (client.status === 'fulfilled') client.value.release()
  throw new Error('the replica or the position of the primary could not be had')
}

/** Who is no replica (any more) is not asked: whether it is the primary, or was, it cannot tell. */
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
