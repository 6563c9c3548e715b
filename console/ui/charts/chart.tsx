import { Box, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { loadCode } from '../../connection.ts'
import type { ChartProps } from './chart-props.ts'

const LazyChart = lazy(() =>
  loadCode(() => import('./mantine-chart.tsx')).then(({ MantineChart }) => ({ default: MantineChart })),
)

/** A tenth of a screen: charts are loaded shortly before they are scrolled into view. */
const rootMargin = '10%'

/** A chart over time. Its library, the largest of all, is loaded when a chart is about to be seen. */
export function Chart(props: ChartProps) {
  const { label, height = 240 } = props
  const { ref, entry } = useIntersection({ rootMargin })
  const [hasBeenNear, setBeenNear] = useState(false)
  if (entry?.isIntersecting && !hasBeenNear) setBeenNear(true)
  return (
    <Box ref={ref} role="img" aria-label={label} h={height}>
      {hasBeenNear && (
        <Suspense fallback={<Skeleton height={height} radius="md" />}>
          <LazyChart {...props} height={height} />
        </Suspense>
      )}
    </Box>
  )
}
