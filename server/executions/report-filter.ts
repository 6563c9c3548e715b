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

/** The width of a bucket: an advertiser with a million reports a year has 1,400 in each, and 10,000 cells. */
export const bucketMs = 12 * 3_600_000

/** A range of buckets; `end` is exclusive. */
export type Buckets = { readonly first: number; readonly end: number }

/** The buckets of one time that lie within a filter's bounds, and those that overlap them. */
export type BucketRange = Buckets & { readonly time: ReportTime; readonly overlapping: Buckets }

/** A filter by times, in parts: whole buckets, the rest at their edges, and the disputed reports that it leaves out. */
export type BucketedFilter = {
  readonly ranges: readonly BucketRange[]
  readonly whole: ReportFilter
  readonly edges: readonly ReportFilter[]
  readonly without: readonly ReportFilter[]
}

/**
 * Returns the parts of a filter by times, also by status and without disputes, which the cached counts support; otherwise undefined. Each
 * report is in one part: an edge of one time has the earlier times in whole buckets, and the later ones as requested.
 */
export function bucketedFilterOf(filter: ReportFilter): BucketedFilter | undefined {
  const times = reportTimes.filter((each) => boundsOf(filter, each).some((end) => end !== undefined))
  const isOther = filter.flags !== undefined || filter.hasDispute === true
  if (times.length === 0 || isOther || keysOf({ ...filter, status: undefined }).length > 0) return undefined
  let whole: ReportFilter = { ...filter, hasDispute: undefined }
  const ranges: BucketRange[] = []
  const edges: ReportFilter[] = []
  for (const time of times) {
    const { range, inside, outside } = splitByBuckets(whole, time)
    if (range.first >= range.end) return undefined
    ranges.push(range)
    edges.push(...outside)
    whole = inside
  }
  return { ranges, whole, edges, without: filter.hasDispute === false ? [{ ...filter, hasDispute: true }] : [] }
}

function splitByBuckets(filter: ReportFilter, time: ReportTime) {
  const [from, to] = boundsOf(filter, time)
  const begin = from === undefined ? undefined : Date.parse(from)
  // The end of a deadline range is exclusive; the other times include theirs.
  const over = to === undefined ? undefined : Date.parse(to) + (time === 'reviewDeadline' ? 0 : 1)
  const first = begin === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(begin / bucketMs)
  const end = over === undefined ? Number.POSITIVE_INFINITY : Math.floor(over / bucketMs)
  const part = (start: number | undefined, finish: number | undefined) => withTime(filter, time, start, finish)
  const outside = [
    ...(begin === undefined || first * bucketMs === begin ? [] : [part(begin, first * bucketMs)]),
    ...(over === undefined || end * bucketMs === over ? [] : [part(end * bucketMs, over)]),
  ]
  const inside = part(
    begin === undefined ? undefined : first * bucketMs,
    over === undefined ? undefined : end * bucketMs,
  )
  const overlapping = {
    first: begin === undefined ? Number.NEGATIVE_INFINITY : Math.floor(begin / bucketMs),
    end: over === undefined ? Number.POSITIVE_INFINITY : Math.ceil(over / bucketMs),
  }
  return { range: { time, first, end, overlapping }, inside, outside }
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
