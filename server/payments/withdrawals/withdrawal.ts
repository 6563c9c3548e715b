import { mustHaveFunds, mustOweNothing } from '../../ledger/ledger.ts'
import type { Id } from '../../values/id.ts'
import { decimalOf, type Units, unitsOf } from '../../values/money.ts'
import { bodyError, conflict, missing, ValidationError } from '../../values/problems/problem.ts'
import { idOfReference, referenceOf } from '../../values/reference.ts'
import { titleText } from '../../values/requests/texts.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import {
  allowedActions,
  canTransition,
  type StatusOf,
  statusesOf,
  type Transitions,
} from '../../values/transitions/transitions.ts'
import type { PayDays } from './pay-days.ts'
import type { MethodType } from './withdrawal-method.ts'

/** Transitions of a withdrawal. Money that is not paid out is returned. */
export const withdrawalTransitions = {
  cancel: { from: ['Requested'], to: 'Cancelled', by: ['executor'], shown: 'Cancel' },
  approve: { from: ['Requested'], to: 'Processing', by: ['operator'], shown: 'Approve' },
  reject: { from: ['Requested'], to: 'Failed', by: ['operator'], shown: 'Reject' },
  pay: { from: ['Processing'], to: 'Paid', by: ['operator'], shown: 'MarkPaid' },
  fail: { from: ['Processing'], to: 'Failed', by: ['operator'], shown: 'MarkFailed' },
} as const satisfies Transitions
export type WithdrawalTransition = keyof typeof withdrawalTransitions
export type WithdrawalStatus = StatusOf<typeof withdrawalTransitions>
export type WithdrawalActor = 'executor' | 'operator'

export const withdrawalStatuses: readonly string[] = statusesOf(withdrawalTransitions)
/** Maximum number of results in one request. */
export const resultsMax = 1_000
export const bankReferenceLengthMax = 200
export const bankReference = titleText({
  minLength: 1,
  maxLength: bankReferenceLengthMax,
  description: "The bank's reference for the payment",
})

export type Withdrawal = {
  readonly id: Id<'withdrawal'>
  readonly executor: Id<'account'>
  readonly units: Units
  readonly currency: string
  readonly status: WithdrawalStatus
  readonly method: MethodType
  readonly hint: string
  readonly reason: string | null
  readonly reference: string | null
  readonly payout: Id<'payout'> | null
  readonly version: number
  readonly requestedAt: Date
  /** The first withdrawal to an account is not approved before; null: the account was used before. */
  readonly waitsUntil: Date | null
  /** When the operator pays; null: not said. */
  readonly payDays: PayDays | null
  readonly approvedAt: Date | null
  readonly endedAt: Date | null
  readonly updatedAt: Date
}

/** The payout account of an executor's newest approved withdrawal, unless it failed or the executor removed the account. */
export type SavedAccount = {
  /** The withdrawal that used it last. */
  readonly id: Id<'withdrawal'>
  readonly method: MethodType
  readonly hint: string
  readonly usedAt: Date
}

/** What an executor sees before a withdrawal. */
export type WithdrawalOptions = {
  readonly saved: SavedAccount | null
  /** Most withdrawals were paid within this time of their request; null if too few were paid to say. */
  readonly typicalSeconds: number | null
  /** When withdrawals are paid, and when one is expected that is requested now, to a known account or a new one. */
  readonly payDays: (PayDays & { readonly expectedDate: string; readonly expectedDateNewAccount: string }) | null
}

/** A withdrawal with the members that only operators see, as it is stored. */
export type SealedWithdrawal = Withdrawal & {
  /** The sealed payment details; null once they are erased. */
  readonly details: Buffer | null
  readonly executorEmail: string
  readonly executorStatus: string
  /** The executor's earlier withdrawals that were paid. */
  readonly paidCount: number
  readonly paidUnits: Units
  /** Whether nothing was paid to this payout account of the executor before. */
  readonly isNewMethod: boolean
  /** Whether it is still too early to approve it. */
  readonly isWaiting: boolean
  /** Up to 20 other executors who use the same payout account. */
  readonly sharedWith: readonly Id<'account'>[]
  readonly sharedEmails: readonly string[]
  /** The executor's debt to the platform. */
  readonly debtUnits: Units
}

/** The same with the account holder, if the method names one. */
export type OperatorWithdrawal = Omit<SealedWithdrawal, 'details'> & { readonly holder: string | null }

