import { batchByRequirement, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { type ReviewFactsRequest, reviewFacts } from './sql.ts'

type ReviewFacts = Awaited<ReturnType<typeof reviewFacts>>[number]
const readingFacts = batchByRequirement<ReviewFactsRequest, ReviewFacts>((requirement) => ({
  limit: batchLimit,
  send: (db, requests) => reviewFacts(db, requirement, requests),
}))

/** Reads the caller and the report, batched with concurrent requests. */
export const readReviewFacts = (db: Database, requirement: Requirement, request: ReviewFactsRequest) =>
  joinBatch(db, readingFacts(requirement), request)
