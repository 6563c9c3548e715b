import type { Posting } from '../../ledger/ledger.ts'
import { lockFunds, openHolds, postCredits, postingRows, recordLowBalance } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Offer, Reason } from '../offer.ts'
import { heldUnits } from '../sql.ts'
import { assignments, offerColumns } from '../sql-columns.ts'
import { completedDecisions, lockSlots, recordOfferEvent } from '../sql-fragments.ts'
import { type FormerContent, keepContent } from '../sql-fragments-content.ts'
import { openScreenOuts } from '../studies/sql-fragments.ts'
import { type Change, type Decision, eventsOf } from './lifecycle.ts'

export type OfferUpdate = {
  readonly change: Change
  readonly decision: Decision
  readonly postings: readonly Posting[]
  readonly neededUnits: Units
  readonly trigger: string
  readonly money: Money
  /** The content that the change replaces, if executors may have reserved it. */
  readonly former: FormerContent | undefined
}

/** The steps that move the money of a change; none if it moves none. */
const moveMoney = (db: Db, { change, postings, neededUnits, trigger, money }: OfferUpdate): Sql[] => {
  if (postings.length === 0) return []
  const { id, advertiser } = change.after
  return [
    lockFunds(sql`${[advertiser]}::bigint[]`),
    recordLowBalance(
      db,
      sql`
      select ${advertiser}::bigint as account, ${neededUnits}::bigint as taken_units, ${neededUnits}::bigint as held_units, 0 as owed_units`,
      trigger,
    ),
    openHolds(sql`select ${id}::bigint as offer, ${advertiser}::bigint as account`),
    ...postCredits(db, postingRows(postings), money),
  ]
}

/** Writes a changed offer with its money, events and decision. The transaction has locked its slots. */
export const saveOffer = async (db: Db, update: OfferUpdate): Promise<Offer> => {
  const { change, decision, former } = update
  const { after } = change
  const rows = await db.flight<Offer>([
    sql`
      update offer_states set status = ${after.status}, paused_by = ${after.pausedBy},
        total_limit = ${after.totalLimit}::integer, remaining = ${after.remaining}::integer,
        kept = ${after.kept}::integer, uncovered = ${after.uncovered}::integer, screen_out_max = ${after.screenOutMax}::integer
      where offer = ${after.id}::bigint`,
    sql`
      update offers set ${assignments(after)}, version = version + 1, updated_at = ${db.now()}
      where id = ${after.id}::bigint`,
    ...(former ? [keepContent(db, former)] : []),
    ...moveMoney(db, update),
    ...eventsOf(change).map((event) => recordOfferEvent(db, event, sql`${[after.id]}::bigint[]`)),
    recordDecisions(db)`
      select ${decision.actor} as actor, ${decision.account}::bigint as account, ${decision.action} as action,
        'task' as subject, id as subject_id, advertiser as owner, ${decision.reason}::text as reason,
        ${JSON.stringify(decision.data)}::jsonb as data
      from offers where id = ${after.id}::bigint`,
    sql`
      select ${offerColumns(heldUnits)} from offers join offer_states state on state.offer = offers.id
      where offers.id = ${after.id}::bigint`,
  ])
  return rows[0] as Offer
}

/** Selects up to `limit` offers past their end without open work, those that ended first. */
export const endedOffers = (db: Db, limit: number) =>
  db.many<{ id: Id<'offer'> }>(sql`
    select id from offers join lateral (
      select status, reserved + pending + rework as open from offer_states where offer = offers.id limit 1) state on true
    where ends_at <= ${db.now()} and ends_at is not null and activated_at is not null and completed_at is null
      and archived_at is null and status in ('Active', 'Paused') and open = 0
    order by ends_at limit ${limit}`)

/** Postings that release the money held for free slots, except what is kept for appeals, and for further screened-out executors. */
const releasedAtEnd = (ids: Sql): Sql => sql`
  select 'offer:' || free.id || ':v' || free.version + 1 || ':release' as cause, 'Release' as kind, null::text as description, free.id as offer,
    null::bigint as execution, moved.book, moved.owner, free.advertiser as account, moved.units
  from (
    select offers.id, version, offers.advertiser,
      (reward_units + fee_units + add_on_units) * (state.remaining - least(state.remaining, state.uncovered))
        + ${openScreenOuts} as units
    from offers join offer_states state on state.offer = offers.id where offers.id = any(${ids})) free,
    lateral (values ('advertiser.held', id, -units), ('advertiser.available', free.advertiser, units)) moved (book, owner, units)
  where moved.units <> 0`

