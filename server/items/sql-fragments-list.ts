import { afterCursor, every, join, name, nothing, rowsOfPage, type Sql, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { offsetOf, type Page } from '../values/requests/page.ts'
import type { ItemFilter } from './item.ts'
import { countedStatuses } from './sql-fragments-statuses.ts'

export const itemColumns = sql`items.id, items.external_id, items.data, items.gold_answer, items.status, items.created_at`

const order = { id: sql`items.id`, isBackwards: false }
const ofNamed = sql`items.offer = named.id`

/** The next items in order. Each status contributes its own first `count` rows, which an index has in order. */
function itemsOfPage({ status, externalId }: ItemFilter, page: Page, count: number): Sql {
  const named = every([ofNamed, ...when(externalId, sql`items.external_id = ${externalId}`)])
  if (status === undefined) return sql`from items where ${named}`
  return sql`
    from unnest(${[...new Set(status)]}::text[]) as request (status) cross join lateral (
      select * from items where ${named} and items.status = request.status ${afterCursor(order, page)}
      order by items.id limit ${count}::bigint) items
    where true`
}

/** How many items a filter finds; statuses are counted as they change. */
function totalOf({ status, externalId }: ItemFilter): Sql {
  if (externalId !== undefined) {
    const ofStatus = when(status, sql`items.status = any(${status}::text[])`)
    return sql`(select count(*) from items where ${every([ofNamed, sql`items.external_id = ${externalId}`, ...ofStatus])})`
  }
  const counted = countedStatuses.filter(([, shown]) => status === undefined || status.includes(shown))
  const counts = join(
    counted.map(([column]) => name(column)),
    sql` + `,
  )
  return sql`(select ${counts} from item_counts where item_counts.offer = named.id)`
}

/**
 * Selects a page of the items of the caller's own offer, in the order in which they were added, within `forCaller`; no row if they have no
 * such offer. `more` selects further columns of a row named `item`.
 */
export const pageOfItems = (offer: Id<'offer'>, filter: ItemFilter, page: Page, more: Sql = nothing): Sql => sql`
  select coalesce(${totalOf(filter)}, 0) as total_count, item.* ${more} from (
    select id from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
  left join lateral (${rowsOfPage({ columns: itemColumns, from: itemsOfPage(filter, page, offsetOf(page) + page.pageSize + 1), order }, page)}) item on true
  order by item.id`

/** Selects the ids of the next items of an offer, a row named `named`, in order. */
export const nextItems = (filter: ItemFilter, page: Page, limit: number): Sql => sql`
  select items.id ${itemsOfPage(filter, page, limit)} ${afterCursor(order, page)} order by items.id limit ${limit}::bigint`
