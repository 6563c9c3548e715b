import type { Scenario } from '../scenario.ts'
import { acceptOne, rejectOne, submitOne } from './executions.ts'
import { listOffers, openOffer } from './offers.ts'
import { cancelOne, reserveDistinct, reserveHot } from './reservations.ts'

/** In the order in which a task goes through them. */
export const scenarios: readonly Scenario[] = [
  listOffers,
  openOffer,
  reserveDistinct,
  reserveHot,
  cancelOne,
  submitOne,
  acceptOne,
  rejectOne,
]
