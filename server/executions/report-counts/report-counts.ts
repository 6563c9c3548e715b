import { type BucketedFilter, bucketMs, type ReportTime, reportTimes } from '../report-filter.ts'

/** Counts of an advertiser's reports by status and by the buckets of all their times, as of a snapshot. */
export type ReportCounts = {
  snapshot: string
  readonly life: string
  /** The index of each cell in the columns, by its buckets and status. */
  readonly cells: Map<string, number>
  /** The bucket of each cell; NaN for reports that are not decided. */
  readonly buckets: Readonly<Record<ReportTime, number[]>>
  readonly statuses: string[]
  readonly counts: number[]
  /** The lowest and highest id and `updatedAt` of each cell; infinite once a report was added. */
  readonly extents: Readonly<Record<'id' | 'updatedAt', Extent>>
}
type Extent = { readonly lowest: number[]; readonly highest: number[] }

export const noCounts = (life: string, snapshot: string): ReportCounts => ({
  ...{ life, snapshot, cells: new Map(), statuses: [], counts: [] },
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
    if (difference > 0) setExtents(all, index, extents)
  }
}

function addCell({ cells, buckets, statuses, counts }: ReportCounts, key: string): number {
  const parts = key.split(' ')
  reportTimes.forEach((time, place) => void buckets[time].push(Number(parts[place])))
  statuses.push(parts[reportTimes.length] ?? '')
  cells.set(key, counts.length)
  return counts.push(0) - 1
}

/** The changes do not say which ids were added. */
function setExtents({ extents: { id, updatedAt } }: ReportCounts, index: number, figures: readonly number[]): void {
  const [lowestId, highestId, earliest, latest] = figures
  id.lowest[index] = lowestId ?? Number.NEGATIVE_INFINITY
  id.highest[index] = highestId ?? Number.POSITIVE_INFINITY
  updatedAt.lowest[index] = earliest ?? Number.NEGATIVE_INFINITY
  updatedAt.highest[index] = latest ?? Number.POSITIVE_INFINITY
}

/** Returns the number of reports in these buckets, with the filter's statuses or all. */
export function countIn(all: ReportCounts, filter: BucketedFilter) {
  const isInside = testOf(all, filter, 'inside')
  let count = 0
  all.counts.forEach((each, index) => {
    if (isInside(index)) count += each
  })
  return { count, snapshot: all.snapshot, generation: all.life }
}

/** Returns a test for cells that lie within the filter, or overlap it. */
function testOf({ buckets, statuses }: ReportCounts, filter: BucketedFilter, how: 'inside' | 'overlapping') {
  const wanted = filter.whole.status && new Set(filter.whole.status)
  const ranges = filter.ranges.map((range) => {
    const { first, end } = how === 'inside' ? range : range.overlapping
    return { column: buckets[range.time], first, end }
  })
  return (index: number): boolean => {
    for (const { column, first, end } of ranges) {
      const bucket = column[index] ?? Number.NaN
      if (!(bucket >= first && bucket < end)) return false
    }
    return !wanted || wanted.has(statuses[index] ?? '')
  }
}

/** A part of a list: the first `count` reports in this order, or those after a position. */
export type SortedPart = { readonly sort: string; readonly count: number; readonly after: number | undefined }

/** Bounds of a sort key, inclusive: an id or a time in milliseconds. */
export type KeyRange = { readonly lowest: number; readonly highest: number }

/**
 * Returns bounds within which the first `count` matches lie, unless something has changed since the snapshot. Without them, an index
 * in another order than the filter's would be walked through a year of reports.
 */
export function keyRangeOf(all: ReportCounts, filter: BucketedFilter, { sort, count, after }: SortedPart): KeyRange {
  const isBackwards = sort.startsWith('-')
  const extent = extentsOf(all, sort.replace('-', ''))
  const [isInside, overlaps] = [testOf(all, filter, 'inside'), testOf(all, filter, 'overlapping')]
  const way = isBackwards ? -1 : 1
  const start = after === undefined ? Number.NEGATIVE_INFINITY : after * way
  const sure = firstOf(count)
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = 0; index < all.counts.length; index++) {
    const number = all.counts[index] ?? 0
    if (number === 0 || !overlaps(index)) continue
    const { lowest, highest } = extent(index)
    const [from, to] = isBackwards ? [-highest, -lowest] : [lowest, highest]
    if (to < start) continue
    first = Math.min(first, from)
    last = Math.max(last, to)
    if (from > start && to < sure.limit() && isInside(index)) sure.add(to, number)
  }
  last = Math.min(last, sure.limit())
  return isBackwards ? { lowest: -last, highest: -first } : { lowest: first, highest: last }
}

function extentsOf({ buckets, extents }: ReportCounts, key: string) {
  if (key === 'submittedAt' || key === 'reviewDeadline')
    return (index: number) => {
      const lowest = (buckets[key][index] ?? Number.NaN) * bucketMs
      return { lowest, highest: lowest + bucketMs - 1 }
    }
  const { lowest, highest } = extents[key === 'id' ? 'id' : 'updatedAt']
  return (index: number) => ({
    lowest: lowest[index] ?? Number.NEGATIVE_INFINITY,
    highest: highest[index] ?? Number.POSITIVE_INFINITY,
  })
}

/** Collects cells in order of their ends, as many as are needed for `wanted` reports; `limit` is the end of the last one. */
function firstOf(wanted: number) {
  const cells: { readonly end: number; readonly count: number }[] = []
  let total = 0
  return {
    add: (end: number, count: number) => {
      const place = cells.findIndex((cell) => cell.end > end)
      cells.splice(place === -1 ? cells.length : place, 0, { end, count })
      total += count
      for (let last = cells.at(-1); last && total - last.count >= wanted; last = cells.at(-1)) {
        total -= last.count
        cells.pop()
      }
    },
    limit: () => (total >= wanted ? (cells.at(-1)?.end ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY),
  }
}
