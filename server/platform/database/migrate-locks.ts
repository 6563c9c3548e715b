import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './db.ts'

/** So long a migration waits for one lock: behind it queue all who want what it waits for, readers too. */
export const lockSecondsMax = 1
const lookMs = 200

/** So long a database may take until it answers. Whoever accepts a connection and is silent would be waited for for ever. */
const connectMsMaxDefault = 20_000

/** A connection past any pool. One that breaks between two statements would otherwise end the process; the next statement says so. */
export async function connectToMigrate(url: string, connectMsMax = connectMsMaxDefault): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'task-marketplace migrate',
    connectionTimeoutMillis: connectMsMax,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Who stands in the way of whom while a migration is being applied. Seen from beside: who waits, cannot look. */
export type LockWatch = {
  /** Who last held what the migration waited for; undefined if nobody did. */
  readonly holder: () => string | undefined
  /** Whether the migration was called off because others waited for it, and not for somebody whom it waited for itself. */
  readonly isCalledOff: () => boolean
  /** Why nobody watches any more; the migration was then called off. */
  readonly failure: () => string | undefined
  /** For an attempt that begins. */
  reset(): void
  end(): Promise<void>
}

type LockState = { readonly holder: string | null; readonly others_wait: number | null }

/**
 * The seconds for which somebody has waited for what the process holds, and who holds what it waits for. Other programs
 * that migrate wait for our advisory lock, as they should.
 */
const look = `
  select (
      select string_agg(format('process %s (%s), for %s s', activity.pid, coalesce(nullif(application_name, ''), 'unnamed'),
        coalesce(round(extract(epoch from clock_timestamp() - xact_start))::text, 'unknown')), ', ')
      from pg_stat_activity activity where activity.pid = any(pg_blocking_pids($1))
    ) as holder, (
      select max(extract(epoch from clock_timestamp() - waitstart))::float8 from pg_locks
      where not granted and locktype <> 'advisory' and pid <> $1 and $1 = any(pg_blocking_pids(pid))
    ) as others_wait`

/**
 * Looks while a migration is being applied, and calls it off as soon as others have waited for what it holds as long as it
 * may wait itself: each statement's own limit says nothing of locks that were taken by the statements before.
 */
export async function watchLocks(url: string, processId: number): Promise<LockWatch> {
  const client = await connectToMigrate(url)
  const ended = new AbortController()
  let seen: { holder?: string | undefined; isCalledOff: boolean } = { isCalledOff: false }
  const lookOnce = async () => {
    const { rows } = await client.query<LockState>(look, [processId])
    if (rows[0]?.holder) seen.holder = rows[0].holder
    if ((rows[0]?.others_wait ?? 0) < lockSecondsMax) return
    seen.isCalledOff = !rows[0]?.holder
    await client.query(cancel, [processId])
  }
  let failure: string | undefined
  const onFailed = async (error: unknown) => {
    failure = error instanceof Error ? error.message : String(error)
    await callOff(url, processId)
  }
  const looking = repeat(lookOnce, ended.signal, onFailed)
  return {
    holder: () => seen.holder,
    isCalledOff: () => seen.isCalledOff,
    failure: () => failure,
    reset: () => {
      seen = { isCalledOff: false }
    },
    end: async () => {
      ended.abort()
      await looking
      await client.end().catch(() => {})
    },
  }
}

// The casts name the function where there is more than one of that name.
const cancel = 'select pg_cancel_backend($1::integer)'
const terminate = 'select pg_terminate_backend($1::integer)'

/**
 * Ends the connection of a migration that nobody watches any more: it could block others without bound. A cancellation
 * would be lost if it arrived between two statements.
 */
async function callOff(url: string, processId: number): Promise<void> {
  const client = await connectToMigrate(url).catch(() => undefined)
  // Where this fails too, the database is away, and the migration with it.
  await client?.query(terminate, [processId]).catch(() => {})
  await client?.end().catch(() => {})
}

/** Works again and again until `ended`. Calls `onFailed` once if the work throws, and stops. */
async function repeat(
  work: () => Promise<void>,
  ended: AbortSignal,
  onFailed: (error: unknown) => Promise<void>,
): Promise<void> {
  while (!ended.aborted) {
    try {
      await work()
    } catch (error) {
      if (!ended.aborted) await onFailed(error)
      return
    }
    await setTimeout(lookMs, undefined, { signal: ended }).catch(() => {})
  }
}

/** No lock in time, given up for another transaction, called off: nothing of it happened, and later it may succeed. */
const heldUp = new Set(['55P03', '40P01', '57014'])

export const isHeldUp = (error: unknown): boolean => heldUp.has(codeOf(error) ?? '')
