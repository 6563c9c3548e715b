import type { JsonSchema } from '../catalog/catalog.ts'
import type { AnsweredItem } from '../items/item.ts'
import type { OfferContent } from '../offers/offer.ts'
import type { Extension } from '../proofs/proof.ts'
import type { Id } from '../values/id.ts'
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

/** Returns the details without the members that only serve the advertiser's checks (writeOnly in the task type's schema). */
export function publicDetails(
  details: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, { readonly writeOnly?: boolean }>>
  return Object.fromEntries(Object.entries(details).filter(([name]) => properties[name]?.writeOnly !== true))
}
