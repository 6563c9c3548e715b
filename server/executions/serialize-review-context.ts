import { Type } from 'typebox'
import { type LinkContext, proofJson } from '../proofs/serialize.ts'
import { arrayOf, id, instant, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { ReviewContext, Revision } from './report.ts'
import { serializeStoredProof } from './serialize-work.ts'

export const revisionJson = serializer<Revision, LinkContext>()({
  revision: whole,
  reservationId: [id, 'reservation'],
  // A date in a column, a text in JSON.
  submittedAtUtc: [instant, ({ submittedAt }) => new Date(submittedAt)],
  details: openObject,
  proofs: [arrayOf(proofJson.schema), ({ proofs }, links) => proofs.map((proof) => serializeStoredProof(proof, links))],
})

const alike = Type.Object({
  proofId: Type.String({ description: 'Of this report' }),
  otherProofId: text,
  reportId: Type.Integer({ description: 'The earlier report with it, also on one of your tasks' }),
  taskId: id,
  isSameFile: Type.Boolean({ description: 'false: a similar image' }),
})

/** Group B: additional facts for the review of a report. */
export const reviewContextJson = serializer<ReviewContext, LinkContext>({ title: 'ReportBackground' })({
  reportId: [id, 'id'],
  earlierRevisions: [
    arrayOf(revisionJson.schema),
    (reviewContext, links) => reviewContext.revisions.map((each) => revisionJson.serialize(each, links)),
  ],
  alike: arrayOf(alike),
  workSeconds: [whole, (reviewContext) => Math.round(reviewContext.workSeconds)],
  usualWorkSeconds: [
    nullable(Type.Integer({ description: 'Usual time of accepted work on this task; null: not enough data' })),
    (reviewContext) => (reviewContext.usualSeconds === null ? null : Math.round(reviewContext.usualSeconds)),
  ],
})
