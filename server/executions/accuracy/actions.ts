import { admitted } from '../../accounts/caller.ts'
import { endStop } from '../../items/actions-stops.ts'
import { doubtAnswers, lockRoom } from '../../items/consensus/actions-doubts.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { aliasOf } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import type { AccuracyRow, ListedAccuracy, OpenStop } from '../accuracy.ts'
import { type DecisionContext, writeDecisions } from '../decisions/actions.ts'
import { holdBatched, rejectionToHold } from '../decisions/actions-review.ts'
import type { AllowedDecision } from '../decisions/decide.ts'
import { allowanceFor } from '../decisions/rejection-limit.ts'
import { type Execution, operatorReview } from '../execution.ts'
import { readAccuracies, readEarlier, readHistory, readIsOpen, readOpenStops, readPendingOf } from './sql.ts'

/** Returns a page of the accuracies of executors on the caller's own offer, in the order of their first answers. */
export async function listAccuracies(ctx: Ctx, offer: Id<'offer'>, page: Page): Promise<PageOf<ListedAccuracy>> {
  const { caller, rows } = admitted(ctx.by, await readAccuracies(ctx.db.reads, ctx.by, offer, page))
  if (rows.length === 0) throw TaskNotFound({})
  const { items, ...named } = listed(rows, page, caller, ctx.secretKey)
  const alias = (row: AccuracyRow) => aliasOf(ctx.secretKey, row.advertiser, row.executor)
  return { ...named, items: items.map((row) => ({ ...row, executorAlias: alias(row) })) }
}

const stopsMax = 20
const worksMax = 200
/** The most slots that an executor gets of an offer. */
const earlierMax = 1_000

/** Sees to the earlier work of executors who were stopped, as their offers want it. Returns how many executors that were. */
export const settleStops = (ctx: DecisionContext): Promise<number> =>
  drainInBatches(stopsMax, async (limit) => {
    const stops = await readOpenStops(ctx.db, limit)
    let settled = 0
    for (const stop of stops) if (await settleStop(ctx, stop)) settled++
    return settled
  })

/** Returns whether nothing is left to do. Work that was decided meanwhile, or is more than one batch, is left to the next run. */
async function settleStop(ctx: DecisionContext, stop: OpenStop): Promise<boolean> {
  if (stop.earlierWork === 'AskAgain') await askAgain(ctx, stop)
  const read = () => (stop.earlierWork === 'Reject' ? readPendingOf(ctx.db, stop, operatorReview, worksMax) : [])
  const works = await read()
  if (works.length > 0) await rejectAll(ctx, stop, works)
  const isDone = works.length === 0 || (await read()).length === 0
  if (isDone) await endStop(ctx, stop)
  return isDone
}

/** Has the items of all earlier work answered once more, by others, where they have a further answer to spare. The work stays as it is. */
async function askAgain({ db }: DecisionContext, stop: OpenStop): Promise<void> {
  for (const execution of await readEarlier(db, stop, earlierMax))
    await db.transaction(async (db) => {
      const answers = { offer: stop.offer, execution }
      const hasRoom = await lockRoom(db, answers)
      if (hasRoom && (await readIsOpen(db, stop)).isOpen) await doubtAnswers(db, answers)
    })
}

/**
 * Rejects the work. These count as rejections of the advertiser, who wrote the known answers: beyond their limit, an operator decides. So
 * wrong known answers are no way to get work without paying.
 */
async function rejectAll(ctx: DecisionContext, stop: OpenStop, works: readonly Execution[]): Promise<void> {
  const { recent, rejectionsMade } = await readHistory(ctx.db, stop.advertiser)
  const { remaining, cause } = allowanceFor({ recent, accepted: 0, rejected: works.length }, ctx.config)
  const reviews = works.map((work) => ({
    ...reviewFor(stop, work),
    rejectionsRemaining: remaining,
    rejectionsMade,
  }))
  const now = reviews.slice(0, remaining)
  if (now.length > 0) await writeDecisions(ctx, 'reject', 'Pending', now)
  const others = reviews.slice(remaining).map((review) => rejectionToHold(review, cause))
  if (others.length > 0) await holdBatched(ctx, others)
}

const reviewFor = ({ advertiser, figures }: OpenStop, work: Execution): AllowedDecision => ({
  execution: work.id,
  offer: work.offer,
  executor: work.executor,
  hasItems: true,
  hasScreenOuts: work.hasScreenOuts,
  by: 'Rule',
  account: advertiser,
  version: work.version,
  reasonCode: 'Gold',
  reason: `${figures.right} of ${figures.answered} answers to items with a known answer were right. The task asks for at least ${Math.round(figures.minAccuracy * 100)} %.`,
})
