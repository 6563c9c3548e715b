import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ChartProps } from './chart-props.ts'

const Drawn = lazy(() => import('./chart-drawn.tsx').then(({ DrawnChart }) => ({ default: DrawnChart })))

/** A chart over time; its library is loaded on demand. */
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
