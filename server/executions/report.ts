import type { JsonSchema, ProofCount } from '../catalog/catalog.ts'
import type { AnsweredItem } from '../items/item.ts'
import { type AvailableOffer, actionsOnAvailable } from '../offers/available.ts'
import { isBeforeStart, isPastEnd } from '../offers/limits.ts'
import { type Criterion, isBeforePublic, type OfferContent } from '../offers/offer.ts'
import type { Page } from '../offers/pages/page.ts'
import type { Extension } from '../proofs/proof.ts'
import { type EligibilityRules, hasSlot, refusalCodes } from '../reservations/eligibility.ts'
import type { EligibilityFacts } from '../reservations/facts.ts'
import { actionsOnReservation } from '../reservations/reservation.ts'
import type { Id } from '../values/id.ts'
import type { ItemValues } from '../values/placeholders/placeholders.ts'
import type { Execution } from './execution.ts'

export type StoredProof = {
  readonly id: string
  readonly extension: Extension
  readonly fileName: string
  readonly size: number
  readonly contentType: string
  readonly sha256: string
  readonly uploadedAt: string
  /** `Duplicate`: it was in other work before. */
  readonly flags?: readonly string[]
}

/** An earlier submission that was replaced by a rework. */
export type Revision = {
  readonly revision: number
  readonly reservation: Id<'reservation'>
  readonly submittedAt: Date
  readonly details: Readonly<Record<string, unknown>>
  readonly proofs: readonly StoredProof[]
}

/** A picture that is the same as, or similar to, one in an earlier report to the same advertiser. */
export type SimilarProof = {
  readonly proofId: string
  readonly otherProofId: string
  readonly reportId: number
  readonly taskId: number
  readonly isSameFile: boolean
}

/** Additional facts for the review of a report. */
export type ReviewContext = {
  readonly id: Id<'execution'>
  readonly revisions: readonly Revision[]
  readonly alike: readonly SimilarProof[]
  readonly workSeconds: number
  readonly usualSeconds: number | null
}

/** An appeal against a rejection, as reports show it. */
export type DisputeSummary = {
  readonly id: number
  readonly status: string
  readonly openedAtUtc: string
  readonly respondByUtc: string
  readonly decideByUtc: string
  readonly outcome: string | null
}

/** A report: the execution with its task, executor and proofs. */
export type Report = Execution & {
  readonly taskExternalId: string | null
  readonly offerTitle: string
  readonly executorNickname: string | null
  readonly executorCountry: number | null
  readonly executorAccepted: number
  readonly executorRejected: number
  readonly proofs: readonly StoredProof[]
  readonly dispute: DisputeSummary | null
}

/** A report and the time of the read, on which its allowed actions depend. */
export type ReadReport = Report & { readonly now: Date }

/** A report with the content of the offer's version that was reserved, and the items that it answers; null: the offer has none. */
export type OpenedReport = Report & {
  readonly content: OfferContent
  readonly offerDetailsSchema: JsonSchema
  readonly answeredItems: readonly AnsweredItem[] | null
}

/** The addresses of both parties, for operators only. */
export type PartyEmails = { readonly advertiserEmail: string; readonly executorEmail: string }

/** A report as operators read it, with the requested work and earlier revisions. */
export type AnyReport = OpenedReport &
  PartyEmails & {
    readonly executionDetailsSchema: JsonSchema
    readonly revisions: readonly Revision[]
  }

export type ListedReport = Omit<Report, 'history'>

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
  } & PriceSchemas

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
    /** The data of the only item of the own reservation; null: there are none or several. */
    readonly itemData: ItemValues | null
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

/** Returns why a reserve would be refused now, and the allowed actions: those on the own reservation, or Reserve if nothing prevents it. */
export function reserveOptions(row: OfferDetailFacts, rules: EligibilityRules, now: Date) {
  if (row.myReservation !== null)
    return { reasons: [], actions: actionsOnReservation({ kind: 'Work', extendedAt: row.myExtendedAt }, 'Active') }
  const reasons = refusalCodes(row, rules, now)
  return { reasons, actions: actionsOnAvailable(reasons) }
}

/** Returns the details without the members that only serve the advertiser's checks (writeOnly in the task type's schema). */
export function publicDetails(
  details: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, { readonly writeOnly?: boolean }>>
  return Object.fromEntries(Object.entries(details).filter(([name]) => properties[name]?.writeOnly !== true))
}
