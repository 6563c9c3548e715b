import type { Hours } from '../report-filter.ts'

/** Counts of reports by status and hour of one of their times, as of a snapshot. */
export type Tally = {
  snapshot: string
  readonly life: string
  readonly statuses: Map<string, Row>
}

/** One status: the count of each hour from the first on. */
type Row = { first: number; counts: number[] }

/** The change of a count in an hour. */
export type Cell = { readonly hour: number; readonly status: string; readonly difference: number }

/** Parses the database's cells: hour, status and difference, separated by spaces and commas. */
export const cellsOf = (text: string): Cell[] =>
  text === ''
    ? []
    : text.split(',').map((cell) => {
        const [hour, status = '', difference] = cell.split(' ')
        return { hour: Number(hour), status, difference: Number(difference) }
      })

export function addCells(tally: Tally, cells: readonly Cell[]): void {
  for (const { hour, status, difference } of cells) {
    const row = tally.statuses.get(status) ?? { first: hour, counts: [] }
    tally.statuses.set(status, row)
    if (hour < row.first) row.counts.unshift(...new Array<number>(row.first - hour).fill(0))
    row.first = Math.min(row.first, hour)
    while (row.counts.length <= hour - row.first) row.counts.push(0)
    row.counts[hour - row.first] = (row.counts[hour - row.first] ?? 0) + difference
  }
}

/** Returns how many reports the tally has in these hours, with these statuses or all. */
export function tallied(tally: Tally, { first, end, whole }: Hours) {
  const wanted = whole.status ?? [...tally.statuses.keys()]
  let count = 0
  for (const status of new Set(wanted)) count += sum(tally.statuses.get(status), first, end)
  return { count, snapshot: tally.snapshot, life: tally.life }
}

function sum(row: Row | undefined, first: number, end: number): number {
  if (!row) return 0
  let count = 0
  const last = Math.min(end - row.first, row.counts.length)
  for (let index = Math.max(first - row.first, 0); index < last; index++) count += row.counts[index] ?? 0
  return count
}
