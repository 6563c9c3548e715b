import { foundFor, listedFor } from '../accounts/actions-callers.ts'
import { actorOf } from '../accounts/caller.ts'
import { currentRules } from '../money-rules/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { decimalOf, type Units, unitsOf } from '../values/money.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import {
  lockRejectedExecution,
  type NewDecision,
  overturnRejection,
  type Rejected,
  sourcesFor,
  upholdRejection,
} from './actions-overturn.ts'
import type { Dispute, Verdict } from './dispute.ts'
import {
  type CoveragePayment,
  CoveragePaymentChanged,
  CoveragePaymentNotFound,
  mayEnd,
  waitCause,
} from './platform-coverage.ts'
import {
  endPayment,
  findPayment,
  lockPayment,
  type PaymentEnd,
  raisePayment,
  readCoveredPayments,
  readExposure,
  readPayments,
  requestPayment,
  type WaitingPayment,
} from './sql-coverage.ts'

/** Returns a page of guarantee payments, by default the waiting ones. */
export const listPayments = (
  ctx: Ctx,
  statuses: readonly string[] | undefined,
  page: Page,
): Promise<PageOf<CoveragePayment>> =>
  listedFor(ctx, page, readPayments(ctx.db.reads, ctx.by, statuses ?? ['Waiting'], page))

/**
 * Makes a verdict for the executor wait for an operator if the platform would pay and may not do so automatically. Returns the waiting
 * dispute; otherwise undefined. Expects the locks of `lockRejectedExecution`.
 */
export async function awaitPayment(
  ctx: Ctx,
  from: Rejected,
  dispute: Dispute,
  verdict: Verdict,
): Promise<Dispute | undefined> {
  const { guaranteeUnits } = sourcesFor(from)
  if ((verdict.outcome !== 'Executor' && verdict.outcome !== 'Silence') || guaranteeUnits === 0n) return undefined
  const exposure = await readExposure(ctx.db, dispute.advertiser)
  const { guaranteeMaxPerAdvertiser } = await currentRules(ctx)
  const cause = waitCause(guaranteeUnits, exposure, unitsOf(guaranteeMaxPerAdvertiser))
  return cause && requestPayment(ctx.db, dispute.id, verdict, cause, guaranteeUnits)
}

type Ending = Omit<PaymentEnd, 'paidUnits'>

/** Ends a payment: accepts and pays the work, or makes its rejection final. Expects all locks. */
async function carryOut(ctx: Ctx, from: Rejected, payment: WaitingPayment, ending: Ending): Promise<void> {
  const isRefused = ending.status === 'Refused'
  const paidUnits = isRefused ? 0n : sourcesFor(from).guaranteeUnits
  const { decidedNote: comment } = await endPayment(ctx.db, payment, { ...ending, paidUnits })
  const { actor, account } = ending
  const decision: NewDecision = { actor, account, by: 'Dispute', comment, rating: null }
  await (isRefused ? upholdRejection(ctx, from, decision) : overturnRejection(ctx, from, 'decideForExecutor', decision))
}

type OperatorEnding = Pick<PaymentEnd, 'reason'> & { readonly status: 'Approved' | 'Refused' }

/** The payment as it is after the attempt to end it, and what it requests now if that is more than the operator saw. */
type Ended = { readonly payment: CoveragePayment; readonly raisedTo?: Units }

const endByOperator = (ctx: Ctx, id: Id<'guaranteePayment'>, decision: OperatorEnding): Promise<Ended> =>
  ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const { dispute, execution, ...caller } = await foundFor(ctx, findPayment(db, ctx.by, id), CoveragePaymentNotFound)
    const rejected = await lockRejectedExecution(within, execution)
    const payment = await lockPayment(db, dispute)
    if (!mayEnd(payment, decision.status)) return { payment }
    const { guaranteeUnits } = sourcesFor(rejected)
    if (decision.status === 'Approved' && guaranteeUnits > payment.requestedUnits) {
      await raisePayment(db, id, guaranteeUnits)
      return { payment, raisedTo: guaranteeUnits }
    }
    const account = actorOf(ctx.by, caller)
    await carryOut(within, rejected, { id, dispute }, { ...decision, actor: 'operator', account })
    return { payment: await lockPayment(db, dispute) }
  })

/**
 * Approves, as an operator, that the platform pays for the advertiser. Changes nothing if approved before. If the platform would pay more
 * than was requested, because the advertiser has less money by now, the payment requests that and waits: throws CoveragePaymentChanged.
 */
export async function approvePayment(ctx: Ctx, id: Id<'guaranteePayment'>): Promise<CoveragePayment> {
  const { payment, raisedTo } = await endByOperator(ctx, id, { status: 'Approved', reason: null })
  if (raisedTo === undefined) return payment
  const { currency } = ctx.config
  throw CoveragePaymentChanged({ amount: decimalOf(raisedTo), requested: decimalOf(payment.requestedUnits), currency })
}

/** Refuses, as an operator, that the platform pays: the rejection stands, and both sides read the reason. */
export const refusePayment = async (ctx: Ctx, id: Id<'guaranteePayment'>, reason: string): Promise<CoveragePayment> =>
  (await endByOperator(ctx, id, { status: 'Refused', reason })).payment

const coveredMax = 100
const coveredEnding = { status: 'Covered', actor: 'system', account: null, reason: null } as const

/** Pays waiting payments that the advertiser can afford by now. Returns how many were paid. */
export async function payCovered(ctx: Ctx): Promise<number> {
  let paid = 0
  for (const { dispute, execution } of await readCoveredPayments(ctx.db, coveredMax))
    if (await payIfCovered(ctx, dispute, execution)) paid++
  return paid
}

const payIfCovered = (ctx: Ctx, dispute: Id<'dispute'>, execution: Id<'execution'>): Promise<boolean> =>
  ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const rejected = await lockRejectedExecution(within, execution)
    const { id, status } = await lockPayment(db, dispute)
    const isCovered = status === 'Waiting' && sourcesFor(rejected).guaranteeUnits === 0n
    if (isCovered) await carryOut(within, rejected, { id, dispute }, coveredEnding)
    return isCovered
  })
