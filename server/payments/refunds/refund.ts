import { mustOweNothing } from '../../ledger/ledger.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import { bodyError, conflict, missing, ValidationError } from '../../values/problems/problem.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import type { Sentence } from '../../values/sentences.ts'
import {
  allowedActions,
  canTransition,
  type StatusOf,
  statusesOf,
  type Transitions,
} from '../../values/transitions/transitions.ts'
import { type Deposit, refundUnits } from '../deposits/deposit.ts'
import { PayoutAccountWaiting, roundedDown } from '../withdrawals/withdrawal.ts'
import type { Method, MethodType } from '../withdrawals/withdrawal-method.ts'

/** Transitions of a refund. Card refunds go through Stripe and start in Processing. */
export const refundTransitions = {
  cancel: { from: ['Requested'], to: 'Cancelled', by: ['advertiser'], shown: 'Cancel' },
  approve: { from: ['Requested'], to: 'Processing', by: ['operator'], shown: 'Approve' },
  reject: { from: ['Requested'], to: 'Rejected', by: ['operator'], shown: 'Reject' },
  pay: { from: ['Processing'], to: 'Paid', by: ['operator', 'system'], shown: 'MarkPaid' },
  fail: { from: ['Processing'], to: 'Failed', by: ['operator', 'system'], shown: 'MarkFailed' },
  bounce: { from: ['Paid'], to: 'Failed', by: ['system'] },
} as const satisfies Transitions
export type RefundTransition = Exclude<keyof typeof refundTransitions, 'bounce'>
export type RefundStatus = StatusOf<typeof refundTransitions>
export type RefundActor = 'advertiser' | 'operator'

export const refundStatuses: readonly string[] = statusesOf(refundTransitions)
/** Statuses that need an operator: to decide, or to transfer the money. */
export const openStatuses: readonly RefundStatus[] = ['Requested', 'Processing']

export type RefundRequest = {
  readonly id: Id<'refund'>
  readonly account: Id<'account'>
  readonly email: string
  readonly deposit: Id<'deposit'>
  readonly reversal: Id<'reversal'>
  readonly units: Units
  readonly currency: string
  readonly status: RefundStatus
  /** Null: back to the card, through Stripe. */
  readonly method: MethodType | null
  readonly hint: string | null
  readonly note: string | null
  readonly reason: string | null
  readonly reference: string | null
  readonly version: number
  /** The advertiser's debt to the platform. */
  readonly debtUnits: Units
  readonly requestedAt: Date
  /** The first refund to an account is not approved before; null: the account was used before. */
  readonly waitsUntil: Date | null
  readonly isWaiting: boolean
  readonly approvedAt: Date | null
  readonly endedAt: Date | null
  readonly updatedAt: Date
}

/** A refund with its payment details; `payTo` is null for card refunds and for details sealed with another key. */
export type PayableRefund = RefundRequest & { readonly payTo: Method | null }

export const RefundNotFound = missing('refund_not_found', 'Refund not found', 'No refund has this id.')
export const RefundOpen = conflict<{ refundId: number }>(
  'refund_open',
  'Another refund is open',
  ({ refundId }) =>
    `The refund ${refundId} of this deposit is still open. A deposit can have one open refund at a time.`,
)
export const RefundStateConflict = conflict<{ currentStatus: string; allowedActions: readonly string[] }>(
  'refund_state_conflict',
  "Not allowed in this refund's status",
  ({ currentStatus }) => `Not allowed while the refund is ${currentStatus}.`,
)

/** Returns the actions open to an actor. Card refunds are decided by Stripe. */
export function refundActions({ status, method, debtUnits, isWaiting }: RefundRequest, actor: RefundActor): string[] {
  if (method === null) return []
  const actions = allowedActions(refundTransitions, status, actor)
  return debtUnits > 0n || isWaiting ? actions.filter((action) => action !== refundTransitions.approve.shown) : actions
}

export type RefundFacts = {
  readonly open: Id<'refund'> | null
  readonly availableUnits: Units
  readonly debtUnits: Units
}

/**
 * Returns the units to refund: the requested amount, or all that remains of the deposit and is available, rounded down to what can
 * be paid out. Throws RefundOpen, DebtUnsettled, DepositStateConflict, and ValidationError if the result is 0.
 */
export function decideRefund(
  deposit: Deposit,
  { open, availableUnits, debtUnits }: RefundFacts,
  requested?: Units,
): Units {
  if (open !== null) throw RefundOpen({ refundId: open })
  mustOweNothing(debtUnits, deposit.currency)
  const remaining = refundUnits(deposit, requested)
  const amount = requested === undefined && availableUnits < remaining ? availableUnits : remaining
  const units = roundedDown(amount, deposit.currency)
  if (units > 0n) return units
  throw ValidationError([
    bodyError('amount', 'range', {
      en: 'is less than the smallest amount that can be paid out.',
      ru: 'меньше наименьшей суммы, которую можно выплатить.',
    }),
  ])
}

/** Refuses bank details for card refunds and requires them for all others. */
export function checkRefundMethod(isCard: boolean, method: Method | undefined): void {
  const wrong = (code: string, detail: Sentence) => ValidationError([bodyError('method', code, detail)])
  if (isCard && method)
    throw wrong('unexpected', {
      en: 'must be absent: a card payment is refunded to the card.',
      ru: 'не нужно: платёж картой возвращают на карту.',
    })
  if (!isCard && !method)
    throw wrong('required', {
      en: 'is required: the account to which the money is sent.',
      ru: 'нужно указать счёт, на который отправить деньги.',
    })
}

export type RefundTransitionRequest = {
  readonly id: Id<'refund'>
  readonly move: RefundTransition
  readonly reason?: string | null
  readonly reference?: string | null
  readonly versions?: Versions
}

/** Returns whether the transition is still to be made; false if it was made before. Throws VersionConflict, or if it is not allowed. */
export function checkRefundTransition(
  request: RefundRequest,
  input: RefundTransitionRequest,
  actor: RefundActor,
): boolean {
  const { status, method, reference, debtUnits, currency, isWaiting, waitsUntil } = request
  const move = refundTransitions[input.move]
  const isRepeated = input.move !== 'pay' || reference === (input.reference ?? null)
  if (method !== null && status === move.to && isRepeated) return false
  mustBeVersion(request, input.versions)
  if (method === null || !canTransition(move, status))
    throw RefundStateConflict({ currentStatus: status, allowedActions: refundActions(request, actor) })
  if (input.move !== 'approve') return true
  mustOweNothing(debtUnits, currency)
  if (isWaiting && waitsUntil) throw PayoutAccountWaiting({ untilUtc: waitsUntil.toISOString() })
  return true
}
