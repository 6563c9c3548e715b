import { conflict } from '../values/problems/problem.ts'

/** Causes that pause all offers of an advertiser. The code is also the `statusReason` of the offers. */
export const pauseCauses = {
  advertiser_suspended: 'The account is suspended. The offer resumes when the suspension ends.',
  deposit_charged_back: 'A deposit was taken back and left a debt. The offer resumes when the debt is settled.',
} as const
export type PauseCause = keyof typeof pauseCauses

export const isPauseCause = (code: string | undefined): code is PauseCause =>
  code !== undefined && Object.hasOwn(pauseCauses, code)

export const OffersPaused = conflict<{ causes: readonly string[] }>(
  'offers_paused',
  'Offers paused',
  ({ causes }) =>
    `All offers of this advertiser are paused (${causes.join(', ')}). They resume automatically once the cause is resolved.`,
)
