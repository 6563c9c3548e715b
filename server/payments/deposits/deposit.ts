import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import { bodyError, conflict, missing, ValidationError } from '../../values/problems/problem.ts'
import {
  allowedActions,
  canTransition,
  type StatusOf,
  statusesOf,
  type Transitions,
} from '../../values/transitions/transitions.ts'

/** Transitions of a deposit. A payment that Stripe reports is booked even after the deposit has expired or failed. */
export const depositTransitions = {
  pay: { from: ['Pending', 'Failed', 'Expired'], to: 'Paid', by: ['system'] },
  fail: { from: ['Pending'], to: 'Failed', by: ['system'] },
  expire: { from: ['Pending'], to: 'Expired', by: ['system'] },
  refund: { from: ['Paid', 'PartlyRefunded'], to: 'Refunded', by: ['operator', 'system'], shown: 'Refund' },
  void: { from: ['Paid'], to: 'Voided', by: ['operator'], shown: 'Void' },
  refundPart: { from: ['Paid'], to: 'PartlyRefunded', by: ['operator', 'system'] },
  chargeBack: { from: ['Paid', 'PartlyRefunded', 'Refunded'], to: 'ChargedBack', by: ['system'] },
  reinstate: { from: ['ChargedBack', 'Refunded', 'PartlyRefunded'], to: 'Paid', by: ['system'] },
  reinstatePart: { from: ['ChargedBack', 'Refunded'], to: 'PartlyRefunded', by: ['system'] },
  reinstateRefunded: { from: ['ChargedBack'], to: 'Refunded', by: ['system'] },
} as const satisfies Transitions
export type DepositStatus = StatusOf<typeof depositTransitions>

/** Transitions of a reversal. Our refunds are pending until Stripe accepts them; failed ones are returned. */
export const reversalTransitions = {
  send: { from: ['Pending'], to: 'Done', by: ['system'] },
  return: { from: ['Pending', 'Done'], to: 'Returned', by: ['system'] },
} as const satisfies Transitions
export type ReversalStatus = StatusOf<typeof reversalTransitions>

export const methods = ['Stripe', 'Manual', 'Bank'] as const
export type Method = (typeof methods)[number]
export const statuses: readonly string[] = statusesOf(depositTransitions)

export const referenceLengthMax = 200
export const noteLengthMax = 500
export const urlLengthMax = 2_048
/** How long after it was recorded a wrong booking can be voided. */
export const voidHours = 24
/** Lifetime of a Stripe payment page in hours, unless Stripe reports another. */
export const openHours = 24

/** A reversal as nested in its deposit; units are JSON numbers. */
export type Reversal = {
  readonly id: number
  readonly kind: 'Refund' | 'Chargeback' | 'Void'
  readonly status: ReversalStatus
  readonly units: number
  readonly reason: string | null
  readonly createdAtUtc: string
}

export type Deposit = {
  readonly id: Id<'deposit'>
  readonly account: Id<'account'>
  readonly email: string
  readonly method: Method
  readonly status: DepositStatus
  readonly amountUnits: Units
  /** Taken for refunds, paid or not. */
  readonly refundedUnits: Units
  /** The part of `refundedUnits` that is not paid yet. */
  readonly refundingUnits: Units
  readonly chargedBackUnits: Units
  readonly currency: string
  /** What Stripe reported instead, which was not booked; null: nothing. */
  readonly mismatchUnits: Units | null
  readonly mismatchCurrency: string | null
  readonly reference: string
  readonly note: string | null
  readonly session: string | null
  readonly url: string | null
  readonly paymentIntent: string | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly paidAt: Date | null
  /** Whether it was made less than `voidHours` ago. */
  readonly isRecent: boolean
  readonly reversals: readonly Reversal[]
}

