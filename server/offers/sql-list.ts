import { asCaller } from '../accounts/steps.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { every, type Order, orderBy, pageOfList, rowsOfPage, type Sql, sortsBy, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, Placed } from '../values/page.ts'
import type { Profile } from './audience.ts'
import { type Available, type Filter, foldCase } from './available.ts'
import type { Offer } from './offer.ts'
import { type Found, heldUnits, offerColumns } from './sql.ts'
import { availableColumns } from './steps.ts'

/** What an advertiser, or an operator, narrows a list of offers by. */
export type OwnFilter = {
  readonly status?: readonly string[] | undefined
  readonly externalId?: string | undefined
  readonly search?: string | undefined
  readonly category?: number | undefined
  readonly platform?: number | undefined
  readonly price?: number | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
  readonly updatedFrom?: string | undefined
  readonly updatedTo?: string | undefined
  readonly includeArchived?: boolean | undefined
  readonly sort?: string | undefined
}

const orders: Readonly<Record<string, string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  id: 'offers.id',
  title: 'title',
}
export const sorts = sortsBy(orders)

const offersId = sql`offers.id`

const contains = (search: string): Sql => sql`strpos(searchable, ${foldCase(search)}::text) > 0`

function ownConditions(filter: OwnFilter): Sql {
  return every([
    ...when(filter.status, sql`state.status = any(${filter.status}::text[])`),
    ...(filter.includeArchived || filter.status ? [] : [sql`state.status <> 'Archived'`]),
    ...when(filter.externalId, sql`external_id = ${filter.externalId}::text`),
    ...when(filter.search, contains(filter.search ?? '')),
    ...when(filter.category, sql`category = ${filter.category}::bigint`),
    ...when(filter.platform, sql`platform = ${filter.platform}::bigint`),
    ...when(filter.price, sql`price = ${filter.price}::bigint`),
    ...when(filter.createdFrom, sql`created_at >= ${filter.createdFrom}::timestamptz`),
    ...when(filter.createdTo, sql`created_at <= ${filter.createdTo}::timestamptz`),
    ...when(filter.updatedFrom, sql`updated_at >= ${filter.updatedFrom}::timestamptz`),
    ...when(filter.updatedTo, sql`updated_at <= ${filter.updatedTo}::timestamptz`),
  ])
}

/** A page of the caller's own offers, or of everybody's, and how many there are in all; one row with id null for none. */
export const readOffers = (db: Db, by: By, filter: OwnFilter, page: Page, whose: 'own' | 'any') => {
  const { sort = '-createdAt' } = filter
  const from = sql`
    from offers join offer_states state on state.offer = offers.id
    where ${whose === 'own' ? sql`offers.advertiser = caller.caller_account` : sql`true`} and ${ownConditions(filter)}`
  return db.many<Found<Offer & Placed>>(
    asCaller(
      db,
      by,
      pageOfList({ columns: offerColumns(heldUnits), from, order: orderBy(orders, sort, offersId) }, page),
    ),
  )
}

export const readOffer = (db: Db, by: By, id: Id<'offer'>) =>
  db.many<Found<Offer>>(
    asCaller(
      db,
      by,
      sql`
      select ${offerColumns(heldUnits)} from offers join offer_states state on state.offer = offers.id
      where offers.id = ${id}::bigint and offers.advertiser = caller.caller_account`,
    ),
  )

/** What can be reserved, by the row of slots alone: only what was activated is Active. */
const open = sql`state.status = 'Active' and state.remaining > 0`

const narrowedBy = (filter: Filter): Sql[] => [
  ...when(filter.search, contains(filter.search ?? '')),
  ...when(filter.category, sql`category = ${filter.category}::bigint`),
  ...when(filter.platform, sql`platform = ${filter.platform}::bigint`),
  ...when(filter.minUnits, sql`reward_units >= ${filter.minUnits}::bigint`),
  ...when(filter.maxUnits, sql`reward_units <= ${filter.maxUnits}::bigint`),
  ...when(filter.activatedFrom, sql`activated_at >= ${filter.activatedFrom}::timestamptz`),
  ...when(filter.activatedTo, sql`activated_at <= ${filter.activatedTo}::timestamptz`),
]

export type ExecutorFacts = {
  readonly ownBirthDate: Profile['birthDate']
  readonly ownCountry: Profile['country']
  readonly ownGender: Profile['gender']
}

const latestFirst: Order = { key: sql`offers.activated_at`, id: offersId, isBackwards: true }

/** A page of what executors may reserve, newest first, with the profile of the one who asks. */
export const readAvailable = (db: Db, by: By, filter: Filter, page: Page) => {
  const narrowed = narrowedBy(filter)
  const from = sql`
    from offers join offer_states state on state.offer = offers.id
    where ${every([open, sql`activated_at is not null`, ...narrowed])}`
  // Without a filter the narrow table is enough to count: 20,000 offers in 3 ms instead of 12.
  const countedFrom = narrowed.length === 0 ? sql`from offer_states state where ${open}` : from
  return db.many<Found<Available & ExecutorFacts & Placed>>(
    asCaller(
      db,
      by,
      sql`
      select total.total_count, own.birth_date as own_birth_date, own.country as own_country, own.gender as own_gender,
        item.*
      from (select count(*) as total_count ${countedFrom}) total
      left join executors own on own.account = caller.caller_account
      left join (
        select ${availableColumns}, found.place_key, found.place_id
        from (${rowsOfPage({ columns: offersId, from, order: latestFirst }, page)}) found
        join offers on offers.id = found.id join offer_states state on state.offer = offers.id
        left join advertisers repute on repute.account = offers.advertiser
        order by offers.activated_at desc, offers.id desc) item on true`,
    ),
  )
}
