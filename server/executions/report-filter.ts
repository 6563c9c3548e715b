export type ReportFilter = {
  readonly tasks?: readonly number[] | undefined
  readonly taskExternalId?: string | undefined
  readonly status?: readonly string[] | undefined
  readonly executor?: string | undefined
  readonly submittedFrom?: string | undefined
  readonly submittedTo?: string | undefined
  readonly decidedFrom?: string | undefined
  readonly decidedTo?: string | undefined
  /** Not a public parameter; used to split a range of deadlines into hours. */
  readonly deadlineFrom?: string | undefined
  readonly deadlineBefore?: string | undefined
  readonly flags?: readonly string[] | undefined
  readonly hasDispute?: boolean | undefined
  readonly sort?: string | undefined
}

/** The times that reports have, by the names of their sorts. */
export const reportTimes = ['submittedAt', 'decidedAt', 'reviewDeadline'] as const
export type ReportTime = (typeof reportTimes)[number]

const bounds = {
  submittedAt: ['submittedFrom', 'submittedTo'],
  decidedAt: ['decidedFrom', 'decidedTo'],
  reviewDeadline: ['deadlineFrom', 'deadlineBefore'],
} as const

const boundsOf = (filter: ReportFilter, time: ReportTime) => bounds[time].map((bound) => filter[bound])

/** Returns the filters by task, status or executor: each has an index in order of submission. */
const keysOf = ({ tasks, taskExternalId, status, executor }: ReportFilter): unknown[] =>
  [tasks, taskExternalId, status, executor].filter((key) => key !== undefined)

/** Whether the filter has times other than the sort key: the planner must estimate their selectivity. */
function hasOtherTimes(filter: ReportFilter, sort: string): boolean {
  return reportTimes.some((time) => time !== sort && boundsOf(filter, time).some((end) => end !== undefined))
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

export const hourMs = 3_600_000

/** A filter by one time, in parts: whole hours (`end` exclusive), and the rest before and after. */
export type HourRange = {
  readonly time: ReportTime
  readonly first: number
  readonly end: number
  readonly whole: ReportFilter
  readonly edges: readonly ReportFilter[]
}

/** Returns the parts of a filter by one time and at most the status, which hourly counts support; otherwise undefined. */
export function hourRangeOf(filter: ReportFilter): HourRange | undefined {
  const [time, ...others] = reportTimes.filter((each) => boundsOf(filter, each).some((end) => end !== undefined))
  if (!time || others.length > 0 || isRare(filter) || keysOf({ ...filter, status: undefined }).length > 0)
    return undefined
  const [from, to] = boundsOf(filter, time)
  const begin = from === undefined ? undefined : Date.parse(from)
  // The end of a deadline range is exclusive; the other times include theirs.
  const over = to === undefined ? undefined : Date.parse(to) + (time === 'reviewDeadline' ? 0 : 1)
  const first = begin === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(begin / hourMs)
  const end = over === undefined ? Number.POSITIVE_INFINITY : Math.floor(over / hourMs)
  if (first >= end) return undefined
  const part = (start: number | undefined, finish: number | undefined) => withTime(filter, time, start, finish)
  const edges = [
    ...(begin === undefined || first * hourMs === begin ? [] : [part(begin, first * hourMs)]),
    ...(over === undefined || end * hourMs === over ? [] : [part(end * hourMs, over)]),
  ]
  const whole = part(begin === undefined ? undefined : first * hourMs, over === undefined ? undefined : end * hourMs)
  return { time, first, end, whole, edges }
}

/** Returns the filter with its time from `start` to `finish` (exclusive), in whole milliseconds. */
function withTime(
  filter: ReportFilter,
  time: ReportTime,
  start: number | undefined,
  finish: number | undefined,
): ReportFilter {
  const at = (ms: number | undefined, difference = 0) =>
    ms === undefined ? undefined : new Date(ms + difference).toISOString()
  const [from, to] = bounds[time]
  return { ...filter, [from]: at(start), [to]: at(finish, time === 'reviewDeadline' ? 0 : -1) }
}
