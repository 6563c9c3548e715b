import { type AdvertiserMark, advertiserMarks } from '../../offers/available.ts'
import { missing } from '../../values/problems/problem.ts'

export const markKinds = advertiserMarks
export type MarkKind = AdvertiserMark['mark']

/** How many advertisers an executor may mark. */
export const marksMax = 500

/** An advertiser as the executor who marked them knows them: by an offer, and its title at that time. */
export type MarkedOffer = AdvertiserMark & {
  readonly offer: number
  readonly offerTitle: string
  readonly markedAt: Date
}

export const MarkNotFound = missing(
  'advertiser_mark_not_found',
  'Mark not found',
  'You have marked no advertiser under this id.',
)
