import { Type } from 'typebox'
import { type LinkContext, proofSchema } from '../proofs/serialize.ts'
import { arrayOf, id, instant, iso, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import type { ReviewContext, Revision } from './report.ts'
import { serializeStoredProof } from './serialize-work.ts'

export const revisionSchema = Type.Object({
  revision: whole,
  reservationId: id,
  submittedAtUtc: instant,
  details: openObject,
  proofs: arrayOf(proofSchema),
})

export const serializeRevision = (
  { revision, reservation, submittedAt, details, proofs }: Revision,
  links: LinkContext,
) => ({
  revision,
  reservationId: reservation,
  // A date in a column, a text in JSON.
  submittedAtUtc: iso(new Date(submittedAt)),
  details,
  proofs: proofs.map((proof) => serializeStoredProof(proof, links)),
})

const alike = Type.Object({
  proofId: Type.String({ description: 'Of this report' }),
  otherProofId: text,
  reportId: Type.Integer({ description: 'The earlier report with it, also on one of your tasks' }),
  taskId: id,
  isSameFile: Type.Boolean({ description: 'false: a similar image' }),
})

/** Group B: additional facts for the review of a report. */
export const reviewContextSchema = Type.Object(
  {
    reportId: id,
    earlierRevisions: arrayOf(revisionSchema),
    alike: arrayOf(alike),
    workSeconds: whole,
    usualWorkSeconds: nullable(
      Type.Integer({ description: 'Usual time of accepted work on this task; null: not enough data' }),
    ),
  },
  { title: 'ReportBackground' },
)

export const serializeReviewContext = (reviewContext: ReviewContext, links: LinkContext) => ({
  reportId: reviewContext.id,
  earlierRevisions: reviewContext.revisions.map((each) => serializeRevision(each, links)),
  alike: reviewContext.alike,
  workSeconds: Math.round(reviewContext.workSeconds),
  usualWorkSeconds: reviewContext.usualSeconds === null ? null : Math.round(reviewContext.usualSeconds),
})