export const DepositNotFound = missing('deposit_not_found', 'Deposit not found', 'No deposit has this id.')
export const DepositStateConflict = conflict<{ currentStatus: string }>(
  'deposit_state_conflict',
  'Not allowed in this status',
  ({ currentStatus }) => `Not allowed while the deposit is ${currentStatus}.`,
)
export const ReferenceTaken = conflict<{ reference: string; amount: number }>(
  'deposit_reference_taken',
  'Reference taken',
  ({ reference, amount }) =>
    `A deposit of ${amount.toFixed(4)} already has the reference ${reference}. Another deposit needs another reference.`,
)
export const DepositNotByHand = conflict(
  'deposit_not_by_hand',
  'Not recorded by an operator',
  'Only a deposit that an operator recorded can be voided. Refund a card payment instead.',
)
export const VoidWindowClosed = conflict<{ untilUtc: string }>(
  'void_window_closed',
  'Too late to void',
  ({ untilUtc }) => `The deposit could be voided until ${untilUtc}. Refund it instead.`,
)
/** Returns the transition between two statuses; undefined if there is none. */
const transitionTo = (from: DepositStatus, to: DepositStatus) =>
  Object.values(depositTransitions).find(
    (transition) => transition.to === to && transition.from.some((each) => each === from),
  )

type ReturnedAmounts = Pick<Deposit, 'status' | 'amountUnits' | 'refundedUnits' | 'chargedBackUnits'>

/** Returns the deposit's status after these reversals, without pending refunds. Throws if the transition is not allowed. */
export function statusWith(
  { status, amountUnits }: Pick<ReturnedAmounts, 'status' | 'amountUnits'>,
  { refundedUnits, chargedBackUnits }: Pick<ReturnedAmounts, 'refundedUnits' | 'chargedBackUnits'>,
): DepositStatus {
  const to = statusFor(amountUnits, refundedUnits, chargedBackUnits)
  if (to !== status && !transitionTo(status, to)) throw new Error(`a deposit cannot go from ${status} to ${to}`)
  return to
}

function statusFor(amount: Units, refunded: Units, chargedBack: Units): DepositStatus {
  if (chargedBack > 0n) return 'ChargedBack'
  if (refunded >= amount) return 'Refunded'
  return refunded > 0n ? 'PartlyRefunded' : 'Paid'
}

const remainingUnits = ({ amountUnits, refundedUnits, chargedBackUnits }: Omit<ReturnedAmounts, 'status'>): Units =>
  amountUnits - refundedUnits - chargedBackUnits

/** Returns the units to refund: the requested amount, or all that remains of the deposit. */
export function refundUnits(deposit: ReturnedAmounts, requested: Units | undefined): Units {
  const { status } = deposit
  const remaining = remainingUnits(deposit)
  if (!canTransition(depositTransitions.refund, status) || remaining <= 0n)
    throw DepositStateConflict({ currentStatus: status })
  const units = requested ?? remaining
  if (units > remaining)
    throw ValidationError([
      bodyError('amount', 'range', {
        en: 'must not exceed the rest of the deposit.',
        ru: 'должно быть не больше остатка пополнения.',
      }),
    ])
  return units
}

/** Throws the reason why a booking cannot be voided, apart from money that is spent or being refunded. */
export function mustBeVoidable({ method, status, isRecent, createdAt }: VoidedFacts): void {
  if (method === 'Stripe') throw DepositNotByHand({})
  if (!canTransition(depositTransitions.void, status)) throw DepositStateConflict({ currentStatus: status })
  const until = new Date(createdAt.getTime() + voidHours * 3_600_000)
  if (!isRecent) throw VoidWindowClosed({ untilUtc: until.toISOString() })
}
type VoidedFacts = Pick<Deposit, 'method' | 'status' | 'isRecent' | 'createdAt'>

/** Returns the actions open to an actor. Advertisers may request a refund of the rest, one at a time. */
export function depositActions(deposit: Deposit, actor: string): string[] {
  const { status, reversals, method, isRecent, refundedUnits } = deposit
  if (remainingUnits(deposit) <= 0n) return []
  if (actor !== 'advertiser') {
    const mayVoid = method !== 'Stripe' && isRecent && refundedUnits === 0n
    return allowedActions(depositTransitions, status, actor).filter((action) => mayVoid || action !== 'Void')
  }
  const isPending = reversals.some((each) => each.kind === 'Refund' && each.status === 'Pending')
  return canTransition(depositTransitions.refund, status) && !isPending ? ['RequestRefund'] : []
}

/** Throws ValidationError naming the member if browsers must not be redirected to the URL. */
export function checkReturnUrl(member: string, url: string | undefined): void {
  if (url === undefined || (/^https?:\/\/[^\s/?#]/i.test(url) && URL.canParse(url))) return
  throw ValidationError([
    bodyError(member, 'format', { en: 'must be an http or https URL.', ru: 'должно быть адресом http или https.' }),
  ])
}
