import { erasedDomain } from '../accounts/account.ts'
import type { Id } from '../values/id.ts'
import { conflict, missing } from '../values/problems/problem.ts'

/** Hours before the closing at which the holder is reminded. */
export const reminderHours = 72
/** Hours until the next attempt if obstacles remain on the closing date. */
export const retryHours = 24

/** An obstacle to closing an account, with a count or an amount of money. */
export type Obstacle = {
  readonly code: ObstacleCode
  readonly count?: number
  readonly amount?: number
  readonly currency?: string
}

export const obstacleCodes = [
  'AvailableBalance',
  'MoneyOnHold',
  'AvailableEarnings',
  'PendingEarnings',
  'Debt',
  'OpenOffers',
  'RunningReservations',
  'UndecidedReports',
  'OpenDisputes',
  'PendingDeposits',
  'OpenWithdrawals',
  'OpenRefunds',
  'LastOperator',
] as const
export type ObstacleCode = (typeof obstacleCodes)[number]

/** Money that the holder may give up with the account. */
export const forfeitableMoney: readonly ObstacleCode[] = ['AvailableBalance', 'AvailableEarnings']

export type ClosingStatus = 'Requested' | 'Cancelled' | 'Closed' | 'Erased'
export type Closing = {
  readonly account: Id<'account'>
  readonly status: ClosingStatus
  readonly requestedBy: Id<'account'> | null
  readonly givesUpBalance: boolean
  readonly requestedAt: Date
  readonly closesAt: Date
}

/** The closing of an account, if one was requested, and what prevents it. */
export type ClosingState = { readonly closing: Closing | undefined; readonly obstacles: readonly Obstacle[] }

export const AccountHasObligations = conflict<{ obstacles: readonly Obstacle[] }>(
  'account_has_obligations',
  'Open obligations',
  ({ obstacles }) => `Finish these before closing the account: ${obstacles.map(({ code }) => code).join(', ')}.`,
)
export const ClosingNotFound = missing(
  'closing_not_found',
  'No closing to cancel',
  'The account is not being closed, or an operator requested the closing.',
)
export const AlreadyClosed = conflict('account_closed', 'Account closed', 'The account is already closed.')

/** Returns the address of an erased account; `.invalid` is reserved (RFC 2606). */
export const pseudonymOf = (account: number): string => `deleted-account-${account}@${erasedDomain}`
