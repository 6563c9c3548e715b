import type { JsonSchema, ProofCount } from '../catalog/catalog.ts'
import { type AvailableOffer, actionsOnAvailable } from '../offers/available.ts'
import { isBeforeStart, isPastEnd } from '../offers/limits.ts'
import { type Criterion, isBeforePublic, type OfferContent } from '../offers/offer.ts'
import type { Page } from '../offers/pages/page.ts'
import { missingIn } from '../qualifications/unmet.ts'
import { type EligibilityRules, hasSlot, refusals } from '../reservations/eligibility.ts'
import type { EligibilityFacts } from '../reservations/facts.ts'
import { actionsOnReservation } from '../reservations/reservation.ts'
import type { Gold } from '../values/gold/gold.ts'
import type { Id } from '../values/id.ts'
import type { ItemValues } from '../values/placeholders/placeholders.ts'

/** An executor's reservation and execution on an offer. */
export type OwnParticipation = {
  readonly myReservation: Id<'reservation'> | null
  readonly myExpiresAt: Date | null
  readonly myExtendedAt: Date | null
  readonly myExecution: Id<'execution'> | null
  readonly myStatus: string | null
}

export type OfferDetail = AvailableOffer &
  OwnParticipation & {
    readonly totalLimit: number
    readonly offerVersion: number
    readonly details: Readonly<Record<string, unknown>>
    readonly proofInstructions: string | null
    readonly acceptanceCriteria: readonly Criterion[]
    /** The kind of the page on which the work is done; null: none. */
    readonly pageKind: Page['kind'] | null
    readonly itemsPerSlot: number | null
  } & PriceSchemas

/** An open offer without what concerns one executor. */
export type PublicOffer = Omit<OfferDetail, keyof OwnParticipation | 'executionDetailsSchema'> & {
  readonly advertiserAlias: string
}

/** What a price asks: the schemas for the details of offers and of submitted work, and the number of proofs. */
export type PriceSchemas = {
  readonly offerDetailsSchema: JsonSchema
  readonly executionDetailsSchema: JsonSchema
  readonly proofs: ProofCount | null
}

export type OfferDetailFacts = Omit<OfferDetail, keyof PriceSchemas> &
  EligibilityFacts & {
    readonly price: Id<'price'>
    /** The edition of the price that the executor reserved, or the current one. */
    readonly edition: number
    /** The own reservation that runs, work before rework; null: none. */
    readonly runningOwn: Id<'reservation'> | null
    /** The data of the only item of the own reservation; null: there are none or several. */
    readonly itemData: ItemValues | null
    /** How many gold items the executor answered, and rightly; null: none. */
    readonly ownCounts: { readonly rightCount: number; readonly answeredCount: number } | null
    readonly gold: Gold | null
    /** The content of the reserved version, if the offer's content has changed since. */
    readonly reservedContent: (Omit<OfferContent, 'page'> & Pick<OfferDetail, 'pageKind'>) | null
  }

/** Returns how an executor sees the offer. Those with a reservation or work on it keep seeing it, unless it went back to draft. */
export function visibilityOf(
  offered: Pick<
    OfferDetailFacts,
    'status' | 'remaining' | 'dueId' | 'expiredId' | 'startsAt' | 'endsAt' | keyof OwnParticipation
  >,
  now: Date,
): 'open' | 'unavailable' | 'unknown' {
  if (isBeforePublic(offered.status)) return 'unknown'
  const holds = offered.myReservation !== null || offered.myExecution !== null
  const isInTime = !isBeforeStart(offered, now) && !isPastEnd(offered, now)
  return holds || (offered.status === 'Active' && isInTime && (hasSlot(offered) || offered.expiredId !== null))
    ? 'open'
    : 'unavailable'
}

/** Returns why a reserve would be refused now, with the requirements that are not met, and the allowed actions: those on the own reservation, or Reserve if nothing prevents it. */
export function reserveOptions(row: OfferDetailFacts, rules: EligibilityRules, now: Date) {
  if (row.myReservation !== null)
    return {
      reasons: [],
      missing: undefined,
      actions: actionsOnReservation({ kind: 'Work', extendedAt: row.myExtendedAt }, 'Active'),
    }
  const problems = refusals(row, rules, now)
  const reasons = problems.map(({ type }) => type.code)
  return { reasons, missing: missingIn(problems), actions: actionsOnAvailable(reasons) }
}