export const WithdrawalNotFound = missing('withdrawal_not_found', 'Withdrawal not found', 'No withdrawal has this id.')
export const WithdrawalBelowMinimum = conflict<{ minimum: number; amount: number; currency: string }>(
  'withdrawal_below_minimum',
  'Below the minimum withdrawal',
  ({ minimum, amount, currency }) =>
    `The minimum withdrawal is ${minimum} ${currency}; this would be ${amount} ${currency}.`,
)
export const WithdrawalOpen = conflict<{ withdrawalId: number }>(
  'withdrawal_open',
  'Another withdrawal is open',
  ({ withdrawalId }) => `The withdrawal ${withdrawalId} is still open. You can have one open withdrawal at a time.`,
)
export const PayoutAccountNotSaved = conflict(
  'payout_account_not_saved',
  'The payout account is not saved',
  'This payout account is no longer the saved one. Choose the saved one, or send the payment details.',
)
export const PayoutAccountWaiting = conflict<{ untilUtc: string }>(
  'payout_account_waiting',
  'New payout account',
  ({ untilUtc }) =>
    `The first payment to this account can be approved from ${untilUtc}. Its recipient can stop it until then.`,
)
export const WithdrawalStateConflict = conflict<{ currentStatus: string; allowedActions: readonly string[] }>(
  'withdrawal_state_conflict',
  "Not allowed in this withdrawal's status",
  ({ currentStatus }) => `Not allowed while the withdrawal is ${currentStatus}.`,
)

/** Returns the end-to-end reference of a withdrawal in files for banks, such as `W-310-41`, and the withdrawal that one names. */
export const withdrawalReferenceOf = (id: Id<'withdrawal'>): string => referenceOf('W', id)
export const withdrawalOfReference = (text: string): Id<'withdrawal'> | undefined => idOfReference('W', text)

export const actionsOn = ({ status }: Pick<Withdrawal, 'status'>, actor: WithdrawalActor): string[] =>
  allowedActions(withdrawalTransitions, status, actor)

const fractionDigitsMax = 4

/** Returns the smallest payable amount of the currency in units, such as a cent or a yen. */
export function minorUnits(currency: string): Units {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return 10n ** BigInt(fractionDigitsMax - Math.min(maximumFractionDigits, fractionDigitsMax))
}

/** Rounds down to what can be paid out; the fraction stays available. */
export const roundedDown = (units: Units, currency: string): Units => units - (units % minorUnits(currency))

type WithdrawFacts = {
  readonly open: Id<'withdrawal'> | null
  readonly availableUnits: Units
  readonly debtUnits: Units
  readonly currency: string
  readonly minimum: number
}

/** Returns the units to withdraw. Throws if another withdrawal is open, a debt exists, or the balance is too low. */
export function decideWithdraw(
  { open, availableUnits, debtUnits, currency, minimum }: WithdrawFacts,
  requested: Units,
): Units {
  if (open !== null) throw WithdrawalOpen({ withdrawalId: open })
  mustOweNothing(debtUnits, currency)
  const units = roundedDown(requested, currency)
  if (units < unitsOf(minimum) || units <= 0n)
    throw WithdrawalBelowMinimum({
      minimum: Math.max(minimum, decimalOf(minorUnits(currency))),
      amount: decimalOf(units),
      currency,
    })
  mustHaveFunds(units, availableUnits, currency)
  return units
}

/** Returns an operator's actions. Withdrawals of executors with a debt, or that wait, cannot be approved. */
export const operatorActions = (withdrawal: Pick<SealedWithdrawal, 'status' | 'debtUnits' | 'isWaiting'>): string[] =>
  actionsOn(withdrawal, 'operator').filter(
    (action) => (withdrawal.debtUnits <= 0n && !withdrawal.isWaiting) || action !== withdrawalTransitions.approve.shown,
  )

export type WithdrawalTransitionRequest = {
  readonly move: WithdrawalTransition
  readonly reason?: string | null | undefined
  readonly reference?: string | null | undefined
  readonly versions?: Versions
}

/** Returns whether the transition is still to be made; false if it was made before, a payment with the same bank reference. */
export function checkTransition(
  withdrawal: SealedWithdrawal,
  { move, reason, reference, versions }: WithdrawalTransitionRequest,
  actor: WithdrawalActor,
): boolean {
  const { status } = withdrawal
  const { to } = withdrawalTransitions[move]
  if (status === to && (move !== 'pay' || withdrawal.reference === (reference ?? null))) return false
  mustBeVersion(withdrawal, versions)
  if (canTransition(withdrawalTransitions[move], status)) {
    if (move === 'approve') mustBeApprovable(withdrawal, reason)
    return true
  }
  throw WithdrawalStateConflict({ currentStatus: status, allowedActions: actionsOn(withdrawal, actor) })
}

function mustBeApprovable({ debtUnits, currency, ...withdrawal }: SealedWithdrawal, reason?: string | null): void {
  mustOweNothing(debtUnits, currency)
  const { isWaiting, waitsUntil, sharedWith } = withdrawal
  if (isWaiting && waitsUntil) throw PayoutAccountWaiting({ untilUtc: waitsUntil.toISOString() })
  if (sharedWith.length > 0 && !reason)
    throw ValidationError([
      bodyError('reason', 'required', {
        en: 'is required, because others use this payout account: say why it is right.',
        ru: 'нужна: этот счёт используют и другие. Объясните, почему это правильно.',
      }),
    ])
}
