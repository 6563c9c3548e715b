import { afterCursor, every, join, name, nothing, rowsOfPage, type Sql, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { offsetOf, type Page } from '../values/requests/page.ts'
import type { ItemFilter } from './item.ts'
import { countedStatuses } from './sql-fragments.ts'

export const itemColumns = sql`items.id, items.external_id, items.data, items.status, items.created_at`

const order = { id: sql`items.id`, isBackwards: false }
const ofNamed = sql`items.offer = named.id`

/** The items of a page in order. Each status contributes its own first rows, which an index has in order. */
function itemsOfPage({ status, externalId }: ItemFilter, page: Page): Sql {
  const named = every([ofNamed, ...when(externalId, sql`items.external_id = ${externalId}`)])
  if (status === undefined) return sql`from items where ${named}`
  return sql`
    from unnest(${[...new Set(status)]}::text[]) as request (status) cross join lateral (
      select * from items where ${named} and items.status = request.status ${afterCursor(order, page)}
      order by items.id limit ${offsetOf(page) + page.pageSize + 1}::bigint) items
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
  left join lateral (${rowsOfPage({ columns: itemColumns, from: itemsOfPage(filter, page), order }, page)}) item on true
  order by item.id`

/** Selects the ids of the next items of an offer, a row named `named`, in order. */
export function nextItems({ status, externalId }: ItemFilter, page: Page, limit: number): Sql {
  const conditions = every([ofNamed, ...when(externalId, sql`items.external_id = ${externalId}`)])
  const next = (more: Sql): Sql => sql`
    select items.id from items where ${conditions} ${more} ${afterCursor(order, page)} order by items.id limit ${limit}::bigint`
  if (status === undefined) return next(nothing)
  return sql`
    select items.id from unnest(${[...new Set(status)]}::text[]) as request (status)
    cross join lateral (${next(sql`and items.status = request.status`)}) items order by items.id limit ${limit}::bigint`
}
