import { Type } from 'typebox'
import { availableMembers, showAvailable } from '../offers/show-available.ts'
import { showWords } from '../offers/show.ts'
import { proofSchema, showProof } from '../proofs/show.ts'
import { decimalOf } from '../values/money.ts'
import type { Listed } from '../values/page.ts'
import { allowedActions } from '../values/moves.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../values/schema.ts'
import { type Execution, executionMoves } from './execution.ts'
import { levelOf, type Offered, type Report, shownDetails } from './report.ts'

/** With what links are made and signed, and until when they are good. */
export type Links = { readonly publicUrl: string; readonly secretKey: string; readonly now: Date }

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

const showDecision = (execution: Execution) =>
  execution.decidedAt === null
    ? null
    : {
        outcome: execution.status,
        by: execution.decidedBy,
        reasonCode: execution.reasonCode,
        reason: execution.reason,
        comment: execution.comment,
        decidedAtUtc: isoOrNull(execution.decidedAt),
      }

const happeningSchema = Type.Object({ atUtc: instant, event: text, revision: whole, actor: text, note: nullable(text) })

const listedMembers = {
  id,
  taskId: id,
  taskExternalId: nullable(text),
  offerVersion: whole,
  status: text,
  revision: whole,
  executor: Type.Object({
    id: text,
    countryId: nullable(whole),
    level: whole,
    acceptanceRate: nullable(Type.Number()),
    acceptedCount: whole,
  }),
  reservationId: id,
  reservedAtUtc: instant,
  submittedAtUtc: instant,
  workSeconds: whole,
  details: openObject,
  proofUrls: arrayOf(text),
  proofs: arrayOf(proofSchema),
  flags: arrayOf(text),
  rewardPerAction: money,
  costPerAction: money,
  bonusTotal: money,
  currency: text,
  reviewDeadlineAtUtc: instant,
  autoDecision: nullable(text),
  decision: decisionSchema,
  failedCriteria: nullableList(),
  rating: nullable(whole),
  rework: nullable(openObject),
  dispute: nullable(openObject),
  allowedActions: arrayOf(text),
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
}

function nullableList() {
  return Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } })
}

/** Group B: submitted work as its advertiser sees it. */
export const reportSchema = Type.Object({ ...listedMembers, history: arrayOf(happeningSchema) })
export const reportsSchema = listOf(Type.Object(listedMembers))

const showListed = (report: Report, links: Links) => ({
  id: report.id,
  taskId: report.offer,
  taskExternalId: report.taskExternalId,
  offerVersion: report.offerVersion,
  status: report.status,
  revision: report.revision,
  executor: showExecutor(report),
  ...showWork(report, links),
  flags: [],
  rewardPerAction: decimalOf(report.rewardUnits),
  costPerAction: decimalOf(report.rewardUnits + report.feeUnits + report.addOnUnits),
  bonusTotal: 0,
  currency: report.currency,
  ...showState(report),
  // Deadlines do not decide yet, and there is neither rework nor dispute.
  autoDecision: null,
  rework: null,
  dispute: null,
  allowedActions: allowedActions(executionMoves, report.status, 'advertiser'),
})

function showExecutor({ executorAlias, executorCountry, executorAccepted, executorRejected }: Report) {
  const decided = executorAccepted + executorRejected
  return {
    id: executorAlias,
    countryId: executorCountry,
    level: levelOf(executorAccepted, executorRejected),
    acceptanceRate: decided === 0 ? null : executorAccepted / decided,
    acceptedCount: executorAccepted,
  }
}

const showWork = (report: Report, links: Links) => {
  const proofs = report.proofs.map((proof) => showProof({ ...proof, uploadedAt: new Date(proof.uploadedAt) }, links))
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

const showState = (report: Report) => ({
  reviewDeadlineAtUtc: iso(report.reviewDeadlineAt),
  decision: showDecision(report),
  failedCriteria: report.failedCriteria,
  rating: report.rating,
  version: report.version,
  createdAtUtc: iso(report.createdAt),
  updatedAtUtc: iso(report.updatedAt),
})

export const showReport = (report: Report, links: Links) => ({ ...showListed(report, links), history: report.history })

export const showReports = ({ now, ...list }: Listed<Report> & { now: Date }, links: Omit<Links, 'now'>) => ({
  ...list,
  items: list.items.map((report) => showListed(report, { ...links, now })),
})

export const submittedSchema = Type.Object({
  id,
  alreadyExists: Type.Boolean(),
  status: text,
  revision: whole,
  reviewDeadlineAtUtc: instant,
})

export const showSubmitted = (
  submitted: Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'> & { alreadyExists: boolean },
) => ({
  id: submitted.id,
  alreadyExists: submitted.alreadyExists,
  status: submitted.status,
  revision: submitted.revision,
  reviewDeadlineAtUtc: iso(submitted.reviewDeadlineAt),
})

const workMembers = {
  id,
  offerId: id,
  reservationId: id,
  status: text,
  revision: whole,
  reservedAtUtc: instant,
  submittedAtUtc: instant,
  workSeconds: whole,
  reviewDeadlineAtUtc: instant,
  details: openObject,
  proofUrls: arrayOf(text),
  proofs: arrayOf(proofSchema),
  rewardPerAction: money,
  currency: text,
  decision: decisionSchema,
  failedCriteria: nullableList(),
  rating: nullable(whole),
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
}

/** Group A: the same work as its executor sees it. */
export const workSchema = Type.Object({ ...workMembers, history: arrayOf(happeningSchema) })
export const worksSchema = listOf(Type.Object(workMembers))

const showListedWork = (report: Report, links: Links) => ({
  id: report.id,
  offerId: report.offer,
  status: report.status,
  revision: report.revision,
  ...showWork(report, links),
  rewardPerAction: decimalOf(report.rewardUnits),
  currency: report.currency,
  ...showState(report),
})

export const showOwnWork = (report: Report, links: Links) => ({
  ...showListedWork(report, links),
  history: report.history,
})

export const showOwnWorks = ({ now, ...list }: Listed<Report> & { now: Date }, links: Omit<Links, 'now'>) => ({
  ...list,
  items: list.items.map((report) => showListedWork(report, { ...links, now })),
})

/** Group A: an offer as an executor opens it. */
export const offeredSchema = Type.Object({
  ...availableMembers,
  totalLimit: whole,
  description: nullable(text),
  details: openObject,
  proofInstructions: nullable(text),
  executionDetailsSchema: openObject,
  acceptanceCriteria: arrayOf(Type.Object({ id: text, text, required: Type.Boolean() })),
  my: Type.Object({
    reservationId: nullable(id),
    expiresAtUtc: nullable(instant),
    executionId: nullable(id),
    executionStatus: nullable(text),
  }),
})

export const showOffered = (
  offered: Offered & { ineligibleReasons: readonly string[] },
  locale: string | undefined,
) => ({
  ...showAvailable(offered, locale),
  totalLimit: offered.totalLimit,
  description: showWords(offered, locale).description,
  details: shownDetails(offered.details, offered.offerDetailsSchema),
  proofInstructions: offered.proofInstructions,
  executionDetailsSchema: offered.executionDetailsSchema,
  acceptanceCriteria: offered.acceptanceCriteria,
  my: {
    reservationId: offered.myReservation,
    expiresAtUtc: isoOrNull(offered.myExpiresAt),
    executionId: offered.myExecution,
    executionStatus: offered.myStatus,
  },
})
