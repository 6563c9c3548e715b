import { msg } from '@lingui/core/macro'
import type { Labels } from '../../ui/labels.ts'

/** Obstacles to closing an account. */
export const obstacleLabels: Labels = {
  AvailableBalance: msg`Available balance`,
  MoneyOnHold: msg`Money held for offers`,
  AvailableEarnings: msg`Available earnings`,
  PendingEarnings: msg`Earnings that are pending or being paid out`,
  Debt: msg`Debt`,
  OpenOffers: msg`Open offers`,
  RunningReservations: msg`Active reservations`,
  UndecidedReports: msg`Work awaiting a decision`,
  OpenDisputes: msg`Open disputes`,
  PendingDeposits: msg`Deposits in progress`,
  OpenWithdrawals: msg`Open withdrawals`,
  OpenRefunds: msg`Open refunds`,
  LastOperator: msg`You are the only operator`,
}
