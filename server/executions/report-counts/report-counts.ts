import {
  type BucketedFilter,
  type BucketRange,
  type Buckets,
  bucketMs,
  type ReportTime,
  reportTimes,
} from '../report-filter.ts'

/** Counts of an advertiser's reports by status and by the buckets of all their times, as of a snapshot. */
export type ReportCounts = {
  snapshot: string
  readonly life: string
  /** The index of each cell in the columns, by its buckets and status. */
  readonly cells: Map<string, number>
  /** The bucket of each cell; `undecided` for reports that are not decided. */
  readonly buckets: Readonly<Record<ReportTime, number[]>>
  /** The status of each cell, as an index of `statusNames`. */
  readonly statuses: number[]
  readonly statusNames: string[]
  readonly counts: number[]
  /** The lowest and highest id and `updatedAt` of each cell; infinite once a report has changed. */
  readonly extents: Readonly<Record<'id' | 'updatedAt', Extent>>
}
/** Before all times. */
export const undecided = -1
type Extent = { readonly lowest: number[]; readonly highest: number[] }

export const noCounts = (life: string, snapshot: string): ReportCounts => ({
  life,
  snapshot,
  cells: new Map(),
  statuses: [],
  statusNames: [],
  counts: [],
  buckets: { submittedAt: [], decidedAt: [], reviewDeadline: [] },
  extents: { id: { lowest: [], highest: [] }, updatedAt: { lowest: [], highest: [] } },
})

/**
 * Adds the database's cells, separated by commas: three buckets and the status, a slash, the difference, and for all reports the
 * lowest and highest id and `updatedAt`.
 */
export function addCells(all: ReportCounts, text: string): void {
  for (const cell of text === '' ? [] : text.split(',')) {
    const [key = '', figures = ''] = cell.split('/')
    const [difference = 0, ...extents] = figures.split(' ').map(Number)
    const index = all.cells.get(key) ?? addCell(all, key)
    all.counts[index] = (all.counts[index] ?? 0) + difference
    setExtents(all, index, extents)
  }
}

function addCell({ cells, buckets, statuses, statusNames, counts }: ReportCounts, key: string): number {
  const parts = key.split(' ')
  reportTimes.forEach((time, place) => void buckets[time].push(Number(parts[place])))
  const status = parts[reportTimes.length] ?? ''
  if (!statusNames.includes(status)) statusNames.push(status)
  statuses.push(statusNames.indexOf(status))
  cells.set(key, counts.length)
  return counts.push(0) - 1
}

/** Changes do not say which ids they concern. */
function setExtents({ extents: { id, updatedAt } }: ReportCounts, index: number, figures: readonly number[]): void {
  const [lowestId, highestId, earliest, latest] = figures
  id.lowest[index] = lowestId ?? Number.NEGATIVE_INFINITY
  id.highest[index] = highestId ?? Number.POSITIVE_INFINITY
  updatedAt.lowest[index] = earliest ?? Number.NEGATIVE_INFINITY
  updatedAt.highest[index] = latest ?? Number.POSITIVE_INFINITY
}

export const cellsIn = (all: ReportCounts, filter: BucketedFilter): number[] => cellsOf(all, filter, (range) => range)

export function countIn(all: ReportCounts, cells: readonly number[]) {
  let count = 0
  for (const index of cells) count += all.counts[index] as number
  return { count, snapshot: all.snapshot, generation: all.life }
}

const always = { first: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }

/** Returns the cells in these buckets. A plain loop without calls: there are tens of thousands. */
function cellsOf(all: ReportCounts, filter: BucketedFilter, part: (range: BucketRange) => Buckets): number[] {
  const rangeOf = (time: ReportTime) => {
    const range = filter.ranges.find((each) => each.time === time)
    return range ? part(range) : always
  }
  const [submitted, decided, deadline] = [rangeOf('submittedAt'), rangeOf('decidedAt'), rangeOf('reviewDeadline')]
  const decidedFirst = decided === always ? decided.first : Math.max(decided.first, undecided + 1)
  const wanted = all.statusNames.map((name) => filter.whole.status?.includes(name) ?? true)
  const { submittedAt, decidedAt, reviewDeadline } = all.buckets
  const found: number[] = []
  for (let index = 0; index < submittedAt.length; index++) {
    const submittedIn = submittedAt[index] as number
    if (submittedIn < submitted.first || submittedIn >= submitted.end) continue
    const decidedIn = decidedAt[index] as number
    if (decidedIn < decidedFirst || decidedIn >= decided.end) continue
    const deadlineIn = reviewDeadline[index] as number
    if (deadlineIn < deadline.first || deadlineIn >= deadline.end) continue
    if (wanted[all.statuses[index] as number] && all.counts[index] !== 0) found.push(index)
  }
  return found
}

/** A part of a list: the first `count` reports in this order, or those after a position. */
export type SortedPart = { readonly sort: string; readonly count: number; readonly after: number | undefined }

/** Bounds of a sort key, inclusive: an id or a time in milliseconds. */
export type KeyRange = { readonly lowest: number; readonly highest: number }

/**
 * Returns bounds within which the first `count` matches lie, unless something has changed since the snapshot. Without them, an index
 * in another order than the filter's would be walked through a year of reports.
 */
export function keyRangeOf(
  all: ReportCounts,
  { filter, inside }: { readonly filter: BucketedFilter; readonly inside: readonly number[] },
  { sort, count, after }: SortedPart,
): KeyRange {
  const isBackwards = sort.startsWith('-')
  const { lowest, highest, width } = extentsOf(all, sort.replace('-', ''))
  const start = after === undefined ? Number.NEGATIVE_INFINITY : isBackwards ? -after : after
  const from = (index: number): number =>
    isBackwards ? -((highest[index] as number) * width + width - 1) : (lowest[index] as number) * width
  const to = (index: number): number =>
    isBackwards ? -((lowest[index] as number) * width) : (highest[index] as number) * width + width - 1
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const index of cellsOf(all, filter, ({ overlapping }) => overlapping)) {
    if (to(index) < start) continue
    first = Math.min(first, from(index))
    last = Math.max(last, to(index))
  }
  const nearest = nearestOf(count)
  let end = Number.POSITIVE_INFINITY
  for (const index of inside)
    if (from(index) > start && to(index) < end) end = nearest(to(index), all.counts[index] as number)
  last = Math.min(last, end)
  return isBackwards ? { lowest: -last, highest: -first } : { lowest: first, highest: last }
}

/** Returns the columns of a sort key, and the width of one of their units. */
function extentsOf({ buckets, extents }: ReportCounts, key: string): Extent & { readonly width: number } {
  if (key === 'submittedAt' || key === 'reviewDeadline')
    return { lowest: buckets[key], highest: buckets[key], width: bucketMs }
  return { ...extents[key === 'id' ? 'id' : 'updatedAt'], width: 1 }
}

/** Returns a function that adds a cell, and returns the end of the nearest cells that have `wanted` reports; infinite if too few do. */
function nearestOf(wanted: number) {
  const cells: { readonly end: number; readonly count: number }[] = []
  let total = 0
  return (end: number, count: number): number => {
    const place = cells.findIndex((cell) => cell.end > end)
    cells.splice(place === -1 ? cells.length : place, 0, { end, count })
    total += count
    for (let last = cells.at(-1); last && total - last.count >= wanted; last = cells.at(-1)) {
      total -= last.count
      cells.pop()
    }
    return total >= wanted ? (cells.at(-1)?.end ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  }
}
