import { msg } from '@lingui/core/macro'
import type { Labels } from '../../ui/labels.ts'

/** Obstacles to closing an account. */
export const obstacleLabels: Labels = {
  AvailableBalance: msg`Available balance`,
  MoneyOnHold: msg`Money held for tasks`,
  AvailableEarnings: msg`Available earnings`,
  PendingEarnings: msg`Earnings that are pending or being paid out`,
  Debt: msg`Debt`,
  OpenOffers: msg`Open tasks`,
  RunningReservations: msg`Active reservations`,
  UndecidedReports: msg`Submissions awaiting a decision`,
  OpenDisputes: msg`Open disputes`,
  PendingDeposits: msg`Deposits in progress`,
  OpenWithdrawals: msg`Open withdrawals`,
  OpenRefunds: msg`Open refunds`,
  LastOperator: msg`You are the only operator`,
}
