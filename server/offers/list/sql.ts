import type { AssignedFilter } from '../../accounts/desk-subject.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { assignedIs } from '../../accounts/sql-fragments-desk.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  boundedCount,
  every,
  idsOfPage,
  type List,
  nothing,
  orderBy,
  orderColumns,
  pageOfList,
  rowsOfPage,
  type Sql,
  skipsRows,
  sortsBy,
  sql,
  when,
} from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { StatusCount } from '../../values/requests/status-counts.ts'
import { foldText } from '../../values/requests/texts.ts'
import type { Offer } from '../offer.ts'
import { heldUnits } from '../sql.ts'
import { changingRow, listedColumns, offerColumns } from '../sql-columns.ts'
import { foldedSearchable } from '../sql-fragments-content.ts'

/** Filters of a list of offers, for advertisers and operators. */
export type OfferFilter = {
  readonly advertiser?: Id<'account'> | undefined
  readonly status?: readonly string[] | undefined
  readonly externalId?: string | undefined
  readonly search?: string | undefined
  readonly category?: number | undefined
  readonly platform?: number | undefined
  readonly price?: number | undefined
  /** The code of the task type. */
  readonly type?: string | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
  readonly updatedFrom?: string | undefined
  readonly updatedTo?: string | undefined
  readonly hasPendingChange?: true | undefined
  /** Offers that wait for moderation, or have a change that does. */
  readonly toModerate?: true | undefined
  /** Who of the operators has it. Only of operators' lists. */
  readonly assigned?: AssignedFilter | undefined
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

/** The ids of offers that wait for moderation, as a whole or with a change. */
const toModerate: Sql = sql`
  array(select offer from offer_states where status = 'PendingModeration'
    union all select id from offers where pending_change ->> 'status' = 'Pending')`

const contains = (search: string): Sql => sql`strpos(${foldedSearchable}, ${foldText(search)}::text) > 0`

function filterConditions(filter: OfferFilter): Sql {
  return every([
    ...when(filter.advertiser, sql`offers.advertiser = ${filter.advertiser}::bigint`),
    ...when(filter.status, sql`state.status = any(${filter.status}::text[])`),
    ...(filter.includeArchived || filter.status ? [] : [sql`state.status <> 'Archived'`]),
    ...when(filter.hasPendingChange, sql`pending_change ->> 'status' = 'Pending'`),
    ...when(filter.toModerate, sql`offers.id = any(${toModerate})`),
    ...(filter.assigned ? [assignedIs(filter.assigned, 'offer', offersId)] : []),
    ...when(filter.externalId, sql`external_id = ${filter.externalId}::text`),
    ...when(filter.search, contains(filter.search ?? '')),
    ...when(filter.category, sql`category = ${filter.category}::bigint`),
    ...when(filter.platform, sql`platform = ${filter.platform}::bigint`),
    ...when(filter.price, sql`price = ${filter.price}::bigint`),
    ...when(filter.type, sql`type = ${filter.type}::text`),
    ...when(filter.createdFrom, sql`created_at >= ${filter.createdFrom}::timestamptz`),
    ...when(filter.createdTo, sql`created_at <= ${filter.createdTo}::timestamptz`),
    ...when(filter.updatedFrom, sql`updated_at >= ${filter.updatedFrom}::timestamptz`),
    ...when(filter.updatedTo, sql`updated_at <= ${filter.updatedTo}::timestamptz`),
  ])
}

const listed = listedColumns(heldUnits)

const listOf = (filter: OfferFilter, condition: Sql, columns = listed): List => ({
  columns,
  from: sql`from offers join offer_states state on state.offer = offers.id where ${condition}`,
  order: orderBy(orders, filter.sort ?? '-createdAt', offersId),
})

export type OwnOffersQuery = {
  readonly account: Id<'account'>
  readonly filter: OfferFilter
  readonly page: Page
  /** If it is known. */
  readonly total: number | undefined
}

/**
 * The version of an offer in a list: the transaction that wrote its row, when, and what changes outside of the row. Another server that
 * becomes the primary without the last transactions gives their numbers to others.
 */
const listedVersion = sql`
  concat_ws(' ', offers.xmin, date_part('epoch', offers.updated_at), ${changingRow(heldUnits)}) as listed_version`
export type ListedVersion = Pick<Offer, 'id'> & { readonly listedVersion: string }

/**
 * Reads the versions of a page of an advertiser's offers, with their total; one row with id null if there are none. A page that is the
 * whole list is its total: filters that find few offers read all of them for either.
 */
export const readOwnOffers = (db: Db, { account, filter, page, total }: OwnOffersQuery) => {
  const list = listOf(
    filter,
    sql`offers.advertiser = ${account}::bigint and ${filterConditions(filter)}`,
    sql`offers.id, ${listedVersion}`,
  )
  const rows = skipsRows(page) ? foundPage(list, page) : rowsOfPage(list, page)
  const found = sql`(select count(*) from page)`
  const isWhole = sql`${!page.after && !skipsRows(page)}::boolean and ${found} <= ${page.pageSize}::bigint`
  const counted = boundedCount(countedOf(account, filter) ?? list.from)
  return db.many<ListedVersion & PagedRow>(sql`
    with page as materialized (${rows})
    select coalesce(${total ?? null}::bigint, case when ${isWhole} then ${found} else ${counted} end) as total_count, page.*
    from (values (true)) always left join page on true`)
}

/** Filters by status alone are counted without reading the offers; undefined with other filters. */
function countedOf(
  account: Id<'account'>,
  { status, includeArchived, sort: _, ...others }: OfferFilter,
): Sql | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  return sql`
    from offer_states state where advertiser = ${account}::bigint and ${filterConditions({ status, includeArchived })}`
}

/** Reads these offers as lists show them. */
export const readVersions = (db: Db, ids: readonly Id<'offer'>[]) =>
  db.many<Offer & ListedVersion>(sql`
    select ${listed}, ${listedVersion} from offers join offer_states state on state.offer = offers.id
    where offers.id = any(${ids}::bigint[])`)

/** Finds the ids of a page, and then the offers: skipped rows cost no columns. */
const foundPage = ({ columns, from, order }: List, page: Page): Sql => sql`
  select ${columns}, ${order.key ? sql`found.place_key, ` : nothing}found.place_id
  from (${idsOfPage({ from, order }, page)}) found join offers on offers.id = found.id
  join offer_states state on state.offer = offers.id order by ${orderColumns(order)}`

export const readAllOffers = (db: Db, by: By, filter: OfferFilter, page: Page) =>
  forCaller<Offer & PagedRow>(db, by)`${pageOfList(listOf(filter, filterConditions(filter)), page)}`

/** Counts up to `limit` offers of an advertiser by status. */
export const countOffers = (db: Db, advertiser: Id<'account'>, limit: number) =>
  db.many<StatusCount>(sql`
    select status, count(*) from (
      select state.status from offers join offer_states state on state.offer = offers.id
      where offers.advertiser = ${advertiser}::bigint limit ${limit}::bigint) counted
    group by status order by status`)

export const readOffer = (db: Db, by: By, id: Id<'offer'>) =>
  forCaller<Offer>(db, by)`
      select ${offerColumns(heldUnits)} from offers join offer_states state on state.offer = offers.id
      where offers.id = ${id}::bigint and offers.advertiser = caller.caller_account`
