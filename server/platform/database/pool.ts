import pg from 'pg'

export type PoolOptions = {
  readonly url: string
  readonly prepared?: boolean
  readonly connectionsMax?: number
  /** How many connections stay open while idle; the others close after 10 s. Default: 0. */
  readonly idleConnections?: number
  /** Timeout for a connection, and for each lock. */
  readonly waitSeconds?: number
  /** Timeout for a statement's answer: drops the connection. Unset: no limit. */
  readonly answerMsMax?: number
  readonly onError?: (error: Error) => void
}

export const connectionsMaxDefault = 16
const waitSecondsDefault = 2
const keepAliveSeconds = 60

/**
 * Forces generic plans and index access. By default PostgreSQL replans our hot statements each time, because it estimates a
 * custom plan as cheaper, and planning costs twice as much as execution. A statement is planned once per connection, possibly
 * while its tables are empty, and the plan must stay right when they have grown: every statement is meant to find its rows by
 * an index. With default settings, 171 of 181 would scan whole tables (`test/contract/plans/plans.test.ts`).
 *
 * Partitions are not pruned: PostgreSQL 18.4 crashes when a statement prunes them at run time after it waited for a row that
 * another transaction changed. Each table has few partitions, so this costs a few more index lookups.
 */
const planOnce = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set enable_material = off; set enable_partition_pruning = off; set jit = off`

/** In UTC a day has 24 hours; with daylight saving time, PostgreSQL adds days of 23 and 25. */
const inUtc = `set timezone = 'UTC'`

/** Opens a pool whose connections have the session settings that our statements rely on. */
export function openPool({ url, prepared = true, waitSeconds = waitSecondsDefault, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? connectionsMaxDefault,
    min: options.idleConnections ?? 0,
    // Finds connections that a network has dropped while they were idle.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveSeconds * 1000,
    connectionTimeoutMillis: waitSeconds * 1000,
    ...(options.answerMsMax === undefined ? {} : { query_timeout: options.answerMsMax }),
    application_name: 'task-marketplace',
    // A pooler keeps each client's timezone, but nothing else: the role has a lock_timeout (docs/operate/engines.md).
    onConnect: (client) =>
      client.query(prepared ? `${planOnce}; ${inUtc}; set lock_timeout = '${waitSeconds}s'` : inUtc),
  })
  // Closed connections may still report errors: PostgreSQL may stop before it has closed each properly.
  pool.on('error', (error) => pool.ending || options.onError?.(error))
  // A broken connection fails its statement and also emits an event; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
