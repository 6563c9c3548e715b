import { Type } from 'typebox'
import { contentMembers } from '../offers/serialize.ts'
import { type LinkContext, proofSchema, serializeProof } from '../proofs/serialize.ts'
import { decimalOf } from '../values/money.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../values/requests/schema.ts'
import type { Execution } from './execution.ts'
import type { ListedReport, StoredProof } from './report.ts'

const decisionSchema = nullable(
  Type.Object({
    outcome: text,
    by: nullable(text),
    reasonCode: nullable(text),
    reason: nullable(text),
    comment: nullable(text),
    decidedAtUtc: nullable(instant),
  }),
)

const serializeDecision = (execution: Omit<Execution, 'history'>) =>
  execution.decidedAt === null
    ? null
    : {
        // A disputed execution shows the decision that is appealed.
        outcome: execution.status === 'Disputed' ? 'Rejected' : execution.status,
        by: execution.decidedBy,
        reasonCode: execution.reasonCode,
        reason: execution.reason,
        comment: execution.comment,
        decidedAtUtc: isoOrNull(execution.decidedAt),
      }

export const reworkMembers = {
  round: whole,
  maxRounds: whole,
  reason: text,
  requestedAtUtc: instant,
  deadlineAtUtc: nullable(instant),
}

/** Why and until when work was sent back, the last time. */
export const serializeRework = (report: ListedReport) =>
  report.reworkRequestedAt === null
    ? null
    : {
        round: report.reworkRound,
        maxRounds: report.maxReworks,
        reason: report.reworkReason ?? '',
        requestedAtUtc: iso(report.reworkRequestedAt),
        deadlineAtUtc: isoOrNull(report.reworkDeadlineAt),
      }

const disputeSchema = nullable(
  Type.Object({
    id,
    status: text,
    openedAtUtc: instant,
    respondByUtc: instant,
    decideByUtc: instant,
    outcome: nullable(text),
  }),
)

/** The content of the offer in the version that was reserved (`offerVersion`). Later changes of the offer do not change it. */
export const reservedContentSchema = Type.Object(contentMembers, {
  title: 'ReservedContent',
  description: 'Content of the offer at the time of the reservation, without later changes',
})

const historyEntrySchema = Type.Object({
  atUtc: instant,
  event: text,
  revision: whole,
  actor: text,
  note: nullable(text),
})
/** The history of an execution; lists leave it out. */
export const history = arrayOf(historyEntrySchema)

/** The members of an execution that both the advertiser and the executor see. */
export const workMembers = {
  id,
  status: text,
  revision: whole,
  reservationId: id,
  reservedAtUtc: instant,
  submittedAtUtc: instant,
  workSeconds: whole,
  details: openObject,
  proofUrls: arrayOf(text),
  proofs: arrayOf(proofSchema),
  rewardPerAction: money,
  currency: text,
  reviewDeadlineAtUtc: instant,
  decision: decisionSchema,
  failedCriteria: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  rating: nullable(whole),
  appealDeadlineAtUtc: nullable(instant),
  dispute: disputeSchema,
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
}

export const serializeWork = (report: ListedReport, links: LinkContext) => ({
  id: report.id,
  status: report.status,
  revision: report.revision,
  ...serializeSubmission(report, links),
  rewardPerAction: decimalOf(report.rewardUnits),
  currency: report.currency,
  reviewDeadlineAtUtc: iso(report.reviewDeadlineAt),
  decision: serializeDecision(report),
  failedCriteria: report.failedCriteria,
  rating: report.rating,
  appealDeadlineAtUtc: isoOrNull(report.appealDeadlineAt),
  dispute: report.dispute,
  version: report.version,
  createdAtUtc: iso(report.createdAt),
  updatedAtUtc: iso(report.updatedAt),
})

export const serializeStoredProof = (proof: StoredProof, links: LinkContext) =>
  serializeProof({ ...proof, uploadedAt: new Date(proof.uploadedAt) }, links)

function serializeSubmission(report: ListedReport, links: LinkContext) {
  const proofs = report.proofs.map((proof) => serializeStoredProof(proof, links))
  return {
    reservationId: report.reservation,
    reservedAtUtc: iso(report.reservedAt),
    submittedAtUtc: iso(report.submittedAt),
    workSeconds: Math.round((report.submittedAt.getTime() - report.reservedAt.getTime()) / 1000),
    details: report.details,
    proofUrls: proofs.map(({ url }) => url),
    proofs,
  }
}
