import type { SpendingLimits } from '../../accounts/account.ts'
import type { Caller } from '../../accounts/caller.ts'
import { spendingOf, spendWithKeys } from '../../accounts/spending/sql-fragments.ts'
import { callerBy } from '../../accounts/sql-fragments-callers.ts'
import { lockFunds, mustAfford, openHolds, postTransfers, recordLowBalance } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import { requiredText } from '../audience.ts'
import type { Offer } from '../offer.ts'
import type { PricedOffer } from '../priced-offer.ts'
import { heldUnits } from '../sql.ts'
import { type Column, offerColumns, requestedRows, writtenNames, writtenValues } from '../sql-columns.ts'
import { offerSnapshot, stateSnapshot } from '../sql-fragments.ts'
import { catalogFacts, catalogFactsFrom, listOf, type OrderFacts, type PriceFactsQuery } from '../sql-price-facts.ts'

/** `reservesId`: the order may create an offer, so an id is reserved for it. */
export type OrderRequest = { readonly hash: Buffer; readonly input: PriceFactsQuery; readonly reservesId: boolean }

/** How many of the latest offers of a price say how fast its work is done, and how many are needed. */
const [pacesMax, pacesMin] = [20, 3]

/** Reads the median of works in an hour on the latest offers of a price; null: too few were measured. */
export const readWorksPerHour = (db: Db, price: number) =>
  db.one<{ worksPerHour: number | null }>(sql`
    select case when count(*) >= ${pacesMin}::bigint then percentile_cont(0.5) within group (order by works_per_hour) end as works_per_hour
    from (select works_per_hour from offer_paces where price = ${price}::bigint order by offer desc limit ${pacesMax}::bigint) latest`)

/** Days for which an archived offer that was never published counts as a draft. */
const archivedDays = 7

/** Number of the advertiser's drafts. Offers before moderation hold money, and a person has read the rejected ones. */
const draftsOf = (db: Db, advertiser: Sql): Sql => sql`(
  select count(*) from offers
  where advertiser = ${advertiser} and activated_at is null and (moderation is null or archived_at is not null)
    and (archived_at is null or archived_at > ${db.now()} - ${archivedDays}::integer * interval '1 day'))`

/** Reads the facts for a batch of orders, in the order of `requests`; `price` is null if there is no such price. */
export const readOrders = (db: Db, requirement: Requirement, requests: readonly OrderRequest[]) =>
  db.many<Caller & SpendingLimits & OrderFacts & { readonly id: Id<'offer'>; readonly drafts: number }>(sql`
    select caller.*, spending.*, case when requested.reserves_id then nextval('offers_id_seq') end as id,
      ${draftsOf(db, sql`caller.caller_account`)} as drafts, ${catalogFacts(db, sql`caller.caller_account`)}
    from unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ input }) => input.price)}::bigint[],
      ${requests.map(({ input }) => listOf(input.addOns))}::text[], ${requests.map(({ input }) => input.externalId)}::text[],
      ${requests.map(({ input }) => input.allowList)}::bigint[], ${requests.map(({ input }) => input.blockList)}::bigint[],
      ${requests.map(({ input }) => requiredText(input))}::text[], ${requests.map(({ reservesId }) => reservesId)}::boolean[])
      with ordinality as requested (hash, price, add_ons, external_id, allow_list, block_list, required, reserves_id, position)
    left join lateral (${callerBy(db, requirement, sql`requested.hash`)}) caller on true
    left join lateral (${spendingOf(sql`requested.hash`)} limit 1) spending on true
    ${catalogFactsFrom(sql`caller.caller_account`)}
    order by requested.position`)

export type NewOffer = {
  readonly id: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly pricedOffer: PricedOffer
  /** How many items it gets in the same transaction. */
  readonly items: number
  readonly source: string
  /** The API key that creates it; null: another credential. */
  readonly keyHash: Buffer | null
}

const insertOnlyColumns: readonly Column<NewOffer>[] = [
  { column: 'id', type: 'bigint', value: ({ id }) => id },
  { column: 'advertiser', type: 'bigint', value: ({ advertiser }) => advertiser },
  { column: 'source', type: 'text', value: ({ source }) => source },
]

const pendingModeration = '{"status":"Pending","reasonCode":null,"comment":null,"decidedAtUtc":null}'

