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

/** The bounds of each time, by the name of its sort. */
const bounds = {
  submittedAt: ['submittedFrom', 'submittedTo'],
  decidedAt: ['decidedFrom', 'decidedTo'],
  reviewDeadline: ['deadlineBefore'],
} as const

/** Returns the filters by task, status or executor: each has an index in order of submission. */
const keysOf = ({ tasks, taskExternalId, status, executor }: ReportFilter): unknown[] =>
  [tasks, taskExternalId, status, executor].filter((key) => key !== undefined)

/** Whether the filter has times other than the sort key: the planner must estimate their selectivity. */
function hasOtherTimes(filter: ReportFilter, sort: string): boolean {
  return Object.entries(bounds).some(([time, ends]) => time !== sort && ends.some((end) => filter[end] !== undefined))
}

/** Whether the filter has flags or disputes, which few reports have: the planner must choose the index. */
const isRare = ({ flags, hasDispute }: ReportFilter): boolean => flags !== undefined || hasDispute !== undefined

/** Whether one index finds the page for any values, so that the plan can be reused. */
export function hasReusablePlan(filter: ReportFilter): boolean {
  const sort = (filter.sort ?? '').replace('-', '')
  if (hasOtherTimes(filter, sort) || isRare(filter)) return false
  const keys = keysOf(filter)
  const isOneStatus = keys.length === 1 && filter.status?.length === 1
  return keys.length === 0 || isOneStatus || (keys.length === 1 && sort === 'submittedAt')
}
