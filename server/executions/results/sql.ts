import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { ItemFilter } from '../../items/item.ts'
import { pageOfItems } from '../../items/sql-fragments-list.ts'
import { resultOf } from '../../items/sql-fragments-results.ts'
import { skipReasons } from '../../items/sql-fragments-skips.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { type Result, valueBytesMax } from './result.ts'
import { answersOf } from './sql-fragments.ts'

/** Reads a page of the items of the caller's own offer with their answers; no row if they have no such offer. */
export const readResults = (db: Db, by: By, offer: Id<'offer'>, filter: ItemFilter, page: Page) => {
  const bytesMax = Math.floor(valueBytesMax / page.pageSize)
  return forCaller<Result & PagedRow>(db, by)`
    ${pageOfItems(
      offer,
      filter,
      page,
      sql`, ${skipReasons(sql`item.id`)} as skip_reasons, ${answersOf(sql`item.id`, { bytesMax })} as answers,
      ${resultOf(sql`item`)} as result`,
    )}`
}
