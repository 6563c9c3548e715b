import type { Caller } from '../../accounts/caller.ts'
import { callerBy } from '../../accounts/sql-fragments.ts'
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

/** `isMade`: the order may create an offer, so an id is reserved for it. */
export type OrderRequest = { readonly hash: Buffer; readonly input: PriceFactsQuery; readonly isMade: boolean }

/** Reads the facts for a batch of orders, in the order of `requests`; `price` is null if there is no such price. */
export const readOrders = (db: Db, requirement: Requirement, requests: readonly OrderRequest[]) =>
  db.many<Caller & OrderFacts & { readonly id: Id<'offer'> }>(sql`
    select caller.*, case when asked.is_made then nextval('offers_id_seq') end as id,
      ${catalogFacts(db, sql`caller.caller_account`)}
    from unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ input }) => input.price)}::bigint[],
      ${requests.map(({ input }) => listOf(input.addOns))}::text[], ${requests.map(({ input }) => input.externalId)}::text[],
      ${requests.map(({ input }) => input.allowList)}::bigint[], ${requests.map(({ input }) => input.blockList)}::bigint[],
      ${requests.map(({ isMade }) => isMade)}::boolean[])
      with ordinality as asked (hash, price, add_ons, external_id, allow_list, block_list, is_made, place)
    left join lateral (${callerBy(db, requirement, sql`asked.hash`)}) caller on true
    ${catalogFactsFrom(sql`caller.caller_account`)}
    order by asked.place`)

export type NewOffer = {
  readonly id: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly plan: PricedOffer
  readonly source: string
}

/** Columns that only the insert of an offer writes. */
const besides: readonly Column<NewOffer>[] = [
  { column: 'id', type: 'bigint', value: ({ id }) => id },
  { column: 'advertiser', type: 'bigint', value: ({ advertiser }) => advertiser },
  { column: 'source', type: 'text', value: ({ source }) => source },
  { column: 'total_limit', type: 'integer', value: ({ plan }) => plan.totalLimit },
  { column: 'total_units', type: 'bigint', value: ({ plan }) => plan.totalUnits },
]

const pendingModeration = '{"status":"Pending","reasonCode":null,"comment":null,"decidedAtUtc":null}'

/** Inserts the offers; submitted ones only if the part `funds` covers their cost. */
const offerRows = (db: Db, submitted: boolean): Sql => sql`
  insert into offers (id, advertiser, source, ${writtenNames}, moderation, created_at, updated_at, submitted_at)
  select asked.id, asked.advertiser, asked.source, ${writtenValues},
    ${submitted ? pendingModeration : null}::jsonb, ${db.now()}, ${db.now()}, ${submitted ? db.now() : sql`null`}
  from asked ${submitted ? sql`join funds on funds.account = asked.advertiser` : nothing}
  returning *`

const submitHolds = sql`
  select 'offer:' || asked.id || ':submit' as cause, 'Hold' as kind, null::text as description, asked.id as offer,
    null::bigint as execution, moved.book, moved.owner, funds.account, moved.units
  from asked join funds on funds.account = asked.advertiser,
    lateral (values ('advertiser.available', asked.advertiser, -total_units),
      ('advertiser.held', asked.id, total_units)) moved (book, owner, units)`

const submissions = sql`
  select 'advertiser' as actor, advertiser as account, 'task.submit' as action, 'task' as subject, offer as subject_id,
    advertiser as owner, null::text as reason, jsonb_build_object('from', null, 'to', status, 'version', 1) as data
  from state`

type Making = { readonly submitted: boolean; readonly money: Money }

/**
 * Inserts a batch of offers in one guarded statement, each advertiser once: offers, slots, events and, for submitted offers, the money.
 * Offers whose advertiser no longer has enough funds are missing from the result.
 */
export const insertOffers = (db: Db, offers: readonly NewOffer[], { submitted, money }: Making) => {
  const held = submitted ? sql`asked.total_units` : sql`0::bigint`
  return db.many<Offer>(sql`
    with asked as materialized (select * from ${requestedRows(offers, besides)}),
    ${submitted ? sql`funds as materialized (${lockFunds(sql`select advertiser as account, total_units as taken_units from asked`)}),` : nothing}
    offers as (${offerRows(db, submitted)}),
    state as (
      insert into offer_states (offer, advertiser, status, total_limit, remaining)
      select asked.id, asked.advertiser, ${submitted ? 'PendingModeration' : 'Draft'}::text, total_limit, total_limit
      from asked join offers on offers.id = asked.id
      returning *
    ),
    ${submitted ? sql`${post(db, submitHolds, money)},` : nothing}
    event as (${recordEvents(db)`
      select 'task.created' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('source', offers.source, 'offer', ${offerSnapshot(sql`offers`)},
          'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${held}) as data, 1 as rank
      from state join offers on offers.id = state.offer join asked on asked.id = state.offer
      ${submitted ? sql`union all ${lowBalance('TaskSubmitted')}` : nothing}`})
    ${submitted ? sql`, decided as (${recordDecisions(db)`${submissions}`})` : nothing}
    select ${offerColumns(held)} from offers join state on state.offer = offers.id join (
      select id as asked_id, total_units from asked) asked on asked.asked_id = offers.id`)
}