const insertRows = (db: Db, offers: readonly NewOffer[], submitted: boolean): Sql => sql`
  insert into offers (id, advertiser, source, ${writtenNames}, moderation, created_at, updated_at, submitted_at)
  select requested.id, requested.advertiser, requested.source, ${writtenValues},
    ${submitted ? pendingModeration : null}::jsonb, ${db.now()}, ${db.now()}, ${submitted ? db.now() : sql`null`}
  from ${requestedRows(offers, insertOnlyColumns)}`

const insertSlots = (batch: Sql, status: 'Draft' | 'PendingModeration'): Sql => sql`
  insert into offer_states (offer, advertiser, status, total_limit, remaining, screen_out_max)
  select offer, account, ${status}::text, total_limit, total_limit, screen_out_max from ${batch}`

/** The steps that take the money of the batch and hold it for its offers. The guards refuse those who cannot pay. */
const holdMoney = (db: Db, batch: Sql, money: Money): Sql[] => {
  const taken = sql`select account, taken_units, taken_units as held_units, 0 as owed_units, key_hash from ${batch}`
  const postings = sql`
    select 'offer:' || offer || ':submit' as cause, 'Hold' as kind, null::text as description, offer, null::bigint as execution, moved.book,
      moved.owner, account, moved.units
    from ${batch}, lateral (values ('advertiser.available', account, -taken_units), ('advertiser.held', offer, taken_units)) moved (book, owner, units)`
  return [
    lockFunds(sql`array(select account from ${batch})`),
    mustAfford(taken),
    ...spendWithKeys(db, taken),
    recordLowBalance(db, taken, 'TaskSubmitted'),
    openHolds(sql`select offer, account from ${batch}`),
    ...postTransfers(db, postings, money),
  ]
}

type InsertOptions = { readonly submitted: boolean; readonly money: Money }

/**
 * Inserts a batch of offers in one flight, each advertiser once: offers, slots, event and, for submitted offers, the money. None is inserted
 * if an advertiser no longer has enough money, or their API key may not spend it today.
 */
export const insertOffers = (db: Db, offers: readonly NewOffer[], { submitted, money }: InsertOptions) => {
  const ids = sql`${offers.map(({ id }) => id)}::bigint[]`
  const batch = sql`
    unnest(${ids}, ${offers.map(({ advertiser }) => advertiser)}::bigint[], ${offers.map(({ pricedOffer }) => pricedOffer.totalUnits)}::bigint[],
      ${offers.map(({ pricedOffer }) => pricedOffer.totalLimit)}::integer[], ${offers.map(({ keyHash }) => keyHash)}::bytea[],
      ${offers.map(({ items }) => items)}::integer[], ${offers.map(({ pricedOffer }) => pricedOffer.screenOutMax)}::integer[])
      as batch (offer, account, taken_units, total_limit, key_hash, items, screen_out_max)`
  return db.flight<Offer>([
    insertRows(db, offers, submitted),
    insertSlots(batch, submitted ? 'PendingModeration' : 'Draft'),
    recordCreated(db, batch, submitted ? sql`taken_units` : sql`0`),
    ...(submitted ? holdMoney(db, batch, money) : []),
    ...(submitted ? [recordSubmitted(db, ids)] : []),
    sql`
      select ${offerColumns(heldUnits)} from offers join offer_states state on state.offer = offers.id where offers.id = any(${ids})`,
  ])
}

/** `held`: what the offer holds after the flight. */
const recordCreated = (db: Db, batch: Sql, held: Sql): Sql => recordEvents(db)`
  select 'task.created' as kind, account, batch.offer, null::bigint as execution,
    jsonb_build_object('source', source, 'offer', ${offerSnapshot(sql`offers`)}, 'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${held},
      'itemCounts', case when overlap is not null then items || ' 0 0 0 0' end) as data, 1 as rank
  from ${batch} join offers on offers.id = batch.offer join offer_states state on state.offer = batch.offer`

const recordSubmitted = (db: Db, ids: Sql): Sql => recordDecisions(db)`
  select 'advertiser' as actor, advertiser as account, 'task.submit' as action, 'task' as subject, offer as subject_id,
    advertiser as owner, null::text as reason, jsonb_build_object('from', null, 'to', status, 'version', 1) as data
  from offer_states where offer = any(${ids})`
