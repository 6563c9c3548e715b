import { lockFunds, lowBalance, type Posting, post, postingRows } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Offer } from '../offer.ts'
import { offerColumns, searchableOf } from '../sql.ts'
import { offerSnapshot, stateSnapshot } from '../sql-fragments.ts'
import { type FormerContent, keepContent } from '../sql-fragments-content.ts'
import { moderatedEvent, pausedEvent } from '../sql-fragments-events.ts'
import type { Change, Decision } from './lifecycle.ts'

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

/** Writes a changed offer, whose state this transaction has locked, with its money and its events. */
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
    event as (${recordEvents(
      db,
      sql`
      select 'task.completed' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('reason', 'LimitReached', 'offer', ${offerSnapshot(sql`offers`)},
          'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${held}) as data, 5 as rank
      from state join offers on offers.id = state.offer
      where state.status = 'Completed' and ${before.status}::text <> 'Completed'
      union all ${moderatedEvent(before, held)}
      union all ${pausedEvent(before, held)}
      union all ${lowBalance(trigger)}`,
    )}),
    decided as (${recordDecisions(
      db,
      sql`
      select ${decision.actor} as actor, ${decision.account}::bigint as account, ${decision.action} as action,
        'task' as subject, id as subject_id, advertiser as owner, ${decision.reason}::text as reason,
        ${JSON.stringify(decision.data)}::jsonb as data
      from offers`,
    )})
    select ${offerColumns(held)}
    from offers join state on state.offer = offers.id`)
}

const updateOffer = (db: Db, offer: Offer): Sql => sql`
  update offers set external_id = ${offer.externalId}, price = ${offer.price}::bigint, category = ${offer.category}::bigint,
    platform = ${offer.platform}::bigint, type = ${offer.type}, title = ${offer.title}, searchable = ${searchableOf(offer)},
    description = ${offer.description}, proof_instructions = ${offer.proofInstructions},
    acceptance_criteria = ${JSON.stringify(offer.acceptanceCriteria)}::jsonb,
    details = ${JSON.stringify(offer.details)}::jsonb, source_language = ${offer.sourceLanguage},
    translations = ${JSON.stringify(offer.translations)}::jsonb, min_age = ${offer.minAge}::integer,
    max_age = ${offer.maxAge}::integer, gender = ${offer.gender}, target_countries = ${offer.targetCountries}::bigint[],
    add_ons = ${offer.addOns}::bigint[], reward_units = ${offer.rewardUnits}::bigint, fee_units = ${offer.feeUnits}::bigint,
    add_on_units = ${offer.addOnUnits}::bigint, flat_units = ${offer.flatUnits}::bigint, currency = ${offer.currency},
    reservation_seconds = ${offer.reservationSeconds}::integer, review_seconds = ${offer.reviewSeconds}::integer,
    max_reworks = ${offer.maxReworks}::integer, rework_seconds = ${offer.reworkSeconds}::integer,
    hourly_limit = ${offer.hourlyLimit}::integer, daily_limit = ${offer.dailyLimit}::integer,
    starts_at = ${offer.startsAt}, ends_at = ${offer.endsAt}, allow_list = ${offer.allowList}::bigint,
    block_list = ${offer.blockList}::bigint, min_level = ${offer.minLevel}::integer,
    auto_accept_rules = ${JSON.stringify(offer.autoAcceptRules)}::jsonb,
    per_executor_limit = ${offer.perExecutorLimit}::integer, attempts_max = ${offer.attemptsMax}::integer, metadata = ${JSON.stringify(offer.metadata)}::jsonb,
    status_reason = ${json(offer.statusReason)}::jsonb, moderation = ${json(offer.moderation)}::jsonb,
    pending_change = ${json(offer.pendingChange)}::jsonb,
    version = version + 1, updated_at = ${db.now()}, submitted_at = ${offer.submittedAt}, activated_at = ${offer.activatedAt},
    completed_at = ${offer.completedAt}, archived_at = ${offer.archivedAt}
  where id = ${offer.id}::bigint returning *`

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
