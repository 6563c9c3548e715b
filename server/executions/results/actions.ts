import { mayCall } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { ItemFilter } from '../../items/item.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import type { Result } from './result.ts'
import { readResults } from './sql.ts'
import { type ExportQuery, readNames, readNext } from './sql-export.ts'

/** Returns a page of the items of the caller's own offer with their answers. */
export async function listResults(
  ctx: Ctx,
  offer: Id<'offer'>,
  filter: ItemFilter,
  page: Page,
): Promise<PageOf<Result>> {
  const { caller, rows } = admitted(ctx.by, await readResults(ctx.db.reads, ctx.by, offer, filter, page))
  if (rows.length === 0) throw TaskNotFound({})
  return listed(rows, page, caller, ctx.secretKey)
}

/** Items that an export holds in memory at a time. */
const setMost = 250

/** Returns all items of the caller's own offer in batches, with the answers of reports in these statuses. */
export async function exportResults(ctx: Ctx, offer: Id<'offer'>, status: readonly string[]) {
  const { callerAccount: account } = await mayCall(ctx)
  const names = await readNames(ctx.db.reads, account, offer)
  if (names === undefined) throw TaskNotFound({})
  return { names, sets: setsOf(ctx.db, { offer, status, after: undefined }) }
}

async function* setsOf(db: Database, query: ExportQuery): AsyncGenerator<readonly Result[]> {
  for (let after = query.after; ; ) {
    const set = await readNext(db, { ...query, after }, setMost)
    if (set.length === 0) return
    yield set
    after = set.at(-1)?.id
  }
}
