import { lockFunds, lowBalance, type Posting, post, postingRows } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Offer } from '../offer.ts'
import { assignments, offerColumns } from '../sql-columns.ts'
import { offerSnapshot, stateSnapshot } from '../sql-fragments.ts'
import { type FormerContent, keepContent } from '../sql-fragments-content.ts'
import type { Change, Decision } from './lifecycle.ts'
import { moderatedEvent, pausedEvent } from './sql-fragments.ts'

export type Saved = {
  readonly change: Change
  readonly decision: Decision
  readonly postings: readonly Posting[]
  readonly neededUnits: Units
  readonly trigger: string
  readonly money: Money
  /** The content that the change replaces, if executors may have reserved it. */
  readonly former: FormerContent | undefined
}

/** Writes a changed offer with its money and events. The transaction has locked its state. */
export const saveOffer = (db: Db, { change, decision, postings, neededUnits, trigger, money, former }: Saved) => {
  const { before, after } = change
  const needed = sql`${neededUnits}::bigint`
  const held = sql`coalesce((select units from hold), ${before.heldUnits}::bigint)`
  return db.one<Offer>(sql`
    with funds as materialized (${lockFunds(sql`select ${after.advertiser}::bigint as account, ${needed} as taken_units`)}),
    state as (
      update offer_states set status = ${after.status}, paused_by = ${after.pausedBy},
        total_limit = ${after.totalLimit}::integer, remaining = ${after.remaining}::integer
      where offer = ${after.id}::bigint returning *
    ),
    offers as (${updateOffer(db, after)}),
    former as (${keepContent(db, former)}),
    ${post(db, postingRows(postings), money)},
    event as (${recordEvents(db)`
      select 'task.completed' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('reason', 'LimitReached', 'offer', ${offerSnapshot(sql`offers`)},
          'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${held}) as data, 5 as rank
      from state join offers on offers.id = state.offer
      where state.status = 'Completed' and ${before.status}::text <> 'Completed'
      union all ${moderatedEvent(before, held)}
      union all ${pausedEvent(before, held)}
      union all ${lowBalance(trigger)}`}),
    decided as (${recordDecisions(db)`
      select ${decision.actor} as actor, ${decision.account}::bigint as account, ${decision.action} as action,
        'task' as subject, id as subject_id, advertiser as owner, ${decision.reason}::text as reason,
        ${JSON.stringify(decision.data)}::jsonb as data
      from offers`})
    select ${offerColumns(held)}
    from offers join state on state.offer = offers.id`)
}

const updateOffer = (db: Db, offer: Offer): Sql => sql`
  update offers set ${assignments(offer)}, version = version + 1, updated_at = ${db.now()}
  where id = ${offer.id}::bigint returning *`
