import type { Db } from '../database/db.ts'
import { type Sql, sql } from '../sql.ts'
import type { Demand } from './shared-counter.ts'

const minute = sql`interval '1 minute'`

/** Locks the subjects until the end of the flight. All processes lock in the same order. */
export const lockSubjects = (demands: readonly Demand[]): Sql => {
  const subjects = [...new Set(demands.flatMap(({ limits }) => limits.map(({ subject }) => subject)))].sort()
  return sql`select pg_advisory_xact_lock(hashtextextended(subject, 0)) from unnest(${subjects}::text[]) as subject`
}

/** One row of a demand's limit: how much passed in the last minute, with what is granted now. */
export type CountRow = {
  /** The index of the demand. */
  readonly place: number
  readonly subject: string
  readonly granted: number
  /** Whether earlier demands of the batch took a limit that would have been enough for this one alone. */
  readonly isCrowded: boolean
  readonly used: number
  readonly freeInMs: number | null
}

/**
 * Counts what is owed, and grants of each demand what all of its limits have left. The subjects must be locked by an earlier statement:
 * then nothing changes between the reads and the write. Laterals force one index descent for each row, and windows avoid joins, although
 * the plan is made while the table is empty.
 */
export const grantDemands = (db: Db, demands: readonly Demand[]): Sql => sql`
  with used as (${usedBy(db, demands)}),
  fitting as (
    select *, most - used - (sum(owed) over (partition by subject))::bigint as room,
      (sum(wanted) over (partition by subject order by place))::bigint - wanted as ahead
    from used
  ), granting as (
    select *, greatest(0, min(least(wanted, room - ahead)) over (partition by place)) as granted,
      greatest(0, min(least(wanted, room)) over (partition by place)) as alone
    from fitting
  ), counting as materialized (
    select *, (sum(owed + granted) over (partition by subject))::bigint as counted,
      row_number() over (partition by subject order by place) = 1 as is_first
    from granting
  ), written as (
    insert into request_counts (subject, at, counted, total)
    select subject, at, counted, total + counted from counting where is_first and counted > 0
  )
  select place, subject, granted, granted < alone as is_crowded, used + counted as used,
    date_part('epoch', coalesce(first_at, case when counted > 0 then at end) + ${minute} - ${db.now()}) * 1000 as free_in_ms
  from counting`

const demandedRows = (demands: readonly Demand[]): Sql => {
  const rows = demands.flatMap(({ limits, wanted, owed }, place) =>
    limits.map((limit) => ({ ...limit, place, wanted, owed })),
  )
  return sql`
    select * from unnest(${rows.map(({ place }) => place)}::int[], ${rows.map(({ subject }) => subject)}::text[],
      ${rows.map(({ most }) => most)}::bigint[], ${rows.map(({ wanted }) => wanted)}::bigint[],
      ${rows.map(({ owed }) => owed)}::bigint[]) as demanded (place, subject, most, wanted, owed)`
}

/** Rows more than a minute ahead are ignored: the clock has been set back since. Times of a subject never decrease otherwise. */
const usedBy = (db: Db, demands: readonly Demand[]): Sql => sql`
  select demanded.*, first.at as first_at, coalesce(last.total, 0) as total,
    coalesce(last.total - first.total + first.counted, 0) as used, greatest(last.at, ${db.now()}) as at
  from (${demandedRows(demands)}) demanded
  left join lateral (select at, counted, total from request_counts counts where ${ofThisMinute(db)} order by at, total limit 1) first on true
  left join lateral (select at, total from request_counts counts where ${ofThisMinute(db)} order by at desc, total desc limit 1) last on true`

const ofThisMinute = (db: Db): Sql => sql`
  counts.subject = demanded.subject and counts.at > ${db.now()} - ${minute} and counts.at <= ${db.now()} + ${minute}`

/** Deletes up to this many rows outside of the minute. */
export const purgeCounts = (db: Db, most: number): Sql => sql`
  delete from request_counts where ctid = any(array(
    select ctid from request_counts where at < ${db.now()} - ${minute} or at > ${db.now()} + ${minute} limit ${most}::bigint))`
