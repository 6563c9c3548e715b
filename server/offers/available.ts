import type { Id } from '../values/id.ts'
import { type Units, unitsOf } from '../values/money.ts'
import { misfits, type Profile } from './audience.ts'
import { type Audience, type Offer, OwnOffer } from './offer.ts'

/** Text as it is searched: without regard to case, and to the form that sigma has at the end of a word. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** The orders of the list: the latest activated first, or the highest reward, of equals the latest. */
export const availableSorts = ['-activatedAt', '-reward'] as const

/** What an executor looks for, and in which order; every other part narrows. */
export type Filter = {
  readonly sort: (typeof availableSorts)[number] | undefined
  readonly search: string | undefined
  readonly category: number | undefined
  readonly platform: number | undefined
  readonly minUnits: Units | undefined
  readonly maxUnits: Units | undefined
  readonly activatedFrom: string | undefined
  readonly activatedTo: string | undefined
  /** True, or unsaid: nothing but what the executor can take. */
  readonly onlyEligible: true | undefined
}

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
export type AvailableRow = Available & { readonly isOpen: boolean }

/** The codes of the refusals that a reserve would meet; none: it would succeed, as far as the profile decides. */
export function ineligibleReasons(
  offer: Audience & Pick<Available, 'advertiser'>,
  executor: Profile & { readonly account: number },
  now: Date,
  ageFloor: number,
): string[] {
  const own = offer.advertiser === executor.account ? [OwnOffer({})] : []
  return [...own, ...misfits(offer, executor, now, ageFloor)].map((problem) => problem.type.code)
}

/** What an executor may do with an offer that has these reasons against it. */
export const actionsOnAvailable = (reasons: readonly string[]): string[] => (reasons.length === 0 ? ['Reserve'] : [])

const rewardMax = 1e11

/** A reward to compare with: what has more digits than money has lies between two amounts, and is rounded towards them. */
export function rewardUnits(reward: number | undefined, towards: 'up' | 'down'): Units | undefined {
  if (reward === undefined) return undefined
  const bounded = Math.min(Math.max(reward, -rewardMax), rewardMax)
  try {
    return unitsOf(bounded)
  } catch {
    const scaled = bounded * 10_000
    return BigInt(towards === 'up' ? Math.ceil(scaled) : Math.floor(scaled))
  }
}
