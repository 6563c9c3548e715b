import { type Sql, sql } from '../../server/platform/sql.ts'
import type { Check } from './checks-items.ts'

/** Whether the work of a row of reservations was rejected once: an appeal counts it again, even if its place was given to others. */
const wasRejected = sql`exists (
  select from executions work, jsonb_array_elements(work.history) past
  where past ->> 'event' = 'Rejected' and (work.reservation = reservations.id
    or work.id in (select execution from revisions where revisions.reservation = reservations.id)))`

const isCounted = (now: Sql): Sql => sql`
  (is_taken and (status <> 'Active' or expires_at > ${now}) and not ${wasRejected} or status = 'ScreenedOut')`

/** The invariants of quotas, exclusion groups and screened-out executors (docs/decisions/0082-studies.md). */
export const studyChecks: readonly Check[] = [
  [
    'a screened-out executor is paid exactly once what the offer sets, and nobody else is',
    () => sql`select reservations.id, reservations.status, paid.* from reservations join offers on offers.id = reservations.offer, lateral (
        select count(distinct transfers.id) as times, coalesce(sum(units) filter (where book ~ '^executor'), 0) as units,
          coalesce(-sum(units) filter (where book = 'advertiser.held' and entries.owner = offers.id), 0) as cost,
          count(*) filter (where book ~ '^executor' and owner <> reservations.executor) as strangers
        from transfers join entries on entries.transfer = transfers.id
        where transfers.cause = 'reservation:' || reservations.id || ':screen_out') paid
      where (paid.times, paid.units, paid.cost, paid.strangers) is distinct from
        (case when reservations.status = 'ScreenedOut' and screen_out_units is not null then 1 else 0 end,
          case when reservations.status = 'ScreenedOut' then coalesce(screen_out_units, 0) else 0 end,
          case when reservations.status = 'ScreenedOut' then coalesce(screen_out_units + screen_out_fee_units, 0) else 0 end, 0)`,
  ],
  [
    'an offer counts whom it has screened out, and can pay for everyone who has a slot',
    () => sql`select state.offer, screened_out, screen_out_max, reserved, found.people from offer_states state join offers on offers.id = state.offer,
      lateral (select count(*) as people from reservations where offer = state.offer and status = 'ScreenedOut') found
      where screened_out <> case when screen_out_max is null then 0 else found.people end
        or screened_out + reserved > screen_out_max or (screen_out_max is null) <> (screen_out_units is null)`,
  ],
  [
    'no more executors of a kind take part than its quota allows',
    () => sql`select offers.id, quota.*, people.count from offers
      cross join lateral jsonb_array_elements(quotas) with ordinality as quota (cell, number)
      cross join lateral (select count(*) from reservations
        where reservations.offer = offers.id and (quota.number - 1)::smallint = any(quota_cells) and is_taken and not ${wasRejected}) people
      where people.count > (quota.cell ->> 'max')::integer`,
  ],
  [
    'an executor takes part in one offer of an exclusion group',
    (now) => sql`select offers.advertiser, exclusion_group, executor, count(distinct offers.id) as offers
      from offers join reservations on reservations.offer = offers.id
      where exclusion_group is not null and ${isCounted(now)}
      group by offers.advertiser, exclusion_group, executor having count(distinct offers.id) > 1`,
  ],
]

/** What the screened-out executors of these reservations earned, and what they cost. */
export const screenOutEarned = (which: Sql): Sql => sql`
  (select coalesce(sum(screen_out_units), 0) from reservations join offers on offers.id = reservations.offer
    where reservations.status = 'ScreenedOut' and ${which})`
export const screenOutCost = (which: Sql): Sql => sql`
  (select coalesce(sum(screen_out_units + screen_out_fee_units), 0) from reservations join offers on offers.id = reservations.offer
    where reservations.status = 'ScreenedOut' and ${which})`
