import { msg } from '@lingui/core/macro'
import type { Labels } from '../ui/labels.ts'

/** Names of the ledger's books, by their member in the response. */
export const ledgerAccountLabels: Labels = {
  advertisersAvailable: msg`Advertisers: available`,
  held: msg`Advertisers: held for tasks`,
  executorsPending: msg`Executors: pending`,
  executorsAvailable: msg`Executors: available`,
  executorsWithdrawing: msg`Executors: being paid out`,
  owedToExecutors: msg`Total owed to executors`,
  fees: msg`Fees of the marketplace`,
  guarantee: msg`Covered: paid for advertisers`,
  cameIn: msg`Incoming`,
  wentOut: msg`Outgoing`,
  total: msg`Total`,
}
