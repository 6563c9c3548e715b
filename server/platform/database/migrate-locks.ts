import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './db.ts'

/** How long a migration waits for one lock. All later requests for the same table queue behind it, reads too. */
export const lockSecondsMax = 1
const lookMs = 200

/** How long to wait for a connection: a server may accept it and never answer. */
const connectMsMaxDefault = 20_000

/** A connection outside the pool. The listener keeps a broken connection from ending the process; the next statement fails instead. */
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

/** Watches lock waits during a migration, from another connection. */
export type LockWatch = {
  /** The last process that blocked the migration, if any. */
  readonly holder: () => string | undefined
  /** Whether the migration was cancelled because it blocked others, and not while it waited itself. */
  readonly isCancelled: () => boolean
  /** Why watching failed, if it did; the migration was then terminated. */
  readonly failure: () => string | undefined
  /** Call before each attempt. */
  reset(): void
  end(): Promise<void>
}

type LockState = { readonly holder: string | null; readonly others_wait: number | null }

/**
 * Selects how many seconds others have waited for locks of this process, and the processes that block it. Excludes other
 * programs that wait for the migrations' advisory lock.
 */
const lockState = `
  select (
      select string_agg(format('process %s (%s), for %s s', activity.pid, coalesce(nullif(application_name, ''), 'unnamed'),
        coalesce(round(extract(epoch from clock_timestamp() - xact_start))::text, 'unknown')), ', ')
      from pg_stat_activity activity where activity.pid = any(pg_blocking_pids($1))
    ) as holder, (
      select max(extract(epoch from clock_timestamp() - waitstart))::float8 from pg_locks
      where not granted and locktype <> 'advisory' and pid <> $1 and $1 = any(pg_blocking_pids(pid))
    ) as others_wait`

/**
 * Watches a migration and cancels it once others have waited for its locks as long as it may wait itself. A lock timeout
 * does not cover locks that earlier statements of the transaction hold.
 */
export async function watchLocks(url: string, processId: number): Promise<LockWatch> {
  const client = await connectToMigrate(url)
  const ended = new AbortController()
  let seen: { holder?: string | undefined; isCancelled: boolean } = { isCancelled: false }
  const lookOnce = async () => {
    const { rows } = await client.query<LockState>(lockState, [processId])
    if (rows[0]?.holder) seen.holder = rows[0].holder
    if ((rows[0]?.others_wait ?? 0) < lockSecondsMax) return
    seen.isCancelled = !rows[0]?.holder
    await client.query(cancel, [processId])
  }
  let failure: string | undefined
  const onFailed = async (error: unknown) => {
    failure = error instanceof Error ? error.message : String(error)
    await terminateMigration(url, processId)
  }
  const looking = repeat(lookOnce, ended.signal, onFailed)
  return {
    holder: () => seen.holder,
    isCancelled: () => seen.isCancelled,
    failure: () => failure,
    reset: () => {
      seen = { isCancelled: false }
    },
    end: async () => {
      ended.abort()
      await looking
      await client.end().catch(() => {})
    },
  }
}

// The casts select the overload.
const cancel = 'select pg_cancel_backend($1::integer)'
const terminate = 'select pg_terminate_backend($1::integer)'

/**
 * Terminates the connection of a migration that is no longer watched: it could block others indefinitely. A cancellation
 * would have no effect between two statements.
 */
async function terminateMigration(url: string, processId: number): Promise<void> {
  const client = await connectToMigrate(url).catch(() => undefined)
  // If this fails too, the database is down, and so is the migration.
  await client?.query(terminate, [processId]).catch(() => {})
  await client?.end().catch(() => {})
}

/** Repeats the work until `ended`. If it throws, calls `onFailed` once and stops. */
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

/** Lock timeout, deadlock, cancellation: the migration was rolled back and may succeed later. */
const retryableCodes = new Set(['55P03', '40P01', '57014'])

export const isRetryable = (error: unknown): boolean => retryableCodes.has(codeOf(error) ?? '')
