import type { Caller } from '../accounts/caller.ts'
import { asCaller, recordAdvertisers } from '../accounts/steps.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import {
  every,
  name,
  newestFirst,
  type Order,
  orderBy,
  pageOfList,
  type Sql,
  sortsBy,
  sql,
  when,
} from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, Placed } from '../values/page.ts'
import type { Report } from './report.ts'
import { proofsOf } from './steps.ts'

type Found<Row> = Caller & Row & { readonly found: true | null }

export const executionColumns = (row: Sql): Sql => sql`
  ${row}.id, ${row}.offer, ${row}.advertiser, ${row}.executor, ${row}.executor_alias, ${row}.reservation, ${row}.status,
  ${row}.revision, ${row}.details, ${row}.reward_units, ${row}.fee_units, ${row}.add_on_units, ${row}.currency,
  ${row}.offer_version, ${row}.reserved_at, ${row}.submitted_at, ${row}.review_deadline_at, ${row}.decided_by,
  ${row}.reason_code, ${row}.reason, ${row}.comment, ${row}.failed_criteria, ${row}.rating, ${row}.decided_at,
  ${row}.history, ${row}.version, ${row}.created_at, ${row}.updated_at`

/** Everything of reports, from the tables of `reportTables`. */
export const reportColumns = sql`
  ${executionColumns(sql`executions`)}, offers.external_id as task_external_id, who.country as executor_country,
  coalesce(who.accepted, 0) as executor_accepted, coalesce(who.rejected, 0) as executor_rejected,
  ${proofsOf(sql`executions.id`)} as proofs`

export const reportTables = sql`
  from executions join offers on offers.id = executions.offer left join executors who on who.account = executions.executor`

export type ReportFilter = {
  readonly tasks?: readonly number[] | undefined
  readonly taskExternalId?: string | undefined
  readonly status?: readonly string[] | undefined
  readonly executor?: string | undefined
  readonly submittedFrom?: string | undefined
  readonly submittedTo?: string | undefined
  readonly decidedFrom?: string | undefined
  readonly decidedTo?: string | undefined
  readonly deadlineBefore?: string | undefined
  readonly flags?: readonly string[] | undefined
  readonly hasDispute?: boolean | undefined
  readonly sort?: string | undefined
}

const orders: Readonly<Record<string, string>> = {
  submittedAt: 'executions.submitted_at',
  reviewDeadline: 'executions.review_deadline_at',
  updatedAt: 'executions.updated_at',
  id: 'executions.id',
}
export const reportSorts = sortsBy(orders)

/** What no execution has yet: nothing sets a flag, and nobody can open a dispute. */
const flags = sql`'{}'::text[]`
const isDisputed = sql`false`

function reportConditions(filter: ReportFilter): Sql {
  return every([
    sql`executions.advertiser = caller.caller_account`,
    ...when(filter.tasks, sql`executions.offer = any(${filter.tasks}::bigint[])`),
    ...when(
      filter.taskExternalId,
      sql`executions.offer = (select id from offers
      where advertiser = caller.caller_account and external_id = ${filter.taskExternalId}::text)`,
    ),
    ...when(filter.status, sql`executions.status = any(${filter.status}::text[])`),
    ...when(filter.executor, sql`executions.executor_alias = ${filter.executor}::text`),
    ...when(filter.submittedFrom, sql`executions.submitted_at >= ${filter.submittedFrom}::timestamptz`),
    ...when(filter.submittedTo, sql`executions.submitted_at <= ${filter.submittedTo}::timestamptz`),
    ...when(filter.decidedFrom, sql`executions.decided_at >= ${filter.decidedFrom}::timestamptz`),
    ...when(filter.decidedTo, sql`executions.decided_at <= ${filter.decidedTo}::timestamptz`),
    ...when(filter.deadlineBefore, sql`executions.review_deadline_at < ${filter.deadlineBefore}::timestamptz`),
    ...when(filter.flags, sql`${flags} && ${filter.flags}::text[]`),
    ...when(filter.hasDispute, sql`${isDisputed} = ${filter.hasDispute}::boolean`),
  ])
}

/** A page of the caller's reports and how many there are in all; one row with id null for none. */
export const readReports = (db: Db, by: By, filter: ReportFilter, page: Page) =>
  db.many<Found<Report & Placed>>(
    asCaller(
      db,
      by,
      reports(reportConditions(filter), orderBy(orders, filter.sort ?? '-submittedAt', sql`executions.id`), page),
    ),
  )

const reports = (condition: Sql, order: Order, page: Page): Sql =>
  pageOfList(
    {
      columns: reportColumns,
      from: sql`${reportTables} where ${condition}`,
      countedFrom: sql`from executions where ${condition}`,
      order,
    },
    page,
  )

/** One report of the caller's, as its advertiser or as its executor. */
export const readReport = (db: Db, by: By, id: Id<'execution'>, side: 'advertiser' | 'executor') =>
  db.many<Found<Report>>(
    asCaller(
      db,
      by,
      sql`select ${reportColumns} ${reportTables} where executions.id = ${id}::bigint and executions.${name(side)} = caller.caller_account`,
    ),
  )

/** A page of the work that the caller has submitted, newest first. */
export const readOwnWork = (db: Db, by: By, page: Page) =>
  db.many<Found<Report & Placed>>(
    asCaller(db, by, reports(sql`executions.executor = caller.caller_account`, newestFirst(sql`executions.id`), page)),
  )

/** Counts what advertisers decided in the last ninety days, of those who decided since they were counted last. */
export const refreshRecords = (db: Db, most: number) =>
  db.run(
    recordAdvertisers(
      db,
      sql`
      select account, count(executions.id) as decided,
        count(executions.id) filter (where executions.status = 'Accepted') as accepted,
        round(percentile_cont(0.5) within group (
          order by extract(epoch from executions.decided_at - executions.submitted_at)))::bigint as median_review_seconds
      from (
        select account from advertisers where exists (
          select from executions where executions.advertiser = account
            and executions.decided_at > coalesce(refreshed_at, '-infinity'))
        order by account limit ${most}::bigint) asked
      join executions on executions.advertiser = account and executions.decided_at > ${db.now()} - interval '90 days'
      group by account`,
    ),
  )
