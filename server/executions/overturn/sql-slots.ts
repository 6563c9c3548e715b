import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Units } from '../../values/money.ts'

/**
 * Returns the offers whose counts of reserved, pending and rework slots do not match their reservations and executions; money of such slots
 * would never be released. Sums in one pass, because joins would compare every offer with every other.
 */
export const slotMismatches = (db: Db) =>
  db.many<{ what: string; keptUnits: Units; summedUnits: Units }>(sql`
    with counted as (
      select offer, reserved, pending, rework, true as is_kept from offer_states where reserved + pending + rework > 0
      union all
      select offer, 1, 0, 0, false from reservations
      where status = 'Active' and kind = 'Work' and coalesce(held_until, expires_at) < 'infinity'
      union all
      select offer, 0, 1, 0, false from executions where status = 'Pending' and review_deadline_at < 'infinity'
      union all
      select offer, 0, 0, 1, false from executions where status = 'ReworkRequested' and rework_deadline_at < 'infinity'
    ),
    wrong as (
      select offer, coalesce(sum(reserved + pending + rework) filter (where is_kept), 0)::bigint as kept,
        coalesce(sum(reserved + pending + rework) filter (where not is_kept), 0)::bigint as found
      from counted group by offer
      having (coalesce(sum(reserved) filter (where is_kept), 0), coalesce(sum(pending) filter (where is_kept), 0),
          coalesce(sum(rework) filter (where is_kept), 0))
        <> (coalesce(sum(reserved) filter (where not is_kept), 0), coalesce(sum(pending) filter (where not is_kept), 0),
          coalesce(sum(rework) filter (where not is_kept), 0))
    )
    select 'slots of offer ' || offer as what, kept * cost.units as kept_units, found * cost.units as summed_units
    from wrong cross join lateral (
      select reward_units + fee_units + add_on_units as units from offers where offers.id = wrong.offer limit 1) cost
    order by offer`)
