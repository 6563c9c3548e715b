import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Admission } from './audience.ts'
import type { Audience, Offer } from './offer.ts'

/** Text as it is searched: without regard to case, and to the form that sigma has at the end of a word. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** How the advertiser treats executors, as far as is known. */
export type Repute = {
  readonly acceptanceRate: number | null
  readonly medianReviewSeconds: number | null
  /** Of the disputes about their rejections that were decided. */
  readonly disputeLossRate: number | null
  readonly advertiserSince: Date
}

export type Available = Audience &
  Repute &
  Pick<Offer, 'title' | 'description' | 'sourceLanguage' | 'translations' | 'currency' | 'type' | 'remaining'> & {
    readonly id: Id<'offer'>
    readonly advertiser: Id<'account'>
    readonly status: string
    readonly rewardUnits: Units
    readonly category: number
    readonly platform: number
    readonly reservationSeconds: number
    readonly reviewSeconds: number
    readonly activatedAt: Date
  }

/** An offer of the board as it is by now: it may have been taken, paused or ended since. */
export type AvailableRow = Available & Admission & { readonly isOpen: boolean }

/** What an executor may do with an offer that has these reasons against it. */
export const actionsOnAvailable = (reasons: readonly string[]): string[] => (reasons.length === 0 ? ['Reserve'] : [])
