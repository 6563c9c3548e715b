import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Drawn = lazy(() => import('./chart-drawn.tsx').then(({ DrawnChart }) => ({ default: DrawnChart })))

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
  readonly written?: (figure: number) => string
  /** Bars of one row stand on each other. */
  readonly isStacked?: boolean
  readonly height?: number
}

/** Figures over time, drawn; what draws them is loaded where a chart is. */
export function Chart(props: ChartProps) {
  const { label, height = 240 } = props
  return (
    <Box role="img" aria-label={label} h={height}>
      <Suspense fallback={<Skeleton height={height} radius="md" />}>
        <Drawn {...props} height={height} />
      </Suspense>
    </Box>
  )
}
