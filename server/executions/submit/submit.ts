import { type DetailsMode, defaultProofs, type JsonSchema, type ProofCount, proofsMax } from '../../catalog/catalog.ts'
import { detailsRules } from '../../catalog/details.ts'
import type { JsonObject } from '../../items/item.ts'
import { type Offer, OfferNotFound } from '../../offers/offer.ts'
import { pageOf, pageWithoutFields } from '../../offers/pages/page.ts'
import type { Standing } from '../../qualifications/requirement.ts'
import {
  isExpired,
  ReservationExpired,
  ReservationNotActive,
  ReservationNotFound,
} from '../../reservations/reservation.ts'
import type { Gold } from '../../values/gold/gold.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { bytesOfJsonMax, countRu, type Sentence } from '../../values/sentences.ts'
import {
  contentHash,
  detailsBytesMax,
  type Execution,
  ExecutionDetailsInvalid,
  ExecutionPending,
  InvalidProofUrl,
} from '../execution.ts'
import { answerErrors, answersBytesMax } from './answers.ts'

/** A submission. A proof's id comes from its URL; null if the URL does not belong to this server. */
export type Submission = {
  readonly reservation: Id<'reservation'>
  readonly proofs: readonly { readonly field: string; readonly url: string; readonly id: string | null }[]
  readonly details: Readonly<Record<string, unknown>>
}

export type SubmitRow = {
  /** The id that a new execution would get. */
  readonly id: Id<'execution'>
  readonly offer: Id<'offer'> | null
  readonly advertiser: Id<'account'>
  readonly detailsMode: DetailsMode
  readonly executionDetailsSchema: JsonSchema
  readonly proofCount: ProofCount | null
  /** The page of the reserved version, as text; null: none. */
  readonly page: string | null
  readonly reservationId: Id<'reservation'> | null
  readonly reservationStatus: string
  readonly reservationExpiresAt: Date
  /** The execution of this reservation, as it is now. The hash is that of this reservation's revision: it recognizes a repeated request. */
  readonly ownExecution: Id<'execution'> | null
  readonly ownStatus: Execution['status']
  readonly ownRevision: number
  readonly ownReviewDeadlineAt: Date
  readonly ownContentHash: Buffer | null
  /** The executor's pending executions on the offer: the first one, and their number. */
  readonly pendingExecution: Id<'execution'> | null
  readonly pending: number
  readonly perExecutorLimit: number
  /** The items to answer, null: the offer has none; and how many may be skipped. */
  readonly items: readonly number[] | null
  readonly skipsMax: number
  /** The requirements of the offer, and what the executor has of them now; null: none. */
  readonly requirements: Offer['requirements']
  readonly standing: Standing | null
  /** The settings of gold items, and the known answers by item of the reservation's gold items; null: it has none. */
  readonly gold: Gold | null
  readonly knownAnswers: Readonly<Record<string, JsonObject>> | null
  /** The execution that this reservation reworks. */
  readonly reworkOf: Id<'execution'> | null
  /** The file names (`id.extension`) of the named proofs that the caller owns, and those among them that other work has. */
  readonly proofsFound: readonly string[]
  readonly proofsUsed: readonly string[]
}

/** Returns whether the execution exists already or is to be inserted. Throws a refusal. */
export function decideSubmit(
  row: SubmitRow & { readonly now: Date },
  submission: Submission,
): { readonly existing: boolean } {
  const { offer, reservationId, ownExecution, ownContentHash } = row
  mustHaveCount(row.proofCount ?? defaultProofs, submission.proofs.length)
  if (offer === null) throw OfferNotFound({})
  if (reservationId === null) throw ReservationNotFound({})
  if (ownExecution !== null && ownContentHash?.equals(hashOf(submission))) return { existing: true }
  const pending = ownExecution ?? blockingExecution(row)
  mustBeActive(row, reservationId, offer, ownExecution)
  if (pending !== null) throw ExecutionPending({ executionId: pending })
  checkProofs(row, submission)
  checkDetails(row, submission.details)
  return { existing: false }
}

/**
 * Returns the pending work that must be decided first. Rework does not wait for other work, because its deadline does not wait either; its
 * reservation already counted towards the limit for each executor, which may be lower by now.
 */
