import type { DetailsMode, JsonSchema } from '../../catalog/catalog.ts'
import { detailsRules } from '../../catalog/details.ts'
import { OfferNotFound } from '../../offers/offer.ts'
import {
  isExpired,
  ReservationExpired,
  ReservationNotActive,
  ReservationNotFound,
} from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import {
  contentHash,
  detailsBytesMax,
  type Execution,
  ExecutionDetailsInvalid,
  ExecutionPending,
  InvalidProofUrl,
  proofsMax,
} from '../execution.ts'

/** What an executor submits. The id of a proof is the one that its URL names; null: the URL is none of ours. */
export type Submission = {
  readonly reservation: Id<'reservation'>
  readonly proofs: readonly { readonly field: string; readonly url: string; readonly id: string | null }[]
  readonly details: Readonly<Record<string, unknown>>
}

/** What the database says about one submission. */
export type SubmitRow = {
  readonly id: Id<'execution'>
  readonly offer: Id<'offer'> | null
  readonly advertiser: Id<'account'>
  readonly detailsMode: DetailsMode
  readonly executionDetailsSchema: JsonSchema
  readonly reservationId: Id<'reservation'> | null
  readonly reservationStatus: string
  readonly reservationExpiresAt: Date
  readonly ownExecution: Id<'execution'> | null
  readonly ownStatus: Execution['status']
  readonly ownRevision: number
  readonly ownReviewDeadlineAt: Date
  readonly ownContentHash: Buffer | null
  /** Of the pending executions of this executor on the offer: the first, and how many there are. */
  readonly pendingExecution: Id<'execution'> | null
  readonly pending: number
  readonly perExecutorLimit: number
  /** The execution that is to be done again for this reservation. */
  readonly reworkOf: Id<'execution'> | null
  /** File names of the proofs that are the caller's own, and of those that other work has. */
  readonly proofsFound: readonly string[]
  readonly proofsUsed: readonly string[]
}

/** What a submission leads to: the execution that exists, or one to make; or a refusal. */
export function decideSubmit(
  row: SubmitRow & { readonly now: Date },
  submission: Submission,
): { readonly existing: boolean } {
  const { offer, reservationId, ownExecution, ownContentHash } = row
  if (offer === null) throw OfferNotFound({})
  if (reservationId === null) throw ReservationNotFound({})
  if (ownExecution !== null && ownContentHash?.equals(hashOf(submission))) return { existing: true }
  const pending = ownExecution ?? inTheWay(row)
  mustBeActive(row, reservationId, offer, ownExecution)
  if (pending !== null) throw ExecutionPending({ executionId: pending })
  checkProofs(row, submission)
  const errors = detailsRules(row.executionDetailsSchema, row.detailsMode)(submission.details)
  if (errors.length > 0) throw ExecutionDetailsInvalid(errors)
  return { existing: false }
}

/**
 * The pending work that must be decided first. Work that was sent back does not wait for other work, because its deadline
 * does not wait either. The reservation already counted against the limit for each executor, which may be lower by now.
 */
const inTheWay = ({ reworkOf, pending, perExecutorLimit, pendingExecution }: SubmitRow): Id<'execution'> | null =>
  reworkOf === null && pending >= perExecutorLimit ? pendingExecution : null

export const hashOf = ({ proofs, details }: Submission): Buffer =>
  contentHash(
    proofs.map(({ id }) => id ?? ''),
    details,
  )

function mustBeActive(
  row: SubmitRow & { now: Date },
  reservationId: number,
  offerId: number,
  own: number | null,
): void {
  const about = { reservationId, offerId }
  const { reservationStatus: status, reservationExpiresAt: expiresAt } = row
  if (status === 'Submitted' && own !== null) throw ExecutionPending({ executionId: own })
  if (status === 'Expired' || (status === 'Active' && isExpired({ expiresAt }, row.now))) {
    throw ReservationExpired({ ...about, expiresAtUtc: expiresAt.toISOString() })
  }
  if (status !== 'Active') throw ReservationNotActive({ ...about, currentStatus: status })
}

function checkProofs({ proofsFound, proofsUsed }: SubmitRow, { proofs }: Submission): void {
  const usable = proofsFound.filter((name) => !proofsUsed.includes(name))
  const wrong = proofs.filter(({ id, url }) => id === null || !usable.includes(url.slice(url.lastIndexOf('/') + 1)))
  if (wrong.length === 0) return
  const detail = 'must be a URL that the upload of proofs for this offer answered to you, and not used in other work.'
  throw InvalidProofUrl(wrong.map(({ field }) => bodyError(field, 'invalid_proof_url', detail)))
}

export type SubmitBody = {
  readonly reservationId: number
  readonly proofUrls?: readonly string[] | null | undefined
  readonly proofUrl?: string | null | undefined
  readonly details?: Readonly<Record<string, unknown>> | null | undefined
}

/** Reads the body of a submission; both forms of naming proofs count, each proof once. */
export function submissionOf(body: SubmitBody, proofIdOf: (url: string) => string | undefined): Submission {
  const many = (body.proofUrls ?? []).map((url, index) => ({ field: `proofUrls.${index}`, url }))
  const named =
    body.proofUrl === undefined || body.proofUrl === null ? many : [...many, { field: 'proofUrl', url: body.proofUrl }]
  const distinct = named.filter(({ url }, index) => named.findIndex((other) => other.url === url) === index)
  if (distinct.length === 0) {
    throw ValidationError([
      bodyError('proofUrls', 'required', 'must name at least one proof; proofUrl will do for one.'),
    ])
  }
  if (distinct.length > proofsMax) {
    throw ValidationError([bodyError('proofUrls', 'max_items', `must name at most ${proofsMax} proofs.`)])
  }
  const details = body.details ?? {}
  if (Buffer.byteLength(JSON.stringify(details)) > detailsBytesMax) {
    throw ValidationError([bodyError('details', 'max_length', `must have at most ${detailsBytesMax} bytes as JSON.`)])
  }
  const proofs = distinct.map(({ field, url }) => ({ field, url, id: proofIdOf(url) ?? null }))
  return { reservation: body.reservationId as Id<'reservation'>, proofs, details }
}
