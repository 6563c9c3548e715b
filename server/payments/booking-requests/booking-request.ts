import type { Admitted } from '../../accounts/caller.ts'
import type { Id } from '../../values/id.ts'
import { type Units, unitsOf } from '../../values/money.ts'
import { conflict, missing } from '../../values/problems/problem.ts'
import { allowedActions, canTransition, type StatusOf, type Transitions } from '../../values/transitions/transitions.ts'
import type { Method } from '../deposits/deposit.ts'

/** Transitions of a booking that needs a second operator. */
export const bookingRequestTransitions = {
  approve: { from: ['Requested'], to: 'Approved', by: ['operator'], shown: 'Approve' },
  refuse: { from: ['Requested'], to: 'Refused', by: ['operator'], shown: 'Refuse' },
} as const satisfies Transitions
export type BookingRequestStatus = StatusOf<typeof bookingRequestTransitions>
export const bookingRequestStatuses: readonly BookingRequestStatus[] = ['Requested', 'Approved', 'Refused']

export type BookingRequest = {
  readonly id: Id<'bookingRequest'>
  readonly kind: 'Deposit' | 'Refund' | 'Void'
  readonly account: Id<'account'>
  readonly email: string
  /** Of a refund or a void: the deposit concerned. Of an approved deposit: the deposit booked. */
  readonly deposit: Id<'deposit'> | null
  readonly units: Units
  readonly currency: string
  readonly method: Exclude<Method, 'Stripe'> | null
  readonly reference: string | null
  readonly note: string | null
  readonly status: BookingRequestStatus
  readonly requestedBy: Id<'account'>
  readonly requestedAt: Date
  readonly decidedBy: Id<'account'> | null
  readonly decidedAt: Date | null
  readonly reason: string | null
}

/** The same as an operator reads it: what they may do depends on who they are. */
export type BookingRequestView = BookingRequest & Pick<Admitted, 'callerAccount'>

export const BookingRequestNotFound = missing(
  'booking_request_not_found',
  'Booking request not found',
  'No booking request has this id.',
)
export const BookingRequestStateConflict = conflict<{ currentStatus: string }>(
  'booking_request_state_conflict',
  'Booking request already decided',
  ({ currentStatus }) => `This booking request is already ${currentStatus}.`,
)

/**
 * Whether a booking needs a second operator. `bookedUnits`: what the operator has booked to the account alone in the last 24 hours;
 * `above`: BOOKING_APPROVAL_ABOVE.
 */
export const needsSecondOperator = (units: Units, bookedUnits: Units, above: number): boolean =>
  units + bookedUnits > unitsOf(above)

export function mustBeOpen({ status }: Pick<BookingRequest, 'status'>): void {
  if (!canTransition(bookingRequestTransitions.approve, status))
    throw BookingRequestStateConflict({ currentStatus: status })
}

/** Returns the actions open to this operator; none for their own requests or requests for their own account. */
export const requestActions = ({ status, account, requestedBy }: BookingRequest, operator: number): string[] =>
  account === operator || requestedBy === operator ? [] : allowedActions(bookingRequestTransitions, status, 'operator')
