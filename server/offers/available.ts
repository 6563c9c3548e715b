import { createHmac } from 'node:crypto'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Admission } from './audience.ts'
import type { Audience, Offer } from './offer.ts'

/** How the advertiser treats executors; null where unknown. */
export type AdvertiserReputation = {
  readonly acceptanceRate: number | null
  readonly medianReviewSeconds: number | null
  /** The share of decided disputes about rejections that the advertiser lost. */
  readonly disputeLossRate: number | null
  readonly advertiserSince: Date
}

/** Returns the alias of an advertiser, one for all executors. It says nothing about the account, and nobody can choose it. */
export const advertiserAliasOf = (secretKey: string, advertiser: number): string =>
  `adv_${createHmac('sha256', secretKey).update(`advertiser alias:${advertiser}`).digest('hex').slice(0, 20)}`

export const advertiserMarks = ['Favourite', 'Blocked'] as const
/** What an executor has marked an advertiser as. The advertiser never learns of it. */
export type AdvertiserMark = { readonly id: Id<'advertiserMark'>; readonly mark: (typeof advertiserMarks)[number] }

export type AvailableOffer = Audience &
  AdvertiserReputation &
  Pick<Offer, 'title' | 'description' | 'sourceLanguage' | 'translations' | 'currency' | 'type' | 'remaining'> & {
    readonly id: Id<'offer'>
    readonly hasItems: boolean
    readonly advertiser: Id<'account'>
    readonly status: string
    readonly rewardUnits: Units
    readonly category: number
    readonly platform: number
    readonly reservationSeconds: number
    readonly reviewSeconds: number
    /** The advertiser's estimate of the work; null if the details have none. */
    readonly estimatedMinutes: number | null
    readonly workSeconds: number | null
    readonly activatedAt: Date
  }

/** The members of a listed offer that change only together with its entry in the index. */
export type ListedOffer = Omit<
  AvailableOffer,
  keyof Audience | keyof AdvertiserReputation | 'description' | 'status' | 'remaining'
>
export type ListedOfferRow = ListedOffer & Admission

/** Returns the executor's allowed actions on an offer with these reasons against a reservation. */
export const actionsOnAvailable = (reasons: readonly string[]): string[] => (reasons.length === 0 ? ['Reserve'] : [])
