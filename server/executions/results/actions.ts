import { mayCall } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import { type ItemFilter, itemStatuses } from '../../items/item.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf, pageEnd } from '../../values/requests/page.ts'
import { type AnswerFilter, type MatchingReports, mustBelongTogether, type ReportsWanted } from './answer-filter.ts'
import type { Result } from './result.ts'
import { readResults } from './sql.ts'
import { type ExportQuery, readNames, readNext } from './sql-export.ts'
import { findMatchingReports, readMatching } from './sql-matching.ts'

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

/** Returns the items of the caller's own offer with the wanted answers. A page may have few of them, or none, and a next page. */
export async function listMatching(
  ctx: Ctx,
  offer: Id<'offer'>,
  filter: ItemFilter,
  wanted: AnswerFilter,
  page: Page,
): Promise<PageOf<Result>> {
  mustBelongTogether(wanted)
  const sought = { ...filter, status: filter.status ?? statusesFor(wanted) }
  const { caller, rows } = admitted(ctx.by, await readMatching(ctx.db.reads, ctx.by, offer, sought, wanted, page))
  const [first] = rows
  if (!first) throw TaskNotFound({})
  const { totalCount, isCut, lastRead } = first
  const found = rows.filter(({ id }) => id !== null)
  const items = found.slice(0, page.pageSize)
  const continuesAfter = found.length > items.length ? items.at(-1)?.placeId : isCut ? lastRead : undefined
  const last = continuesAfter ? { key: null, id: continuesAfter } : undefined
  const total = { totalCount, totalCountIsExact: !isCut && page.after === undefined }
  return { items, ...total, ...pageEnd(page, last, caller, ctx.secretKey) }
}

/** No answer of a completed item waits for a decision, so that these need not be read. */
const statusesFor = ({ reportStatus }: AnswerFilter): readonly string[] | undefined =>
  reportStatus?.every((status) => status === 'Pending')
    ? itemStatuses.filter((status) => status !== 'Completed')
    : undefined

/** Returns the pending reports of the caller's own offer of which every answer is wanted, among the next ones. */
export async function matchingReports(ctx: Ctx, offer: Id<'offer'>, wanted: ReportsWanted): Promise<MatchingReports> {
  mustBelongTogether(wanted.answers)
  const { rows } = admitted(ctx.by, await findMatchingReports(ctx.db.reads, ctx.by, offer, wanted))
  const [found] = rows
  if (!found) throw TaskNotFound({})
  return found
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
