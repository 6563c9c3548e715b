import type { Db } from '../../platform/database/db.ts'
import { every, type Sql, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Days } from '../../values/requests/days.ts'
import type { Stats } from './stats.ts'

export type StatsQuery = Days & {
  readonly account: Id<'account'>
  readonly offer: Id<'offer'> | undefined
}

const dayOf = (time: Sql): Sql => sql`(${time} at time zone 'UTC')::date`

/** Whether a time is within the days, written for the advertiser's index on that time. */
const within = (time: Sql, { from, to }: Days): Sql => sql`
  ${time} >= ${from}::date::timestamp at time zone 'UTC' and ${time} < (${to}::date + 1)::timestamp at time zone 'UTC'`

/** Sums over rows, for each day and in total. */
const byDay = (stats: Sql, rows: Sql, time: Sql): Sql => sql`
  select ${dayOf(time)} as day, ${stats} ${rows} group by grouping sets ((1), ())`

const works = (query: StatsQuery, time: Sql): Sql => sql`
  from executions where ${every([
    sql`executions.advertiser = ${query.account}::bigint`,
    within(time, query),
    ...when(query.offer, sql`executions.offer = ${query.offer ?? null}::bigint`),
  ])}`

const isAccepted = sql`filter (where status = 'Accepted')`
const decided = sql`
  count(*) ${isAccepted} as accepted, count(*) filter (where status <> 'Accepted') as rejected,
  round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at)))::bigint
    as median_review_seconds,
  coalesce(sum(reward_units) ${isAccepted}, 0)::bigint as reward_units,
  coalesce(sum(fee_units + add_on_units) ${isAccepted}, 0)::bigint as fee_units,
  coalesce(sum(bonus_units) ${isAccepted}, 0)::bigint as bonus_units`

const paidOnce = (query: StatsQuery): Sql => sql`
  from offers where ${every([
    sql`offers.advertiser = ${query.account}::bigint and flat_units > 0`,
    within(sql`activated_at`, query),
    ...when(query.offer, sql`offers.id = ${query.offer ?? null}::bigint`),
  ])}`

const screenedOut = (query: StatsQuery): Sql => sql`
  from offers join reservations on reservations.offer = offers.id and reservations.status = 'ScreenedOut' where ${every(
    [
      sql`offers.advertiser = ${query.account}::bigint and screen_out_units is not null`,
      within(sql`ended_at`, query),
      ...when(query.offer, sql`offers.id = ${query.offer ?? null}::bigint`),
    ],
  )}`
const screenOuts = sql`
  coalesce(sum(screen_out_units), 0)::bigint as screen_out_units,
  coalesce(sum(screen_out_fee_units), 0)::bigint as screen_out_fee_units`

const deposited = (query: StatsQuery): Sql => sql`
  from deposits where account = ${query.account}::bigint and status <> 'Voided' and ${within(sql`paid_at`, query)} and ${query.offer === undefined ? sql`true` : sql`false`}`

/** Reads the statistics of each day, and last of the whole period, whose day is null. */
export const readStats = (db: Db, query: StatsQuery) =>
  db.many<Stats>(sql`
    with days as (
      select day::date as day from generate_series(${query.from}::date, ${query.to}::date, interval '1 day') day
      union all select null
    ),
    submitted as (${byDay(sql`count(*) as submitted`, works(query, sql`submitted_at`), sql`submitted_at`)}),
    decided as (${byDay(decided, works(query, sql`decided_at`), sql`decided_at`)}),
    reworked as (${byDay(sql`count(*) as sent_back`, works(query, sql`rework_requested_at`), sql`rework_requested_at`)}),
    once as (${byDay(sql`coalesce(sum(flat_units), 0)::bigint as flat_units`, paidOnce(query), sql`activated_at`)}),
    turned_away as (${byDay(screenOuts, screenedOut(query), sql`ended_at`)}),
    deposited as (${byDay(sql`coalesce(sum(amount_units), 0)::bigint as deposit_units`, deposited(query), sql`paid_at`)})
    select days.day::text, coalesce(submitted, 0) as submitted, coalesce(accepted, 0) as accepted,
      coalesce(rejected, 0) as rejected, coalesce(sent_back, 0) as sent_back, median_review_seconds,
      coalesce(reward_units, 0) + coalesce(screen_out_units, 0) as reward_units,
      coalesce(fee_units, 0) + coalesce(flat_units, 0) + coalesce(screen_out_fee_units, 0) as fee_units,
      coalesce(bonus_units, 0) as bonus_units, coalesce(deposit_units, 0) as deposit_units
    from days left join submitted on submitted.day is not distinct from days.day
    left join decided on decided.day is not distinct from days.day
    left join reworked on reworked.day is not distinct from days.day
    left join once on once.day is not distinct from days.day
    left join turned_away on turned_away.day is not distinct from days.day
    left join deposited on deposited.day is not distinct from days.day
    order by days.day nulls last`)
