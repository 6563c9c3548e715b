import { quotasFitting } from '../../offers/studies/fit.ts'
import type { Id } from '../../values/id.ts'
import { type EligibilityFacts, type ExecutorFacts, profileOf } from '../facts.ts'
import { type ReservationRate, rateLimitRefusal } from '../rate-limit.ts'

/** The facts about a listed offer that is not for everyone in its audience: it has a rate limit, quotas or an exclusion group. */
export type LimitedRow = ReservationRate &
  Pick<EligibilityFacts, 'quotas' | 'quotaCounts'> & {
    readonly id: number
    /** When it was activated, in milliseconds: its position in the index. */
    readonly at: number
    readonly advertiser: Id<'account'>
    readonly group: string | null
  }

/** Such an offer with the numbers of its full quotas. */
export type LimitedOffer = LimitedRow & { readonly full: readonly number[] }

/** The offers that have reached a rate limit, have a full quota or belong to a group, by id. */
export type LimitedOffers = ReadonlyMap<number, LimitedOffer>

/** An offer of an exclusion group in which an executor took part. */
export type Part = { readonly offer: number; readonly advertiser: number; readonly group: string }

/** The facts of an executor that decide whether a limit applies to them. */
export type Limited = ExecutorFacts & Pick<EligibilityFacts, 'standing'> & { readonly parts: readonly Part[] | null }

/** Returns the offers that are closed to some executors of their audience now. */
export const limitedOffers = (rows: readonly LimitedRow[], now: Date): LimitedOffers =>
  new Map(
    rows
      .map((row) => ({ ...row, full: fullQuotas(row) }))
      .filter((offer) => offer.group !== null || rateLimitRefusal(offer, now) !== undefined || offer.full.length > 0)
      .map((offer) => [offer.id, offer]),
  )

const fullQuotas = ({ quotas, quotaCounts }: LimitedRow): number[] =>
  (quotas ?? []).flatMap(({ max }, number) => ((quotaCounts?.[number]?.taken ?? 0) >= max ? [number] : []))

/** Whether the executor took part in another offer of the same group. */
const isExcluded = ({ id, advertiser, group }: LimitedOffer, { parts }: Limited): boolean =>
  (parts ?? []).some((part) => part.offer !== id && part.advertiser === advertiser && part.group === group)

function fitsFullQuota(offer: LimitedOffer, executor: Limited, now: Date): boolean {
  if (offer.full.length === 0) return false
  const fitting = quotasFitting(offer.quotas, profileOf({ ...executor, requiredNames: null }), now)
  return fitting.some((number) => offer.full.includes(number))
}

/** Returns the offers that a limit closes to the executor. */
export const closedTo = (limited: LimitedOffers, executor: Limited, now: Date): LimitedOffer[] =>
  [...limited.values()].filter(
    (offer) =>
      rateLimitRefusal(offer, now) !== undefined || fitsFullQuota(offer, executor, now) || isExcluded(offer, executor),
  )

const noLimits = {
  hourlyLimit: null,
  dailyLimit: null,
  lastSequenceNumber: null,
  hourlyAt: null,
  dailyAt: null,
  quotas: null,
  quotaCounts: null,
}

type LimitFacts = ReservationRate & Pick<EligibilityFacts, 'quotas' | 'quotaCounts' | 'isExcluded' | 'screenOutsLeft'>

/** Returns the facts about a listed offer. Offers that no one else may be screened out of are not listed. */
export function limitFactsOf(limited: LimitedOffers, id: number, executor: Limited): LimitFacts {
  const offer = limited.get(id)
  return {
    ...noLimits,
    ...offer,
    isExcluded: offer !== undefined && isExcluded(offer, executor),
    screenOutsLeft: null,
  }
}
