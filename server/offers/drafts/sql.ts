import type { KeySpending } from '../../accounts/account.ts'
import type { Caller } from '../../accounts/caller.ts'
import { fundsWithinDailyMax, spendingOf } from '../../accounts/spending/sql-fragments.ts'
import { callerBy } from '../../accounts/sql-fragments-callers.ts'
import { lockFunds, lowBalance, post } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { nothing, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import type { Offer } from '../offer.ts'
import type { PricedOffer } from '../priced-offer.ts'
import { type Column, offerColumns, requestedRows, writtenNames, writtenValues } from '../sql-columns.ts'
import { offerSnapshot, stateSnapshot } from '../sql-fragments.ts'
import { catalogFacts, catalogFactsFrom, listOf, type OrderFacts, type PriceFactsQuery } from '../sql-price-facts.ts'

/** `reservesId`: the order may create an offer, so an id is reserved for it. */
export type OrderRequest = { readonly hash: Buffer; readonly input: PriceFactsQuery; readonly reservesId: boolean }

/** Days for which an archived offer that was never published counts as a draft. */
const archivedDays = 7

/** Number of the advertiser's drafts. Offers before moderation hold money, and a person has read the rejected ones. */
const draftsOf = (db: Db, advertiser: Sql): Sql => sql`(
  select count(*) from offers
  where advertiser = ${advertiser} and activated_at is null and (moderation is null or archived_at is not null)
    and (archived_at is null or archived_at > ${db.now()} - ${archivedDays}::integer * interval '1 day'))`

/** Reads the facts for a batch of orders, in the order of `requests`; `price` is null if there is no such price. */
export const readOrders = (db: Db, requirement: Requirement, requests: readonly OrderRequest[]) =>
  db.many<Caller & KeySpending & OrderFacts & { readonly id: Id<'offer'>; readonly drafts: number }>(sql`
    select caller.*, spending.*, case when requested.reserves_id then nextval('offers_id_seq') end as id,
      ${draftsOf(db, sql`caller.caller_account`)} as drafts, ${catalogFacts(db, sql`caller.caller_account`)}
    from unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ input }) => input.price)}::bigint[],
      ${requests.map(({ input }) => listOf(input.addOns))}::text[], ${requests.map(({ input }) => input.externalId)}::text[],
      ${requests.map(({ input }) => input.allowList)}::bigint[], ${requests.map(({ input }) => input.blockList)}::bigint[],
      ${requests.map(({ reservesId }) => reservesId)}::boolean[])
      with ordinality as requested (hash, price, add_ons, external_id, allow_list, block_list, reserves_id, position)
    left join lateral (${callerBy(db, requirement, sql`requested.hash`)}) caller on true
    left join lateral (${spendingOf(sql`requested.hash`)} limit 1) spending on true
    ${catalogFactsFrom(sql`caller.caller_account`)}
    order by requested.position`)

export type NewOffer = {
  readonly id: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly pricedOffer: PricedOffer
  readonly source: string
  /** The API key that creates it; null: another credential. */
  readonly keyHash: Buffer | null
}

const insertOnlyColumns: readonly Column<NewOffer>[] = [
  { column: 'id', type: 'bigint', value: ({ id }) => id },
  { column: 'advertiser', type: 'bigint', value: ({ advertiser }) => advertiser },
  { column: 'key_hash', type: 'bytea', value: ({ keyHash }) => keyHash },
  { column: 'source', type: 'text', value: ({ source }) => source },
  { column: 'total_limit', type: 'integer', value: ({ pricedOffer }) => pricedOffer.totalLimit },
  { column: 'total_units', type: 'bigint', value: ({ pricedOffer }) => pricedOffer.totalUnits },
]

const pendingModeration = '{"status":"Pending","reasonCode":null,"comment":null,"decidedAtUtc":null}'

/** Inserts the offers; submitted ones only if the part `funds` covers their cost. */
const offerRows = (db: Db, submitted: boolean): Sql => sql`
  insert into offers (id, advertiser, source, ${writtenNames}, moderation, created_at, updated_at, submitted_at)
  select requested.id, requested.advertiser, requested.source, ${writtenValues},
    ${submitted ? pendingModeration : null}::jsonb, ${db.now()}, ${db.now()}, ${submitted ? db.now() : sql`null`}
  from requested ${submitted ? sql`join funds on funds.account = requested.advertiser` : nothing}
  returning *`

const submitHolds = sql`
  select 'offer:' || requested.id || ':submit' as cause, 'Hold' as kind, null::text as description, requested.id as offer,
    null::bigint as execution, moved.book, moved.owner, funds.account, moved.units
  from requested join funds on funds.account = requested.advertiser,
    lateral (values ('advertiser.available', requested.advertiser, -total_units),
      ('advertiser.held', requested.id, total_units)) moved (book, owner, units)`

const submissions = sql`
  select 'advertiser' as actor, advertiser as account, 'task.submit' as action, 'task' as subject, offer as subject_id,
    advertiser as owner, null::text as reason, jsonb_build_object('from', null, 'to', status, 'version', 1) as data
  from state`

const requestedMoney = sql`select advertiser as account, total_units as taken_units, key_hash from requested`

type InsertOptions = { readonly submitted: boolean; readonly money: Money }

/**
 * Inserts a batch of offers in one guarded statement, each advertiser once: offers, slots, events and, for submitted offers, the money.
 * Offers whose advertiser no longer has enough funds, or whose API key may not spend them today, are missing from the result.
 */
export const insertOffers = (db: Db, offers: readonly NewOffer[], { submitted, money }: InsertOptions) => {
  const held = submitted ? sql`requested.total_units` : sql`0::bigint`
  return db.many<Offer>(sql`
    with requested as materialized (select * from ${requestedRows(offers, insertOnlyColumns)}),
    ${submitted ? sql`${fundsWithinDailyMax(db, lockFunds(requestedMoney), requestedMoney)},` : nothing}
    offers as (${offerRows(db, submitted)}),
    state as (
      insert into offer_states (offer, advertiser, status, total_limit, remaining)
      select requested.id, requested.advertiser, ${submitted ? 'PendingModeration' : 'Draft'}::text, total_limit, total_limit
      from requested join offers on offers.id = requested.id
      returning *
    ),
    ${submitted ? sql`${post(db, submitHolds, money)},` : nothing}
    event as (${recordEvents(db)`
      select 'task.created' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('source', offers.source, 'offer', ${offerSnapshot(sql`offers`)},
          'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${held}) as data, 1 as rank
      from state join offers on offers.id = state.offer join requested on requested.id = state.offer
      ${submitted ? sql`union all ${lowBalance('TaskSubmitted')}` : nothing}`})
    ${submitted ? sql`, decided as (${recordDecisions(db)`${submissions}`})` : nothing}
    select ${offerColumns(held)} from offers join state on state.offer = offers.id join (
      select id as requested_id, total_units from requested) requested on requested.requested_id = offers.id`)
}
