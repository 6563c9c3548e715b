export type Series = {
  /** The member of each row. */
  readonly name: string
  readonly label: string
  /** A color of the theme, such as `teal.6`. */
  readonly color: string
}

export type ChartProps = {
  /** What is drawn, for those who cannot see it: the figures themselves belong into a table beneath. */
  readonly label: string
  readonly kind: 'line' | 'bar'
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  /** The member of a row that stands beneath it, written as people read it. */
  readonly along: string
  readonly series: readonly Series[]
  /** How a figure is written, such as an amount. */
  readonly format?: (figure: number) => string
  /** Bars of one row stand on each other. */
  readonly isStacked?: boolean
  readonly height?: number
}
