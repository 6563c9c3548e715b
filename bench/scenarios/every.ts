import type { Scenario } from '../scenario.ts'
import { acceptOne, rejectOne, submitOne } from './executions.ts'
import { groupB } from './group-b.ts'
import {
  listEligible,
  listEverything,
  listFar,
  listFiltered,
  listFirst,
  listFirstOfMany,
  listSearched,
  listSorted,
  listWalked,
} from './lists.ts'
import { openOne, openOneOfMany, submitOffer } from './offers.ts'
import { cancelOne, reserveDistinct, reserveHot, reserveItems } from './reservations.ts'

/** Reads of executors, measured for each number of active offers. */
export const reads: readonly Scenario[] = [
  listFirst,
  listFirstOfMany,
  listFiltered,
  listSorted,
  listEligible,
  listEverything,
  listSearched,
  listFar,
  listWalked,
  openOne,
  openOneOfMany,
]

/** Writes, in the order of a task's life. */
export const writes: readonly Scenario[] = [
  submitOffer,
  reserveDistinct,
  reserveHot,
  reserveItems,
  cancelOne,
  submitOne,
  acceptOne,
  rejectOne,
]

export const scenarios: readonly Scenario[] = [...reads, ...writes, ...groupB]
