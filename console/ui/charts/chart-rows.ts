import type { ChartProps, Series } from './chart-props.ts'

/** A range with fewer rows is shown as bars with their figures. */
export const shortMax = 7

/** Returns the rows from the first that has a value: the days before say nothing. */
export function fromFirstValue(rows: ChartProps['rows'], series: readonly Pick<Series, 'name'>[]): ChartProps['rows'] {
  const first = rows.findIndex((row) => series.some(({ name }) => Number(row[name] ?? 0) !== 0))
  return first < 0 ? rows : rows.slice(first)
}
