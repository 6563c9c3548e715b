import type { JsonSchema } from '../catalog/catalog.ts'
import type { Profile } from '../offers/audience.ts'
import { type AvailableOffer, actionsOnAvailable } from '../offers/available.ts'
import { isBeforeStart, isPastEnd } from '../offers/limits.ts'
import { type Criterion, isBeforePublic, type OfferContent } from '../offers/offer.ts'
import type { Extension } from '../proofs/proof.ts'
import type { MissedReservations } from '../reservations/cool-down.ts'
import { type EligibilityFacts, type EligibilityRules, refusalCodes } from '../reservations/eligibility.ts'
import type { ReserveRow } from '../reservations/facts.ts'
import type { ReservationRate } from '../reservations/rate-limit.ts'
import { actionsOnReservation } from '../reservations/reservation.ts'
import type { Id } from '../values/id.ts'
import { levelOf } from '../values/level.ts'
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

/** A report with the content of the offer's version that was reserved. */
export type OpenedReport = Report & { readonly content: OfferContent; readonly offerDetailsSchema: JsonSchema }

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
    /** No slot is free except one past its hold, which the next reserve takes, or one held for the caller. */
    readonly slotLapsed: boolean
    readonly details: Readonly<Record<string, unknown>>
    readonly proofInstructions: string | null
    readonly acceptanceCriteria: readonly Criterion[]
  } & PriceSchemas

/** The schemas of a price for the details of offers and of submitted work. */
export type PriceSchemas = {
  readonly offerDetailsSchema: JsonSchema
  readonly executionDetailsSchema: JsonSchema
}

type ExecutorFacts =
  | 'isBlocked'
  | 'isInvited'
  | 'isBarred'
  | 'barredUntil'
  | 'perExecutorLimit'
  | 'attemptsMax'
  | 'taken'
  | 'failed'
  | 'otherId'
  | 'otherOffer'
  | 'otherExpiresAt'
  | 'otherActive'

export type OfferDetailFacts = Omit<OfferDetail, keyof PriceSchemas> &
  Pick<ReserveRow, 'startsAt' | 'endsAt' | ExecutorFacts> &
  ReservationRate &
  MissedReservations & {
    /** Their own reservation has expired, but still holds its slot. */
    readonly isKept: boolean
    readonly ownAccepted: number
    readonly ownRejected: number
    readonly price: Id<'price'>
    /** The edition of the price that the executor reserved, or the current one. */
    readonly edition: number
    /** The content of the reserved version, if the offer's content has changed since. */
    readonly reservedContent: OfferContent | null
    readonly ownBirthDate: Profile['birthDate']
    readonly ownCountry: Profile['country']
    readonly ownGender: Profile['gender']
  }

/** Returns how an executor sees the offer. Those with a reservation or work on it keep seeing it, unless it went back to draft. */
export function visibilityOf(
  offered: Pick<
    OfferDetailFacts,
    'status' | 'remaining' | 'slotLapsed' | 'startsAt' | 'endsAt' | keyof OwnParticipation
  >,
  now: Date,
): 'open' | 'unavailable' | 'unknown' {
  if (isBeforePublic(offered.status)) return 'unknown'
  const holds = offered.myReservation !== null || offered.myExecution !== null
  const isInTime = !isBeforeStart(offered, now) && !isPastEnd(offered, now)
  return holds || (offered.status === 'Active' && isInTime && hasSlot(offered)) ? 'open' : 'unavailable'
}

const hasSlot = ({ remaining, slotLapsed }: Pick<OfferDetail, 'remaining' | 'slotLapsed'>): boolean =>
  remaining > 0 || slotLapsed

/** Returns why a reserve would be refused now, and the allowed actions: those on the own reservation, or Reserve if nothing prevents it. */
export function reserveOptions(row: OfferDetailFacts, account: number, rules: EligibilityRules, now: Date) {
  if (row.myReservation !== null)
    return { reasons: [], actions: actionsOnReservation({ kind: 'Work', extendedAt: row.myExtendedAt }, 'Active') }
  const reasons = refusalCodes(refusalFacts(row, account), rules, now)
  return { reasons, actions: actionsOnAvailable(reasons) }
}

const refusalFacts = (row: OfferDetailFacts, account: number): EligibilityFacts => ({
  ...row,
  account,
  offerStatus: row.status,
  targetGender: row.gender,
  renews: row.isKept,
  hasSlot: hasSlot(row),
  birthDate: row.ownBirthDate,
  country: row.ownCountry,
  gender: row.ownGender,
  level: levelOf(row.ownAccepted, row.ownRejected),
})

/** Returns the details without the members that only serve the advertiser's checks (writeOnly in the task type's schema). */
export function publicDetails(
  details: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, { readonly writeOnly?: boolean }>>
  return Object.fromEntries(Object.entries(details).filter(([name]) => properties[name]?.writeOnly !== true))
}
