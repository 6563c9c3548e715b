import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadCode } from '../../connection.ts'
import type { ChartProps } from './chart-props.ts'

const LazyChart = lazy(() =>
  loadCode(() => import('./mantine-chart.tsx')).then(({ MantineChart }) => ({ default: MantineChart })),
)

/** A chart over time; its library is loaded on demand. */
export function Chart(props: ChartProps) {
  const { label, height = 240 } = props
  return (
    <Box role="img" aria-label={label} h={height}>
      <Suspense fallback={<Skeleton height={height} radius="md" />}>
        <LazyChart {...props} height={height} />
      </Suspense>
    </Box>
  )
}
