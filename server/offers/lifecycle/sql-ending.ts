import { post } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import { completedDecisions, lockStates, offerSnapshot, stateSnapshot } from '../sql-fragments.ts'

/** The money that was held for free slots. */
const released = sql`
  select 'offer:' || id || ':v' || version || ':release' as cause, 'Release' as kind, null::text as description, id as offer,
    null::bigint as execution, moved.book, moved.owner, advertiser as account, moved.units
  from (
    select ended.id, ended.version, ended.advertiser,
      (reward_units + fee_units + add_on_units) * state.remaining as units
    from ended join state on state.offer = ended.id) free,
    lateral (values ('advertiser.held', id, -units), ('advertiser.available', advertiser, units)) moved (book, owner, units)
  where moved.units <> 0`

/**
 * Ends up to `most` offers past their end without open work, in one guarded statement: status, remaining money, event. Compares the end
 * again under the lock, so an extension that committed first wins.
 */
export const endOffers = (db: Db, most: number, money: Money) =>
  db.many<{ id: Id<'offer'> }>(sql`
    with due as materialized (
      select id from offers join lateral (
        select status, reserved + pending + rework as open from offer_states where offer = offers.id limit 1) state on true
      where ends_at <= ${db.now()} and ends_at is not null and activated_at is not null and completed_at is null
        and archived_at is null and status in ('Active', 'Paused') and open = 0
      order by ends_at limit ${most}
    ),
    state as materialized (${lockStates(sql`select id from due`)}),
    ended as (
      update offers set completed_at = ${db.now()}, updated_at = ${db.now()}, version = version + 1,
        pending_change = null, status_reason = '{"code":"end_date_reached","message":"Its end, endsAtUtc, has come."}'
      where ends_at <= ${db.now()} and id = any(array(
        select offer from state where status in ('Active', 'Paused') and reserved + pending + rework = 0))
      returning *
    ),
    closed as (
      update offer_states set status = 'Completed' where offer = any(array(select id from ended)) returning *
    ),
    ${post(db, released, money)},
    decided as (${recordDecisions(db)`${completedDecisions(sql`ended`)}`}),
    event as (${recordEvents(db)`
      select 'task.completed' as kind, closed.advertiser as account, closed.offer, null::bigint as execution,
        jsonb_build_object('reason', 'EndDateReached', 'offer', ${offerSnapshot(sql`ended`)},
          'counts', ${stateSnapshot(sql`closed`)},
          'heldUnits', coalesce((select hold.units from hold where hold.owner = closed.offer), 0)) as data, 5 as rank
      from closed join ended on ended.id = closed.offer`})
    select id from ended`)
