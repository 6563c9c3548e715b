import { admit, mustBeExecutor, needOf, presentedHash } from '../accounts/caller.ts'
import type { Ctx, Need } from '../platform/ctx.ts'
import { constraintOf, untilWritten } from '../platform/db.ts'
import { rowsOf, setsByNeed, togetherMost } from '../platform/sets.ts'
import { type Together, together } from '../platform/together.ts'
import { proofIdOf } from '../proofs/proof.ts'
import type { Id } from '../values/id.ts'
import { type Money, moneyOf } from '../values/money.ts'
import { holdBack } from './actions-held.ts'
import { isOff, operatorReview, roomFor } from './breaker.ts'
import { decideReview, decideSubmit, hashOf, type Submission, type SubmitBody, submissionOf } from './decide.ts'
import { aliasOf, type Execution, ReportNotFound } from './execution.ts'
import type { Report } from './report.ts'
import { type AskedSubmit, insertExecutions, type NewExecution, submitFacts } from './sql.ts'
import type { Holding } from './sql-held.ts'
import {
  type AskedReview,
  acceptExecutions,
  type Review,
  rejectExecutions,
  reviewFacts,
  type Undecided,
} from './sql-review.ts'

export type Submitted = Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'> & {
  readonly alreadyExists: boolean
}

type Facts = Awaited<ReturnType<typeof submitFacts>>[number]
const submitFactsFor = setsByNeed<AskedSubmit, Facts>((need) => ({
  most: togetherMost,
  send: (db, asked) => submitFacts(db, need, asked),
}))

type Made = Awaited<ReturnType<typeof insertExecutions>>[number]
const making: Together<NewExecution, Made | undefined> = {
  most: togetherMost,
  keyOf: ({ reservation }) => reservation,
  send: async (db, asked) =>
    rowsOf(
      await insertExecutions(db, asked),
      asked.map(({ id }) => id),
    ),
}

/** An executor submits the work of an active reservation for review. The same work submitted again is the same execution. */
export function submit(ctx: Ctx, offer: Id<'offer'>, body: SubmitBody): Promise<Submitted> {
  const hash = presentedHash(ctx.by)
  const submission = submissionOf(body, (url) => proofIdOf(ctx.config.publicUrl, url))
  const proofs = submission.proofs.flatMap(({ id }) => id ?? [])
  return untilWritten(async () => {
    const asked = { hash, offer, reservation: submission.reservation, proofs }
    const facts = admit(needOf(ctx.by), await together(ctx.db, submitFactsFor(needOf(ctx.by) as Need), asked))
    mustBeExecutor(facts)
    if (decideSubmit(facts, submission).existing) return existing(facts)
    const made = await unlessTaken(together(ctx.db, making, executionOf(ctx, facts, submission, proofs)))
    return made && { ...made, alreadyExists: false }
  })
}

const existing = (facts: Facts): Submitted => ({
  id: facts.ownExecution as Id<'execution'>,
  status: facts.ownStatus,
  revision: facts.ownRevision,
  reviewDeadlineAt: facts.ownReviewDeadlineAt,
  alreadyExists: true,
})

const executionOf = (ctx: Ctx, facts: Facts, submission: Submission, proofs: readonly string[]) => {
  const { id, advertiser } = facts
  const offer = facts.offer as Id<'offer'>
  const executor = facts.callerAccount as Id<'account'>
  const alias = aliasOf(ctx.secretKey, advertiser, executor)
  const { reservation, details } = submission
  return { id, offer, reservation, executor, advertiser, alias, contentHash: hashOf(submission), details, proofs }
}

const takenBy = ['one_pending_execution', 'executions_reservation_once', 'execution_proofs_pkey']

/** Another request of the same executor was faster: the facts are read again. */
const unlessTaken = async <T>(written: Promise<T>): Promise<T | undefined> => {
  try {
    return await written
  } catch (error) {
    if (takenBy.includes(constraintOf(error) ?? '')) return undefined
    throw error
  }
}

export type Decision = {
  readonly id: Id<'execution'>
  readonly move: 'accept' | 'reject'
  readonly version?: number | null | undefined
  readonly comment?: string | null | undefined
  readonly rating?: number | null | undefined
  readonly reason?: string | null | undefined
  readonly reasonCode?: string | null | undefined
  readonly failedCriteria?: readonly string[] | null | undefined
}

