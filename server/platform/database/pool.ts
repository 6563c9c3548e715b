import pg from 'pg'

export type PoolOptions = {
  readonly url: string
  readonly prepared?: boolean
  readonly connectionsMax?: number
  /** How long to wait for a connection, and then for each lock. */
  readonly waitSeconds?: number
  /** Whoever waits longer for a statement's answer drops its connection. Unset: waits as long as it takes. */
  readonly answerMsMax?: number
  readonly onError?: (error: Error) => void
}

const connectionsMaxDefault = 16
const waitSecondsDefault = 2

/**
 * A prepared statement is planned once on each connection. Left to choose, PostgreSQL plans our hot statements anew every
 * time, because it estimates less for the values given than for any; and planning costs twice what they do. Planned once,
 * maybe while its tables were empty, a statement must be right when they have grown: each of ours is meant to find its rows
 * by an index, row by row. Left to choose, 171 of 181 would read whole tables (`test/contract/plans/plans.test.ts`).
 */
const planOnce = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set enable_material = off; set jit = off`

/** Days of 24 hours: where clocks are put forward and back, PostgreSQL adds days of 23 and 25. */
const inUtc = `set timezone = 'UTC'`

/** Connections to a database, each prepared for what is asked on it. */
export function openPool({ url, prepared = true, waitSeconds = waitSecondsDefault, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? connectionsMaxDefault,
    connectionTimeoutMillis: waitSeconds * 1000,
    ...(options.answerMsMax === undefined ? {} : { query_timeout: options.answerMsMax }),
    application_name: 'task-marketplace',
    // A pooler keeps the timezone of each client, and no more: the role is given a lock_timeout (docs/operate/engines.md).
    onConnect: (client) =>
      client.query(prepared ? `${planOnce}; ${inUtc}; set lock_timeout = '${waitSeconds}s'` : inUtc),
  })
  // What has been given up may break: PostgreSQL may stop before it has taken leave of every connection.
  pool.on('error', (error) => pool.ending || options.onError?.(error))
  // A connection that breaks says so to its statement, and once more here, where nobody else may listen: that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
