import { every, type Sql, sortsBy, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

/** What an advertiser narrows a list of reports by. */
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

export const orders: Readonly<Record<string, string>> = {
  submittedAt: 'executions.submitted_at',
  reviewDeadline: 'executions.review_deadline_at',
  updatedAt: 'executions.updated_at',
  id: 'executions.id',
}
export const reportSorts = sortsBy(orders)

/** What no execution has yet: nothing sets a flag, and nobody can open a dispute. */
const flags = sql`'{}'::text[]`
const isDisputed = sql`false`

/** An index in the order of a list goes on in that order behind one value, not behind any of several. */
const oneOf = (column: Sql, values: readonly unknown[] | undefined, type: Sql): Sql[] =>
  values?.length === 1
    ? when(values, sql`${column} = ${values[0]}::${type}`)
    : when(values, sql`${column} = any(${values}::${type}[])`)

/**
 * What the filter leaves, as a condition on rows named executions: those of the table, or those that were noted of its
 * changes, which have the same columns.
 */
export function reportConditions(account: Id<'account'>, filter: ReportFilter): Sql {
  return every([
    sql`executions.advertiser = ${account}::bigint`,
    ...oneOf(sql`executions.offer`, filter.tasks, sql`bigint`),
    ...when(
      filter.taskExternalId,
      sql`executions.offer = (select id from offers
      where advertiser = ${account}::bigint and external_id = ${filter.taskExternalId}::text)`,
    ),
    ...oneOf(sql`executions.status`, filter.status, sql`text`),
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

/** The task or tasks, the statuses or the executor: each has an index that goes on in the order of submission. */
const keysOf = ({ tasks, taskExternalId, status, executor }: ReportFilter): unknown[] =>
  [tasks, taskExternalId, status, executor].filter((key) => key !== undefined)

/** Times in another order than the list's: how many reports lie between them is for the planner to see. */
function hasOtherTimes(filter: ReportFilter, sort: string): boolean {
  const times = {
    submittedAt: [filter.submittedFrom, filter.submittedTo],
    decidedAt: [filter.decidedFrom, filter.decidedTo],
    reviewDeadline: [filter.deadlineBefore],
  }
  return Object.entries(times).some(([name, ends]) => name !== sort && ends.some((end) => end !== undefined))
}

/** One index leads to the page, whatever the values: the plan can be made once. */
export function isStraight(filter: ReportFilter): boolean {
  const sort = (filter.sort ?? '').replace('-', '')
  const keys = keysOf(filter).length
  return !hasOtherTimes(filter, sort) && (keys === 0 || (keys === 1 && sort === 'submittedAt'))
}
