import type { Caller } from '../../accounts/caller.ts'
import { callerBy } from '../../accounts/sql-fragments-callers.ts'
import { criteriaIn } from '../../offers/sql-fragments-content.ts'
import { batchByRequirement, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Report } from '../report.ts'
import { rejectionHistory, reportColumns, reportTables } from '../sql-fragments-reports.ts'
import type { WithCriteria } from './decide.ts'
import type { RejectionHistory } from './rejection-limit.ts'

/** Which additional facts a rejection needs. `watched`: the advertiser's recent decisions, because the rejection limit is on. */
export type RejectionNeeds = { readonly watched: boolean; readonly criteria: boolean }
export type ReviewFactsRequest = RejectionNeeds & { readonly hash: Buffer; readonly execution: Id<'execution'> }

/** Reads callers and reports in the order of `requests`; the report's columns are null unless it is the caller's. */
export const reviewFacts = (db: Db, requirement: Requirement, requests: readonly ReviewFactsRequest[]) =>
  db.many<Caller & RejectionHistory & WithCriteria & (Report | { readonly id: null })>(sql`
    select caller.*, report.*, coalesce(watched.recent, '') as recent, coalesce(watched.rejections_made, 0) as rejections_made
    from unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ execution }) => execution)}::bigint[],
        ${requests.map(({ watched }) => watched)}::boolean[], ${requests.map(({ criteria }) => criteria)}::boolean[])
      with ordinality as request (hash, execution, watched, criteria, place)
    left join lateral (${callerBy(db, requirement, sql`request.hash`)}) caller on true
    left join lateral (
      select ${reportColumns}, case when request.criteria then ${criteriaIn(sql`executions.offer_version`)} end as criteria
      ${reportTables} where executions.id = request.execution and executions.advertiser = caller.caller_account
    ) report on true
    left join lateral (${rejectionHistory(sql`caller.caller_account`)}) watched
      on request.watched and report.status in ('Pending', 'ReworkRequested')
    order by request.place`)

type ReviewFacts = Awaited<ReturnType<typeof reviewFacts>>[number]
const readingFacts = batchByRequirement<ReviewFactsRequest, ReviewFacts>((requirement) => ({
  limit: batchLimit,
  send: (db, requests) => reviewFacts(db, requirement, requests),
}))

export const readReviewFacts = (db: Database, requirement: Requirement, request: ReviewFactsRequest) =>
  joinBatch(db, readingFacts(requirement), request)
