export type Series = {
  /** The member of each row. */
  readonly name: string
  readonly label: string
  /** Green is accepted, red refused; the rest has the accent, and grey beside it. */
  readonly color: 'accent.5' | 'gray.5' | 'teal.6' | 'red.6'
}

export type ChartProps = {
  /** Accessible name of the chart; the data itself belongs in a table below. */
  readonly label: string
  readonly kind: 'line' | 'bar'
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  /** The member of each row for the x-axis, already formatted. */
  readonly xKey: string
  readonly series: readonly [Series] | readonly [Series, Series]
  /** Formats a value, for example as an amount. */
  readonly format?: (value: number) => string
  /** Stacks the bars of a row. */
  readonly isStacked?: boolean
  readonly height?: number
}
