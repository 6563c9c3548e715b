import { msg } from '@lingui/core/macro'
import type { Words } from '../ui/words.ts'

/** What the books hold, by how the answer calls them. */
export const bookNames: Words = {
  advertisersAvailable: msg`Advertisers: available`,
  held: msg`Advertisers: held for offers`,
  executorsPending: msg`Executors: pending`,
  executorsAvailable: msg`Executors: available`,
  executorsWithdrawing: msg`Executors: on its way out`,
  owedToExecutors: msg`Owed to executors, all in all`,
  fees: msg`Fees of the marketplace`,
  guarantee: msg`Guarantee: paid in place of advertisers`,
  cameIn: msg`Came in`,
  wentOut: msg`Went out`,
  total: msg`Sum of everything`,
}
