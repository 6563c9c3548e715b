import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { conflict, missing } from '../values/problems/problem.ts'
import { allowedActions, type StatusOf, type Transitions } from '../values/transitions/transitions.ts'

/** Why a coverage payment waits: no operator has approved one for its advertiser yet, or their debt would exceed the limit. */
export type WaitCause = 'First' | 'AboveLimit'

/** The ends of a waiting payment. `Covered`: not needed, because the advertiser can pay after all, or concedes. */
export const paymentTransitions = {
  approve: { from: ['Waiting'], to: 'Approved', by: ['operator'], shown: 'Approve' },
  refuse: { from: ['Waiting'], to: 'Refused', by: ['operator'], shown: 'Refuse' },
  cover: { from: ['Waiting'], to: 'Covered', by: ['advertiser', 'system'] },
} as const satisfies Transitions
export type PaymentStatus = StatusOf<typeof paymentTransitions>

export type CoveragePayment = {
  readonly id: Id<'guaranteePayment'>
  readonly dispute: Id<'dispute'>
  readonly execution: Id<'execution'>
  readonly advertiser: Id<'account'>
  readonly advertiserEmail: string
  readonly executor: Id<'account'>
  readonly executorEmail: string
  readonly owedUnits: Units
  readonly cause: WaitCause
  /** How the dispute was decided: by an operator, or by its expired deadline. */
  readonly outcome: 'Executor' | 'Silence'
  /** What the platform would have had to pay when the dispute was decided, or when an approval last found that it is more. */
  readonly requestedUnits: Units
  readonly requestedAt: Date
  readonly status: PaymentStatus
  readonly paidUnits: Units | null
  readonly decidedBy: Id<'account'> | null
  readonly reason: string | null
  readonly endedAt: Date | null
}

export const CoveragePaymentNotFound = missing(
  'guarantee_payment_not_found',
  'Guarantee payment not found',
  'No guarantee payment has this id.',
)
export const CoveragePaymentEnded = conflict<{ outcome: string }>(
  'guarantee_payment_ended',
  'Guarantee payment no longer pending',
  ({ outcome }) => `This payment is no longer pending: it is ${outcome.toLowerCase()}.`,
)

export const CoveragePaymentChanged = conflict<{ amount: number; requested: number; currency: string }>(
  'guarantee_payment_changed',
  'Guarantee payment changed',
  ({ amount, requested, currency }) =>
    `The platform would pay ${amount.toFixed(4)} ${currency} now, not the ${requested.toFixed(4)} ${currency} that were requested. Look at it again, and approve the new amount.`,
)

export type Exposure = {
  readonly owedUnits: Units
  /** Whether an operator has approved a payment for this advertiser before. */
  readonly isApproved: boolean
}

/** Returns why a payment must wait for an operator; undefined if the platform pays automatically. */
export function waitCause(units: Units, { owedUnits, isApproved }: Exposure, maxUnits: Units): WaitCause | undefined {
  if (!isApproved) return 'First'
  return owedUnits + units > maxUnits ? 'AboveLimit' : undefined
}

/** Returns whether the payment is still to be ended this way. Throws CoveragePaymentEnded if it ended another way. */
export function mayEnd({ status }: Pick<CoveragePayment, 'status'>, wanted: PaymentStatus): boolean {
  if (status === 'Waiting') return true
  if (status === wanted) return false
  throw CoveragePaymentEnded({ outcome: status })
}

export const paymentActions = ({ status }: Pick<CoveragePayment, 'status'>): string[] =>
  allowedActions(paymentTransitions, status, 'operator')
