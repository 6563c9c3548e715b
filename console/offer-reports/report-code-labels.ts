import { msg } from '@lingui/core/macro'
import type { Labels } from '../ui/labels.ts'

/** Reasons for reporting an offer, by code. */
export const reportCodeLabels = {
  Fraud: msg`Fraud, or work that is never paid`,
  Phishing: msg`Asks for passwords, codes or access to accounts`,
  PersonalData: msg`Asks for personal data that the work does not need`,
  IllegalContent: msg`Asks for something illegal`,
  AdultContent: msg`Shows adult or violent content without a warning`,
  Misleading: msg`Fake reviews, votes or followers`,
  NotAsDescribed: msg`The work differs from the description`,
  Other: msg`Other`,
} satisfies Labels
export type ReportCode = keyof typeof reportCodeLabels
