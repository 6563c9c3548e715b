import { foundFor } from '../accounts/actions-callers.ts'
import { actorOf } from '../accounts/caller.ts'
import type { ReviewRequest } from '../executions/decisions/actions-review.ts'
import { openReport } from '../executions/reports/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import { awaitPayment } from './actions-coverage.ts'
import {
  lockRejectedExecution,
  type NewDecision,
  overturnRejection,
  type Rejected,
  upholdRejection,
} from './actions-overturn.ts'
import {
  type DecidedFor,
  type Dispute,
  DisputeNotFound,
  isPastDecisionDeadline,
  isUndecided,
  mustBeDecidedFor,
  type Verdict,
  verdictByDeadline,
} from './dispute.ts'
import { lockDispute, readDispute, resolveDispute } from './sql.ts'
import { endPaymentOfConceded } from './sql-coverage.ts'

type VerdictRequest = Verdict & { readonly rating?: number | null | undefined; readonly versions?: Versions }

/**
 * Ends the dispute of an execution in the transaction of `ctx`: as requested, or by its expired deadline. A resolved one does not change. A
 * payment by the platform may wait for an operator. Returns the current dispute.
 */
export async function applyOutcome(ctx: Ctx, id: Id<'execution'>, request: VerdictRequest): Promise<Dispute> {
  const rejected = await lockRejectedExecution(ctx, id)
  const dispute = await lockDispute(ctx.db, id)
  if (!dispute) throw DisputeNotFound({})
  const verdict = isUndecided(dispute) && isPastDecisionDeadline(dispute, rejected.now) ? verdictByDeadline : request
  if (!mayResolve(dispute, verdict)) return dispute
  mustBeVersion(rejected, request.versions)
  return (await awaitPayment(ctx, rejected, dispute, verdict)) ?? (await resolve(ctx, rejected, dispute, verdict))
}

/** While a payment waits, the decision stands, but the advertiser may still concede and pay. */
const mayResolve = ({ status }: Dispute, { outcome }: VerdictRequest): boolean =>
  status !== 'Resolved' && (status !== 'PaymentPending' || outcome === 'Conceded')

async function resolve(ctx: Ctx, from: Rejected, dispute: Dispute, verdict: VerdictRequest): Promise<Dispute> {
  const { actor, account, note, outcome } = verdict
  const decision: NewDecision = { actor, account, by: 'Dispute', comment: note, rating: verdict.rating ?? null }
  // The dispute first, because events about the report include its outcome.
  const resolved = await resolveDispute(ctx.db, dispute.id, verdict)
  if (dispute.status === 'PaymentPending') await endPaymentOfConceded(ctx.db, dispute.id)
  if (outcome === 'Advertiser') await upholdRejection(ctx, from, decision)
  else await overturnRejection(ctx, from, outcome === 'Conceded' ? 'concede' : 'decideForExecutor', decision)
  return resolved
}

export type Concession = Pick<ReviewRequest, 'id' | 'versions' | 'comment' | 'rating'>

/** Concedes a dispute, or returns it as it was decided before or by its expired deadline. */
export const resolveConceded = (ctx: Ctx, { id, versions, comment, rating }: Concession): Promise<Dispute> =>
  ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const { advertiser: account } = await openReport(within, id)
    const request = { account, note: comment ?? null, rating, versions }
    return applyOutcome(within, id, { outcome: 'Conceded', actor: 'advertiser', ...request })
  })

/** Concedes a dispute; the advertiser pays the executor from own money. Throws InsufficientFunds. */
export async function concede(ctx: Ctx, concession: Concession): Promise<Dispute> {
  const dispute = await resolveConceded(ctx, concession)
  mustBeDecidedFor(dispute, 'Conceded', 'advertiser')
  return dispute
}

/** Decides a dispute as an operator, with a note for both sides. Changes nothing if it was decided for the same side before. */
export async function decideDispute(ctx: Ctx, id: Id<'dispute'>, outcome: DecidedFor, given: string): Promise<Dispute> {
  const note = reasonOf(given, 'note')
  const dispute = await ctx.db.transaction(async (db) => {
    const { execution, ...caller } = await foundFor(ctx, readDispute(db, ctx.by, id), DisputeNotFound)
    const verdict = { outcome, actor: 'operator', account: actorOf(ctx.by, caller), note } as const
    return applyOutcome({ ...ctx, db }, execution, verdict)
  })
  mustBeDecidedFor(dispute, outcome, 'operator')
  return dispute
}