const blockingExecution = ({
  reworkOf,
  pending,
  perExecutorLimit,
  pendingExecution,
}: SubmitRow): Id<'execution'> | null => (reworkOf === null && pending >= perExecutorLimit ? pendingExecution : null)

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

function mustHaveCount({ min, max }: ProofCount, count: number): void {
  if (count > max) throw ValidationError([bodyError('proofUrls', 'max_items', proofsAtMost(max))])
  if (count >= min) return
  const code = min === 1 ? 'required' : 'min_items'
  throw ValidationError([bodyError('proofUrls', code, min === 1 ? mustNameProof : proofsAtLeast(min))])
}

const mustNameProof: Sentence = {
  en: 'must name at least one proof.',
  ru: 'нужно хотя бы одно подтверждение.',
}

const proofsRu = (count: number): string => countRu(count, 'подтверждения', 'подтверждений')
const proofsAtLeast = (min: number): Sentence => ({
  en: `must name at least ${min} proofs.`,
  ru: `должно быть не меньше ${proofsRu(min)}.`,
})
const proofsAtMost = (max: number): Sentence => ({
  en: max === 0 ? 'must be empty: this work has no proofs.' : `must name at most ${max} proof${max === 1 ? '' : 's'}.`,
  ru:
    max === 0 ? 'должно быть пусто: к этой работе не нужны подтверждения.' : `должно быть не больше ${proofsRu(max)}.`,
})

/** Answers belong to the page or the items, and all other details to the type of work. */
function checkDetails(row: SubmitRow, details: Submission['details']): void {
  const { page, items, skipsMax, detailsMode, executionDetailsSchema } = row
  const isAsked = page !== null || items !== null
  if (!isAsked) mustFit('details', details, detailsBytesMax)
  const { answers, ...others } = details
  const checked = isAsked ? others : details
  const errors = [
    ...detailsRules(executionDetailsSchema, detailsMode)(checked),
    ...(isAsked
      ? answerErrors(answers, { page: page === null ? pageWithoutFields : pageOf(page), items, skipsMax })
      : []),
  ]
  if (errors.length > 0) throw ExecutionDetailsInvalid(errors)
}

function mustFit(member: string, value: unknown, bytesMax: number): void {
  if (Buffer.byteLength(JSON.stringify(value)) > bytesMax)
    throw ValidationError([bodyError(member, 'max_length', bytesOfJsonMax(bytesMax))])
}

function checkProofs({ proofsFound, proofsUsed }: SubmitRow, { proofs }: Submission): void {
  const usable = proofsFound.filter((name) => !proofsUsed.includes(name))
  const wrong = proofs.filter(({ id, url }) => id === null || !usable.includes(url.slice(url.lastIndexOf('/') + 1)))
  if (wrong.length === 0) return
  const detail = {
    en: 'must be a URL that the upload of proofs for this offer answered to you, and not used in other work.',
    ru: 'должно быть адресом, который вы получили при загрузке подтверждений к этому заданию, и не использованным в другой работе.',
  }
  throw InvalidProofUrl(wrong.map(({ field }) => bodyError(field, 'invalid_proof_url', detail)))
}

export type SubmitBody = {
  readonly reservationId: number
  readonly proofUrls?: readonly string[] | null | undefined
  readonly proofUrl?: string | null | undefined
  readonly details?: Readonly<Record<string, unknown>> | null | undefined
}

/** Reads the body of a submission; merges both forms of naming proofs, each proof once. */
export function submissionOf(body: SubmitBody, proofIdOf: (url: string) => string | undefined): Submission {
  const many = (body.proofUrls ?? []).map((url, index) => ({ field: `proofUrls.${index}`, url }))
  const named =
    body.proofUrl === undefined || body.proofUrl === null ? many : [...many, { field: 'proofUrl', url: body.proofUrl }]
  const distinct = named.filter(({ url }, index) => named.findIndex((other) => other.url === url) === index)
  if (distinct.length > proofsMax) {
    throw ValidationError([bodyError('proofUrls', 'max_items', proofsAtMost(proofsMax))])
  }
  const details = body.details ?? {}
  const { answers = [], ...others } = details
  mustFit('details', others, detailsBytesMax)
  mustFit('details.answers', answers, answersBytesMax)
  const proofs = distinct.map(({ field, url }) => ({ field, url, id: proofIdOf(url) ?? null }))
  return { reservation: body.reservationId as Id<'reservation'>, proofs, details }
}
