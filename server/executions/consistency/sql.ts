import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Units } from '../../values/money.ts'

type Mismatch = { readonly what: string; readonly keptUnits: Units; readonly summedUnits: Units }

/** Returns the offers that count more or fewer appeals, covered or not, than they have executions. Sums in one pass. */
export const keptMismatches = (db: Db) =>
  db.many<Mismatch>(sql`
    with counted as (
      select offer, kept + uncovered as kept, 0 as executions, 0::bigint as units from offer_states where kept + uncovered > 0
      union all
      select offer, 0, 1, kept_units from executions where kept_units > 0
    ),
    called as (
      select offer, sum(kept) as kept, sum(executions) as executions, sum(units)::bigint as units from counted group by offer
    )
    select 'appeals on offer ' || offer as what, kept * cost.units as kept_units, called.units as summed_units
    from called cross join lateral (
      select reward_units + fee_units + add_on_units as units from offers where offers.id = called.offer limit 1) cost
    where kept <> executions or kept * cost.units <> called.units
    order by offer`)

/**
 * Returns the offers whose counts of reserved, pending and rework slots do not match their reservations and executions; money of such slots
 * would never be released. Sums in one pass, because joins would compare every offer with every other.
 */
export const slotMismatches = (db: Db) =>
  db.many<Mismatch>(sql`
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
