import { admit, mustBeExecutor, presentedHash, requirementOf } from '../../accounts/caller.ts'
import { checkedAnswers, comparisonsOf } from '../../items/gold.ts'
import type { GivenAnswer } from '../../items/item.ts'
import type { Ctx, Requirement } from '../../platform/database/ctx.ts'
import { retryOnConflict, undefinedIfViolated } from '../../platform/database/db.ts'
import { proofIdOf } from '../../proofs/proof.ts'
import { unmetOf } from '../../qualifications/met.ts'
import { aliasOf } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { missRework } from '../decisions/actions.ts'
import {
  insertExecution,
  readSubmitFacts,
  resubmitExecution,
  type SubmitFacts,
  type SubmittedExecution,
} from './sql-batched.ts'
import { decideSubmit, hashOf, type Submission, type SubmitBody, submissionOf } from './submit.ts'

export type Submitted = SubmittedExecution & { readonly alreadyExists: boolean }

/**
 * Submits the work of an active reservation for review, or resubmits it after a rework request. Submitting the same work for the same
 * reservation again returns the same execution.
 */
export function submit(ctx: Ctx, offer: Id<'offer'>, body: SubmitBody): Promise<Submitted> {
  const hash = presentedHash(ctx.by)
  const submission = submissionOf(body, (url) => proofIdOf(ctx.config.publicUrl, url))
  const proofs = submission.proofs.flatMap(({ id }) => id ?? [])
  return retryOnConflict(async () => {
    const request = { hash, offer, reservation: submission.reservation, proofs }
    const facts = admit(ctx.by, await readSubmitFacts(ctx.db, requirementOf(ctx.by) as Requirement, request))
    mustBeExecutor(facts)
    await rejectLateRework(ctx, facts)
    if (decideSubmit(facts, submission).existing) return existing(facts)
    const inserted = await undefinedOnConflict(write(ctx, facts, submission, proofs))
    return inserted && { ...inserted, alreadyExists: false }
  })
}

/**
 * Rejects rework that comes after its deadline, even if no job has done so yet. `decideSubmit` then refuses it as expired. A rejection
 * releases nothing that was held for screen-outs.
 */
async function rejectLateRework(ctx: Ctx, { reworkOf, offer, callerAccount: executor, now, ...facts }: SubmitFacts) {
  if (reworkOf === null || offer === null || executor === null) return
  const isLate = facts.reservationStatus === 'Active' && now >= facts.reservationExpiresAt
  if (isLate)
    await missRework(ctx, { id: reworkOf, offer, executor, hasItems: facts.items !== null, hasScreenOuts: false })
}

const existing = (facts: SubmitFacts): Submitted => ({
  id: facts.ownExecution as Id<'execution'>,
  status: facts.ownStatus,
  revision: facts.ownRevision,
  reviewDeadlineAt: facts.ownReviewDeadlineAt,
  alreadyExists: true,
})

function write(ctx: Ctx, facts: SubmitFacts, submission: Submission, proofs: readonly string[]) {
  const { reservation, details } = submission
  const offer = facts.offer as Id<'offer'>
  const work = {
    offer,
    reservation,
    contentHash: hashOf(submission),
    details,
    proofs,
    answers: facts.items && answersIn(details),
  }
  if (facts.reworkOf !== null) return resubmitExecution(ctx.db, { ...work, id: facts.reworkOf })
  const executor = facts.callerAccount as Id<'account'>
  const { id, advertiser, gold, knownAnswers } = facts
  const checked =
    gold && knownAnswers ? checkedAnswers(work.answers ?? [], knownAnswers, comparisonsOf(gold, facts.page)) : null
  const alias = aliasOf(ctx.secretKey, advertiser, executor)
  return insertExecution(ctx.db, {
    ...work,
    id,
    executor,
    advertiser,
    alias,
    checked,
    isSole: facts.perExecutorLimit === 1,
    isUnmet: isUnmet(facts),
  })
}

/** The terms of a reservation hold, so work is not refused if what its executor had then has expired or was taken. */
const isUnmet = ({ requirements, standing }: SubmitFacts): boolean =>
  standing !== null && unmetOf(requirements, standing).length > 0

/** Returns the answers of checked details. */
const answersIn = (details: Submission['details']) => details.answers as readonly GivenAnswer[]

/** Returns undefined if a concurrent request of the same executor came first; the caller reads the facts again. */
const undefinedOnConflict = <T>(written: Promise<T>): Promise<T | undefined> =>
  undefinedIfViolated(written, 'one_pending_execution_if_sole', 'executions_reservation_once', 'execution_proofs_pkey')
