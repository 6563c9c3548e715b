import type { HourRange } from '../report-filter.ts'

/** Counts of reports by status and hour of one of their times, as of a snapshot. */
export type HourlyCounts = {
  snapshot: string
  readonly life: string
  readonly statuses: Map<string, StatusCounts>
}

/** One status: the count of each hour from the first on. */
type StatusCounts = { first: number; counts: number[] }

/** The change of a count in an hour. */
export type Cell = { readonly hour: number; readonly status: string; readonly difference: number }

/** Parses the database's cells: hour, status and difference, separated by spaces and commas. */
export const parseCells = (text: string): Cell[] =>
  text === ''
    ? []
    : text.split(',').map((cell) => {
        const [hour, status = '', difference] = cell.split(' ')
        return { hour: Number(hour), status, difference: Number(difference) }
      })

export function addCells(counts: HourlyCounts, cells: readonly Cell[]): void {
  for (const { hour, status, difference } of cells) {
    const hours = counts.statuses.get(status) ?? { first: hour, counts: [] }
    counts.statuses.set(status, hours)
    if (hour < hours.first) hours.counts.unshift(...new Array<number>(hours.first - hour).fill(0))
    hours.first = Math.min(hours.first, hour)
    while (hours.counts.length <= hour - hours.first) hours.counts.push(0)
    hours.counts[hour - hours.first] = (hours.counts[hour - hours.first] ?? 0) + difference
  }
}

/** Returns the number of reports in these hours, with the filter's statuses or all. */
export function countIn(counts: HourlyCounts, { first, end, whole }: HourRange) {
  const wanted = whole.status ?? [...counts.statuses.keys()]
  let count = 0
  for (const status of new Set(wanted)) count += sum(counts.statuses.get(status), first, end)
  return { count, snapshot: counts.snapshot, generation: counts.life }
}

function sum(hours: StatusCounts | undefined, first: number, end: number): number {
  if (!hours) return 0
  let count = 0
  const last = Math.min(end - hours.first, hours.counts.length)
  for (let index = Math.max(first - hours.first, 0); index < last; index++) count += hours.counts[index] ?? 0
  return count
}
