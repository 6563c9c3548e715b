import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { ChartProps } from './chart-props.ts'

// The chart has a name as a whole; its parts are not keyboard-focusable.
const notFocusable = { accessibilityLayer: false }

/** A Mantine chart. Loaded lazily by `Chart`, so pages without charts do not load it. */
export function MantineChart({ kind, rows, xKey, series, format, isStacked, height = 240 }: ChartProps) {
  const shared = {
    h: height,
    data: rows.map((row) => ({ ...row })),
    dataKey: xKey,
    series: series.map((each) => ({ ...each })),
    ...(format ? { valueFormatter: format } : {}),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const },
    tickLine: 'none' as const,
    yAxisProps: { width: 64, allowDecimals: format !== undefined },
    xAxisProps: { minTickGap: 24 },
  }
  if (kind === 'line')
    return <LineChart {...shared} curveType="linear" withDots={rows.length < 2} lineChartProps={notFocusable} />
  return <BarChart {...shared} {...(isStacked ? { type: 'stacked' as const } : {})} barChartProps={notFocusable} />
}
