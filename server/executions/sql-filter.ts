import { every, type Sql, sortsBy, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { ReportFilter } from './report-filter.ts'

export const sortColumns: Readonly<Record<string, string>> = {
  submittedAt: 'executions.submitted_at',
  reviewDeadline: 'executions.review_deadline_at',
  updatedAt: 'executions.updated_at',
  id: 'executions.id',
}
export const reportSorts = sortsBy(sortColumns)

/** Checks the ownership of the tasks rather than of each report, so that the index of a task's reports suffices for counting. */
function ownedBy(account: Id<'account'>, { tasks, taskExternalId }: ReportFilter): Sql {
  const own = sql`from offers where advertiser = ${account}::bigint`
  const theTask = sql`executions.offer = (select id ${own} and id = ${tasks?.[0] ?? null}::bigint)`
  const theTasks = sql`executions.offer = any(array(select id ${own} and id = any(${tasks ?? []}::bigint[])))`
  const named = when(
    taskExternalId,
    sql`executions.offer = (select id ${own} and external_id = ${taskExternalId ?? null}::text)`,
  )
  if (tasks === undefined) return named[0] ?? sql`executions.advertiser = ${account}::bigint`
  return every([...when(tasks, tasks.length === 1 ? theTask : theTasks), ...named])
}

const statuses: Readonly<Record<string, Sql>> = {
  Pending: sql`'Pending'`,
  ReworkRequested: sql`'ReworkRequested'`,
  Accepted: sql`'Accepted'`,
  Rejected: sql`'Rejected'`,
  Disputed: sql`'Disputed'`,
  Withdrawn: sql`'Withdrawn'`,
}

/** A single status is a literal, because the best index depends on its frequency, and some indexes cover few statuses. */
function statusCondition(requested: readonly string[] | undefined): Sql[] {
  const [one = '', ...more] = requested ?? []
  if (more.length > 0) return when(requested, sql`executions.status = any(${requested}::text[])`)
  return when(requested, sql`executions.status = ${Object.hasOwn(statuses, one) ? statuses[one] : sql`${one}::text`}`)
}

/** Returns the filter as a condition on executions. */
export function reportConditions(account: Id<'account'>, filter: ReportFilter): Sql {
  return every([
    ownedBy(account, filter),
    ...statusCondition(filter.status),
    ...when(filter.executor, sql`executions.executor_alias = ${filter.executor}::text`),
    ...when(filter.submittedFrom, sql`executions.submitted_at >= ${filter.submittedFrom}::timestamptz`),
    ...when(filter.submittedTo, sql`executions.submitted_at <= ${filter.submittedTo}::timestamptz`),
    ...when(filter.decidedFrom, sql`executions.decided_at >= ${filter.decidedFrom}::timestamptz`),
    ...when(filter.decidedTo, sql`executions.decided_at <= ${filter.decidedTo}::timestamptz`),
    ...when(filter.deadlineBefore, sql`executions.review_deadline_at < ${filter.deadlineBefore}::timestamptz`),
    ...when(filter.flags, sql`executions.flags <> '{}' and executions.flags && ${filter.flags}::text[]`),
    ...when(filter.hasDispute, filter.hasDispute ? sql`executions.disputed_at is not null` : undisputed(account)),
  ])
}

/** Few reports have a dispute. No index has those without, so they are all but these: the reports are not read. */
const undisputed = (account: Id<'account'>): Sql => sql`
  executions.id not in (
    select disputed.id from executions disputed where disputed.advertiser = ${account}::bigint and disputed.disputed_at is not null)`

/** Tolerance for clocks that are set back; otherwise work is always submitted before its decision and its deadline. */
const clockTolerance = sql`interval '1 hour'`

/**
 * For the planner only: bounds that follow from other times and change no result, so that an index scan in one order starts near the
 * matches. Without them, a search for reports decided in January, latest first, would scan back from December.
 */
export function boundsForIndex({
  decidedFrom,
  decidedTo,
  deadlineBefore,
  submittedFrom,
  sort = '',
}: ReportFilter): Sql {
  const latest = [decidedTo, deadlineBefore].filter((time) => time !== undefined).sort()[0]
  const earliest = [decidedFrom, submittedFrom].filter((time) => time !== undefined).sort()[0]
  const isBy = (order: string) => sort.replace('-', '') === order
  return every([
    ...when(latest, sql`executions.submitted_at <= ${latest}::timestamptz + ${clockTolerance}`),
    ...(isBy('updatedAt')
      ? when(earliest, sql`executions.updated_at >= ${earliest}::timestamptz - ${clockTolerance}`)
      : []),
    ...(isBy('reviewDeadline')
      ? when(submittedFrom, sql`executions.review_deadline_at >= ${submittedFrom}::timestamptz - ${clockTolerance}`)
      : []),
  ])
}
