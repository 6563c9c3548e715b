import type { Id } from '../../values/id.ts'
import { conflict, missing } from '../../values/problems/problem.ts'
import { allowedActions, canTransition, type StatusOf, type Transitions } from '../../values/transitions/transitions.ts'
import type { Role } from '../account.ts'
import type { Admitted } from '../caller.ts'
import { isSameSet, type RolesChange } from '../management/management.ts'

/** Transitions of a change to an operator that needs a second operator. */
export const operatorRequestTransitions = {
  approve: { from: ['Requested'], to: 'Approved', by: ['operator'], shown: 'Approve' },
  refuse: { from: ['Requested'], to: 'Refused', by: ['operator'], shown: 'Refuse' },
} as const satisfies Transitions
export type OperatorRequestStatus = StatusOf<typeof operatorRequestTransitions>
export const operatorRequestStatuses: readonly OperatorRequestStatus[] = ['Requested', 'Approved', 'Refused']

/** A change of roles that grants or removes Operator, a change of an operator's address, or the end of their suspension. */
export const operatorRequestKinds = ['Roles', 'Email', 'Lift'] as const
export type OperatorRequestKind = (typeof operatorRequestKinds)[number]

export type OperatorRequest = {
  readonly id: Id<'operatorRequest'>
  readonly kind: OperatorRequestKind
  readonly account: Id<'account'>
  /** The present address of the account. */
  readonly email: string
  readonly addRoles: readonly Role[]
  readonly removeRoles: readonly Role[]
  readonly newEmail: string | null
  readonly sanction: Id<'sanction'> | null
  readonly reason: string
  readonly status: OperatorRequestStatus
  readonly requestedBy: Id<'account'>
  readonly requestedAt: Date
  readonly decidedBy: Id<'account'> | null
  readonly decidedAt: Date | null
  /** Why it was refused. */
  readonly refusal: string | null
  /** Whether the address of the account changed after the request. */
  readonly isMoved: boolean
}

/** The same as an operator reads it: what they may do depends on who they are. */
export type OperatorRequestView = OperatorRequest & Pick<Admitted, 'callerAccount'>

export const OperatorRequestNotFound = missing(
  'operator_request_not_found',
  'Operator request not found',
  'No request about an operator has this id.',
)
export const OperatorRequestStateConflict = conflict<{ currentStatus: string }>(
  'operator_request_state_conflict',
  'Operator request not open',
  ({ currentStatus }) => operatorRequestTexts[currentStatus] ?? `This request is already ${currentStatus}.`,
)
const operatorRequestTexts: Readonly<Record<string, string>> = {
  Requested: 'A different request about this account awaits another operator. It must be approved or refused first.',
  Moved: 'The e-mail address of the account changed after this request. Refuse it, and request it again.',
}

/** Whether a change of roles makes an operator, or ends the role of one. */
export const concernsOperators = (before: readonly Role[], change: Pick<RolesChange, 'roles'>): boolean =>
  before.includes('Operator') !== change.roles.includes('Operator')

/** Throws unless the request is open and still about the address that its reader saw. */
export function mustBeApprovable({ status, kind, isMoved }: OperatorRequest): void {
  mustBeOpen({ status })
  if (kind === 'Roles' && isMoved) throw OperatorRequestStateConflict({ currentStatus: 'Moved' })
}

export function mustBeOpen({ status }: Pick<OperatorRequest, 'status'>): void {
  if (!canTransition(operatorRequestTransitions.approve, status))
    throw OperatorRequestStateConflict({ currentStatus: status })
}

type Requested = Pick<OperatorRequest, 'addRoles' | 'removeRoles' | 'newEmail' | 'sanction'>

/** Whether both requests ask for the same. The reasons may differ. */
export const asksTheSame = (one: Requested, other: Requested): boolean =>
  one.newEmail === other.newEmail &&
  one.sanction === other.sanction &&
  isSameSet(one.addRoles, other.addRoles) &&
  isSameSet(one.removeRoles, other.removeRoles)

/** Returns the actions open to this operator; none for their own requests or requests about themselves. */
export const requestActions = ({ status, account, requestedBy }: OperatorRequest, operator: number): string[] =>
  account === operator || requestedBy === operator ? [] : allowedActions(operatorRequestTransitions, status, 'operator')
