import { type Sql, sql } from './sql.ts'

/**
 * Time comes from the database, so that several machines agree. Only tests set the offset, in milliseconds. The fragment is
 * truncated to milliseconds, the precision of the columns and the API.
 */
export type Clock = { offsetMs: number; readonly now: () => Sql }

export function createClock(offsetMs = 0): Clock {
  const clock = {
    offsetMs,
    now: () => sql`date_trunc('milliseconds', now() + ${clock.offsetMs}::double precision * interval '1 millisecond')`,
  }
  return clock
}

/** Returns a function that returns the milliseconds passed, by a monotonic clock. For durations only. */
export const stopwatch = (): (() => number) => {
  const start = performance.now()
  return () => performance.now() - start
}

/** Formats a time in SQL as the API does (RFC 3339, UTC, milliseconds), for values that are stored as JSON. */
export const isoText = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The age of a time in seconds; `now` must come from the same database. */
export const secondsSince = (now: Sql, time: Sql): Sql => sql`extract(epoch from ${now} - ${time})::float8`

/** The machine's clock in Unix seconds, only for comparison with the database's. */
export const machineSeconds = (): number => Date.now() / 1000

/** The database's clock in Unix seconds, without the offset of tests. */
export const databaseSeconds = sql`extract(epoch from clock_timestamp())::float8`

/** A future time, brought forward by the seconds by which the clock was set back; not before now. */
export const broughtForward = (now: Sql, time: Sql, seconds: number): Sql =>
  sql`greatest(${now}, ${time} - ${seconds}::float8 * interval '1 second')`
