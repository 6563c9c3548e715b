import { type AdvertiserMark, advertiserAliasOf, advertiserMarks } from '../../offers/available.ts'
import type { Id } from '../../values/id.ts'
import { missing } from '../../values/problems/problem.ts'

export const markKinds = advertiserMarks
export type MarkKind = AdvertiserMark['mark']

/** How many advertisers an executor may mark. */
export const marksMax = 500

/** An advertiser whom an executor has marked, with an offer of theirs and its title at that time. */
export type MarkedOffer = AdvertiserMark & {
  readonly advertiser: Id<'account'>
  readonly offer: number
  readonly offerTitle: string
  readonly markedAt: Date
}

export const aliasOfMarked = (secretKey: string, { advertiser }: Pick<MarkedOffer, 'advertiser'>) =>
  advertiserAliasOf(secretKey, advertiser)

export const MarkNotFound = missing(
  'advertiser_mark_not_found',
  'Mark not found',
  'You have marked no advertiser under this id.',
)
