import { admit, presentedHash, requirementOf } from '../../accounts/caller.ts'
import { writeUnlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx, Requirement } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Versions } from '../../values/requests/version.ts'
import { type Execution, operatorReview, ReportNotFound, type Undecided } from '../execution.ts'
import type { ReadReport, Report } from '../report.ts'
import { applyExpiredDeadline, writeDecision } from './actions.ts'
import { type AllowedDecision, decideReject, namesCriteria, type RejectionToHold } from './decide.ts'
import { isDisabled, remainingRejections, TooManyRejections } from './rejection-limit.ts'
import { holdOneRejection, holdRejections } from './sql-hold.ts'
import { type RejectionNeeds, readReviewFacts } from './sql-review.ts'

export type ReviewRequest = {
  readonly id: Id<'execution'>
  readonly move: 'accept' | 'reject'
  /** The versions that may be decided on; unset: any. */
  readonly versions?: Versions
  readonly comment?: string | null | undefined
  readonly rating?: number | null | undefined
  readonly reason?: string | null | undefined
  readonly reasonCode?: string | null | undefined
  readonly failedCriteria?: readonly string[] | null | undefined
  /** Blocks the executor from all of the advertiser's offers. */
  readonly blockExecutor?: boolean | null | undefined
}

const noNeeds = { watched: false, criteria: false }

/** Reads the caller and the report, with the requested facts for a rejection. */
export const readForReview = (ctx: Ctx, execution: Id<'execution'>, needs: RejectionNeeds = noNeeds) =>
  readReviewFacts(ctx.db, requirementOf(ctx.by) as Requirement, {
    hash: presentedHash(ctx.by),
    execution,
    ...needs,
  })

/** Rejects a report, which frees its slot. Beyond the rejection limit, the rejection waits for an operator. */
export function reject(ctx: Ctx, request: Omit<ReviewRequest, 'move'>): Promise<ReadReport> {
  const decision = { ...request, move: 'reject' } as const
  return retryOnConflict(async () => {
    const [watched, criteria] = [!isDisabled(ctx.config), namesCriteria(decision)]
    const facts = admit(ctx.by, await readForReview(ctx, decision.id, { watched, criteria }))
    if (facts.id === null) throw ReportNotFound({})
    if (await applyExpiredDeadline(ctx, facts, facts.now)) return undefined
    const isOpen = decideReject(facts, { ...decision, criteria: facts.criteria, now: facts.now })
    // Rejected, or already waiting for an operator: a further rejection changes nothing.
    if (!isOpen || facts.flags.includes(operatorReview)) return facts
    const review = reviewOf(facts, decision)
    const remaining = watched ? remainingRejections(facts.recent, ctx.config) : null
    const decided =
      remaining === 0
        ? await holdRejection(ctx, facts, rejectionToHold(review, 'Rate'))
        : await writeDecision(ctx, 'reject', facts.status as Undecided, {
            ...review,
            rejectionsRemaining: remaining,
            rejectionsMade: facts.rejectionsMade,
          })
    return decided && withDecision(facts, decided)
  })
}

/** Returns the decision to write, after the rules have allowed it. */
export const reviewOf = (
  report: Pick<Report, 'id' | 'offer' | 'executor' | 'advertiser' | 'version' | 'hasItems' | 'hasScreenOuts'>,
  { comment, rating, reason, reasonCode, failedCriteria, ...more }: ReviewRequest,
): AllowedDecision => ({
  execution: report.id,
  offer: report.offer,
  executor: report.executor,
  hasItems: report.hasItems,
  hasScreenOuts: report.hasScreenOuts,
  by: 'Advertiser',
  account: report.advertiser,
  version: report.version,
  comment,
  rating,
  reason,
  reasonCode: more.move === 'reject' ? (reasonCode ?? 'Other') : null,
  failedCriteria,
  blocks: more.move === 'reject' && more.blockExecutor === true,
})

export const rejectionToHold = (request: AllowedDecision, cause: RejectionToHold['cause']): RejectionToHold => ({
  execution: request.execution,
  cause,
  reasonCode: request.reasonCode ?? 'Other',
  reason: request.reason ?? '',
  failedCriteria: request.failedCriteria ?? null,
  blocksExecutor: request.blocks === true,
  version: request.version ?? null,
})

/** Returns the report after the decision, which also counts in the executor's record. */
export const withDecision = (report: ReadReport, decided: Execution): ReadReport => ({
  ...report,
  ...decided,
  executorAccepted: report.executorAccepted + (decided.status === 'Accepted' ? 1 : 0),
  executorRejected: report.executorRejected + (decided.status === 'Rejected' ? 1 : 0),
})

/** Holds many rejections. Returns the executions that were still undecided. */
export const holdBatched = ({ db, config }: Pick<Ctx, 'db' | 'config'>, requests: readonly RejectionToHold[]) =>
  writeUnlessOvertaken(requests, (some) => holdRejections(db, some, config.operatorReviewSeconds))

/**
 * Holds a rejection until an operator reviews it. Returns undefined if another decision came first. Throws TooManyRejections for work in
 * rework.
 */
export function holdRejection({ db, config }: Ctx, report: Pick<Execution, 'status'>, request: RejectionToHold) {
  if (report.status !== 'Pending') throw TooManyRejections({})
  return holdOneRejection(db, { ...request, seconds: config.operatorReviewSeconds })
}
