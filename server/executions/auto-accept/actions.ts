import { inBatches } from '../../platform/batching/batches.ts'
import { missedRework, overdue } from '../deadlines.ts'
import { type DecisionContext, decideBatched, decideOn } from '../decisions/actions.ts'
import type { Review } from '../decisions/decision.ts'
import { type PastDeadline, readPastDeadline } from './sql.ts'

const nothingSaid = { account: null, comment: null, rating: null, reasonCode: null, reason: null, failedCriteria: null }

const accepted = ({ id, offer, executor }: PastDeadline): Review => ({
  ...nothingSaid,
  execution: id,
  offer,
  executor,
  by: 'AutoAccept',
})

const missed = ({ id, offer, executor }: PastDeadline): Review => ({
  ...nothingSaid,
  ...missedRework,
  execution: id,
  offer,
  executor,
  by: 'ReworkTimeout',
})

/**
 * Carries out what time has decided of an execution, before anybody does something to it; says whether there was
 * something. Whoever asks reads the facts again.
 */
export async function applyExpiredDeadline(
  ctx: DecisionContext,
  execution: PastDeadline & Parameters<typeof overdue>[0],
  now: Date,
): Promise<boolean> {
  const due = overdue(execution, now)
  if (due === 'autoAccept') await decideOn(ctx, 'accept', 'Pending', accepted(execution))
  if (due === 'missRework') await missRework(ctx, execution)
  return due !== undefined
}

/** Refuses work that was to be done again and is submitted too late. */
export const missRework = (ctx: DecisionContext, late: PastDeadline) =>
  decideOn(ctx, 'reject', 'ReworkRequested', missed(late))

const overdueMax = 200

/** Accepts what nobody reviewed in time, the longest overdue first, in sets; answers how many. */
export const autoAcceptDue = (ctx: DecisionContext): Promise<number> =>
  inBatches(overdueMax, async (most) => {
    const due = await readPastDeadline(ctx.db, 'Pending', most)
    return due.length === 0 ? 0 : (await decideBatched(ctx, 'accept', 'Pending', due.map(accepted))).length
  })

/** Refuses what was not done again in time. */
export const missReworkDue = (ctx: DecisionContext): Promise<number> =>
  inBatches(overdueMax, async (most) => {
    const due = await readPastDeadline(ctx.db, 'ReworkRequested', most)
    return due.length === 0 ? 0 : (await decideBatched(ctx, 'reject', 'ReworkRequested', due.map(missed))).length
  })
