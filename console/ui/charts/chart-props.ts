export type Series = {
  /** The member of each row. */
  readonly name: string
  readonly label: string
  /** A color of the theme, such as `teal.6`. */
  readonly color: string
}

export type ChartProps = {
  /** Accessible name of the chart; the data itself belongs in a table below. */
  readonly label: string
  readonly kind: 'line' | 'bar'
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  /** The member of each row for the x-axis, already formatted. */
  readonly xKey: string
  readonly series: readonly Series[]
  /** Formats a value, for example as an amount. */
  readonly format?: (value: number) => string
  /** Stacks the bars of a row. */
  readonly isStacked?: boolean
  readonly height?: number
}