/**
 * Ends these offers in one flight: status, remaining money, decision, event. Refuses all of them if one was prolonged meanwhile, or has
 * open work.
 */
export const endOffers = (db: Db, offers: readonly Id<'offer'>[], money: Money) => {
  const ids = sql`${offers}::bigint[]`
  return db.flight<{ id: Id<'offer'> }>([
    lockSlots(ids),
    sql`
      select must_hold(count(*) = ${offers.length}::bigint) from offers join offer_states state on state.offer = offers.id
      where offers.id = any(${ids}) and ends_at <= ${db.now()} and state.status in ('Active', 'Paused')
        and reserved + pending + rework = 0`,
    ...postCredits(db, releasedAtEnd(ids), money),
    sql`
      update offers set completed_at = ${db.now()}, updated_at = ${db.now()}, version = version + 1,
        pending_change = null, status_reason = '{"code":"end_date_reached","message":"Its end, endsAtUtc, has come."}'
      where id = any(${ids})`,
    sql`
      update offer_states set status = 'Completed', kept = kept + least(remaining, uncovered),
        uncovered = uncovered - least(remaining, uncovered)
      where offer = any(${ids})`,
    recordDecisions(db)`${completedDecisions(sql`offers where id = any(${ids})`)}`,
    recordOfferEvent(db, { kind: 'task.completed', more: { reason: 'end_date_reached' } }, ids),
    sql`select id from offers where id = any(${ids})`,
  ])
}

/** Whether an account-wide cause paused the offer; other pauses are not lifted with the cause. */
const isPausedByCause = (codes: readonly string[]): Sql => sql`
  state.status = 'Paused' and state.paused_by = 'system'
  and (select status_reason ->> 'code' from offers where offers.id = state.offer) = any(${codes}::text[])`

/** An account, and the codes of all causes that pause its offers. */
type PausedAccount = { readonly account: Id<'account'>; readonly codes: readonly string[] }

/** Locks up to `limit` offers of an account that meet a condition on their state. */
const lockThose = (db: Db, account: Id<'account'>, condition: Sql, limit: number) =>
  db.many<FoundOffer>(sql`
    select state.offer as id, state.status from offer_states state
    where state.offer = any(array(select id from offers where advertiser = ${account}::bigint)) and ${condition}
    order by state.offer limit ${limit}::bigint for update`)
type FoundOffer = { readonly id: Id<'offer'>; readonly status: string }

/** Locks active offers of an account, and those that another cause paused. */
export const lockToPause = (db: Db, { account, codes }: PausedAccount, code: string, limit: number) => {
  const otherCauses = codes.filter((other) => other !== code)
  return lockThose(db, account, sql`(state.status = 'Active' or ${isPausedByCause(otherCauses)})`, limit)
}

/** Locks the offers of an account that a cause paused. */
export const lockToResume = (db: Db, { account, codes }: PausedAccount, limit: number) =>
  lockThose(db, account, isPausedByCause(codes), limit)

/** Pauses locked offers for a cause, or resumes them (no reason). Tells the advertisers of those that were active. */
export const setPaused = (db: Db, offers: readonly FoundOffer[], reason: Reason | null) => {
  const ids = sql`${offers.map(({ id }) => id)}::bigint[]`
  const [status, pausedBy, action] = reason ? ['Paused', 'system', 'task.pause'] : ['Active', null, 'task.resume']
  const active = offers.filter((offer) => reason && offer.status === 'Active').map(({ id }) => id)
  return db.flight([
    sql`update offer_states set status = ${status}, paused_by = ${pausedBy} where offer = any(${ids})`,
    sql`
      update offers set status_reason = ${reason && JSON.stringify(reason)}::jsonb, version = version + 1, updated_at = ${db.now()}
      where id = any(${ids})`,
    recordDecisions(db)`
      select 'system' as actor, null::bigint as account, ${action}::text as action, 'task' as subject, offers.id as subject_id,
        advertiser as owner, ${reason?.message ?? null}::text as reason,
        jsonb_build_object('from', found.status, 'to', ${status}::text, 'version', version) as data
      from unnest(${ids}, ${offers.map((offer) => offer.status)}::text[]) as found (id, status) join offers using (id)`,
    recordOfferEvent(db, { kind: 'task.paused' }, sql`${active}::bigint[]`),
  ])
}
