import type { Id } from '../../values/id.ts'
import { filledStudy } from '../../values/placeholders/study-addresses.ts'
import { conflict } from '../../values/problems/problem.ts'
import type { ReturnAction, ReturnLink } from '../../values/requests/return-link.ts'
import type { Offer } from '../offer.ts'
import { pageOf } from '../pages/page.ts'
import { mustBeReturnLink, ReturnLinkInvalid, studyAddress, studySecretOf } from './study.ts'

/** An offer with its secret and its last test run. */
export type Study = Pick<Offer, 'id' | 'advertiser' | 'details' | 'page' | 'overlap' | 'reservationSeconds'> & {
  readonly secretVersion: number
  readonly rotatedAt: Date | null
  /** The number of the last test run, 0 if there was none, and when it began and each action arrived. */
  readonly testRun: number
  readonly testedAt: Date | null
  readonly testCompleteAt: Date | null
  readonly testScreenedOutAt: Date | null
  readonly testFailedCheckAt: Date | null
}

export type StudySecret = Pick<Study, 'rotatedAt'> & { readonly secret: string }
/** A test run that began, and the address that it opens. */
export type TestRun = Study & { readonly address: string }

export const NoStudy = conflict(
  'no_study',
  'Not a study',
  'The task has no address on another site: neither an external page nor a detail that is an address.',
)

/** By whom a test run opens the study; no executor has this alias. */
const tester = 'ex_test'

/** Returns what stands for the reservation in a test run. */
export const testReservation = (offer: Id<'offer'>, run: number): string => `test_${offer}_${run}`

/** Returns the address that a test run opens, as an executor would get it. Throws NoStudy. */
export function testAddress(study: Study, secretKey: string, now: Date): string {
  const { id, page, details, overlap, reservationSeconds } = study
  const reservation = testReservation(id, study.testRun)
  const visit = {
    executor: tester,
    reservation,
    expiresAt: new Date(now.getTime() + reservationSeconds * 1000),
    secret: studySecretOf(secretKey, id, study.secretVersion),
  }
  const shown = page === null ? undefined : pageOf(page)
  const address =
    shown?.kind === 'external'
      ? studyAddress(shown, overlap === null ? null : {}, visit)
      : filledStudy(details, { executor: tester, reservation })['url']
  if (typeof address !== 'string') throw NoStudy({})
  return address
}

/** Throws ReturnLinkInvalid unless the link belongs to the last test run of the study. */
export function mustBeTestReturn(study: Study, reservation: string, link: ReturnLink, secretKey: string): void {
  const { id, testRun, secretVersion } = study
  mustBeReturnLink(studySecretOf(secretKey, id, secretVersion), reservation, link)
  if (testRun === 0 || reservation !== testReservation(id, testRun)) throw ReturnLinkInvalid()
}

/** When an action arrived in the last test run; null: not yet. */
export const arrivedAt = (study: Study, action: ReturnAction): Date | null =>
  ({
    complete: study.testCompleteAt,
    'screened-out': study.testScreenedOutAt,
    'failed-check': study.testFailedCheckAt,
  })[action]
