import { msg } from '@lingui/core/macro'
import type { Words } from '../../ui/words.ts'

/** What stands in the way of closing an account. */
export const obstacleWords: Words = {
  AvailableBalance: msg`An available balance`,
  MoneyOnHold: msg`Money on hold for offers`,
  AvailableEarnings: msg`Available earnings`,
  PendingEarnings: msg`Earnings that are pending or on their way out`,
  Debt: msg`A debt`,
  OpenOffers: msg`Offers that are not ended`,
  RunningReservations: msg`Running reservations`,
  UndecidedReports: msg`Work that is not decided`,
  OpenDisputes: msg`Open appeals`,
  PendingDeposits: msg`Deposits on their way`,
  OpenWithdrawals: msg`Open withdrawals`,
  OpenRefunds: msg`Open refunds`,
  LastOperator: msg`You are the only operator`,
}