export type Reviewed = { readonly report: Report; readonly now: Date }

type ReviewFacts = Awaited<ReturnType<typeof reviewFacts>>[number]
const reviewFactsFor = setsByNeed<AskedReview, ReviewFacts>((need) => ({
  most: togetherMost,
  send: (db, asked) => reviewFacts(db, need, asked),
}))

type Decided = Review & { readonly money: Money; readonly appealSeconds: number }
const decidingBy = (write: typeof acceptExecutions, from: Undecided): Together<Decided, Execution | undefined> => ({
  most: togetherMost,
  keyOf: ({ execution }) => execution,
  send: async (db, asked) => {
    const { money, appealSeconds } = asked[0] as Decided
    return rowsOf(
      await write(db, asked, { from, money, appealSeconds }),
      asked.map(({ execution }) => execution),
    )
  },
})
/** Those of one set leave from the same status, so that each can be told as if it had come after the other. */
const deciding = {
  accept: {
    Pending: decidingBy(acceptExecutions, 'Pending'),
    ReworkRequested: decidingBy(acceptExecutions, 'ReworkRequested'),
  },
  reject: {
    Pending: decidingBy(rejectExecutions, 'Pending'),
    ReworkRequested: decidingBy(rejectExecutions, 'ReworkRequested'),
  },
}

/** Carries out a decision that the rule allowed; nothing where somebody else was faster. */
export const decideOn = ({ db, config }: Ctx, move: 'accept' | 'reject', from: Undecided, review: Review) =>
  together(db, deciding[move][from], { ...review, money: moneyOf(config), appealSeconds: config.appealSeconds })

/** An advertiser decides on a report: accepting pays the executor out of the hold, rejecting gives the slot back. */
export function review(ctx: Ctx, decision: Decision): Promise<Reviewed> {
  const hash = presentedHash(ctx.by)
  const { db } = ctx
  return untilWritten(async () => {
    const watched = decision.move === 'reject' && !isOff(ctx.config)
    const row = await together(db, reviewFactsFor(needOf(ctx.by) as Need), { hash, execution: decision.id, watched })
    const facts = admit(needOf(ctx.by), row)
    if (facts.id === null) throw ReportNotFound({})
    if (!decideReview(facts, decision.move, decision.version)) return { report: facts, now: facts.now }
    const isHeld = decision.move === 'reject' && facts.flags.includes(operatorReview)
    if (isHeld) return { report: facts, now: facts.now }
    const asked = reviewOf(facts, decision)
    const room = watched ? roomFor(facts.recent, ctx.config) : null
    const decided =
      room === 0
        ? await holdBack(ctx, facts, holdingOf(asked, 'Rate'))
        : await decideOn(ctx, decision.move, facts.status as Undecided, { ...asked, room, made: facts.rejectionsMade })
    return decided && { report: withDecision(facts, decided), now: facts.now }
  })
}

const reviewOf = (report: Report, { comment, rating, reason, reasonCode, failedCriteria, move }: Decision): Review => ({
  execution: report.id,
  offer: report.offer,
  executor: report.executor,
  by: 'Advertiser',
  account: report.advertiser,
  comment: comment ?? null,
  rating: rating ?? null,
  reason: reason ?? null,
  reasonCode: move === 'reject' ? (reasonCode ?? 'Other') : null,
  failedCriteria: failedCriteria ?? null,
})

const holdingOf = (asked: Review, cause: Holding['cause']): Holding => ({
  execution: asked.execution,
  cause,
  reasonCode: asked.reasonCode ?? 'Other',
  reason: asked.reason ?? '',
  failedCriteria: asked.failedCriteria,
  blocksExecutor: false,
})

/** The report as it is after the decision, whose count the executor's record has too. */
const withDecision = (report: Report, decided: Execution): Report => ({
  ...report,
  ...decided,
  executorAccepted: report.executorAccepted + (decided.status === 'Accepted' ? 1 : 0),
  executorRejected: report.executorRejected + (decided.status === 'Rejected' ? 1 : 0),
})
