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
  /** Nobody can ask for it: it parts what lies before a deadline. */
  readonly deadlineFrom?: string | undefined
  readonly deadlineBefore?: string | undefined
  readonly flags?: readonly string[] | undefined
  readonly hasDispute?: boolean | undefined
  readonly sort?: string | undefined
}

/** The times that reports have, by the names of their sorts. */
export const times = ['submittedAt', 'decidedAt', 'reviewDeadline'] as const
export type Time = (typeof times)[number]

function endsOf(filter: ReportFilter, time: Time): readonly (string | undefined)[] {
  if (time === 'submittedAt') return [filter.submittedFrom, filter.submittedTo]
  if (time === 'decidedAt') return [filter.decidedFrom, filter.decidedTo]
  return [filter.deadlineFrom, filter.deadlineBefore]
}

/** The task or tasks, the statuses or the executor: each has an index that goes on in the order of submission. */
const keysOf = ({ tasks, taskExternalId, status, executor }: ReportFilter): unknown[] =>
  [tasks, taskExternalId, status, executor].filter((key) => key !== undefined)

/** Times in another order than the list's: how many reports lie between them is for the planner to see. */
function hasOtherTimes(filter: ReportFilter, sort: string): boolean {
  return times.some((time) => time !== sort && endsOf(filter, time).some((end) => end !== undefined))
}

/** Flags and disputes, which few reports have: where to look is for the planner to see. */
const isRare = ({ flags, hasDispute }: ReportFilter): boolean => flags !== undefined || hasDispute !== undefined

/** One index leads to the page, whatever the values: the plan can be made once. */
export function isStraight(filter: ReportFilter): boolean {
  const sort = (filter.sort ?? '').replace('-', '')
  if (hasOtherTimes(filter, sort) || isRare(filter)) return false
  const keys = keysOf(filter)
  const isOneStatus = keys.length === 1 && filter.status?.length === 1
  return keys.length === 0 || isOneStatus || (keys.length === 1 && sort === 'submittedAt')
}

export const hourMs = 3_600_000

/** A filter by one time, in parts: what lies in whole hours, from one up to but not another, and what lies before and behind. */
export type Hours = {
  readonly time: Time
  readonly first: number
  readonly end: number
  readonly whole: ReportFilter
  readonly edges: readonly ReportFilter[]
}

/** Reports are tallied by hour and status: this is a filter by a time, and by nothing else but the status. */
export function hoursOf(filter: ReportFilter): Hours | undefined {
  const [time, ...others] = times.filter((each) => endsOf(filter, each).some((end) => end !== undefined))
  if (!time || others.length > 0 || isRare(filter) || keysOf({ ...filter, status: undefined }).length > 0)
    return undefined
  const [from, to] = endsOf(filter, time)
  const begin = from === undefined ? undefined : Date.parse(from)
  // A deadline is before its end; the other times include theirs.
  const over = to === undefined ? undefined : Date.parse(to) + (time === 'reviewDeadline' ? 0 : 1)
  const first = begin === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(begin / hourMs)
  const end = over === undefined ? Number.POSITIVE_INFINITY : Math.floor(over / hourMs)
  if (first >= end) return undefined
  const part = (start: number | undefined, finish: number | undefined) => within(filter, time, start, finish)
  const edges = [
    ...(begin === undefined || first * hourMs === begin ? [] : [part(begin, first * hourMs)]),
    ...(over === undefined || end * hourMs === over ? [] : [part(end * hourMs, over)]),
  ]
  const whole = part(begin === undefined ? undefined : first * hourMs, over === undefined ? undefined : end * hourMs)
  return { time, first, end, whole, edges }
}

/** The filter, its time from one moment up to but not another. Times are whole milliseconds. */
function within(filter: ReportFilter, time: Time, start: number | undefined, finish: number | undefined): ReportFilter {
  const at = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())
  const last = at(finish === undefined ? undefined : finish - 1)
  if (time === 'submittedAt') return { ...filter, submittedFrom: at(start), submittedTo: last }
  if (time === 'decidedAt') return { ...filter, decidedFrom: at(start), decidedTo: last }
  return { ...filter, deadlineFrom: at(start), deadlineBefore: at(finish) }
}
