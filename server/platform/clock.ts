import { type Sql, sql } from './sql.ts'

/**
 * Time is the database's, so that several machines agree. A test moves it by an offset in milliseconds; nothing else does.
 * The fragment is cut to milliseconds, which is what columns keep and the API shows.
 */
export type Clock = { offsetMs: number; readonly now: () => Sql }

export function createClock(offsetMs = 0): Clock {
  const clock = {
    offsetMs,
    now: () => sql`date_trunc('milliseconds', now() + ${clock.offsetMs}::double precision * interval '1 millisecond')`,
  }
  return clock
}

/** Milliseconds of a clock that never jumps: for durations alone. */
export const stopwatch = (): (() => number) => {
  const start = performance.now()
  return () => performance.now() - start
}

/** A time as the API writes it (RFC 3339, UTC, milliseconds), made by the database for what it keeps as JSON. */
export const isoText = (time: Sql): Sql => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** How long ago a time is, in seconds; `now` of the database that is asked. */
export const secondsSince = (now: Sql, time: Sql): Sql => sql`extract(epoch from ${now} - ${time})::float8`

/** This machine's own time in Unix seconds: only to compare it with the database's. */
export const machineSeconds = (): number => Date.now() / 1000

/** The database's own time in Unix seconds, without the offset of a test. */
export const databaseSeconds = sql`extract(epoch from clock_timestamp())::float8`
