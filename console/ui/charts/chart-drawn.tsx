import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import type { ChartProps } from './chart-props.ts'

// The picture as a whole has a name; its parts are nothing to go through by the keyboard.
const silent = { accessibilityLayer: false }

/** A chart as Mantine draws it: only `Chart` uses this, so that pages without charts do not load it. */
export function DrawnChart({ kind, rows, along, series, format, isStacked, height = 240 }: ChartProps) {
  const shared = {
    h: height,
    data: rows.map((row) => ({ ...row })),
    dataKey: along,
    series: series.map((each) => ({ ...each })),
    ...(format ? { valueFormatter: format } : {}),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const },
    tickLine: 'none' as const,
    yAxisProps: { width: 64, allowDecimals: format !== undefined },
    xAxisProps: { minTickGap: 24 },
  }
  if (kind === 'line')
    return <LineChart {...shared} curveType="linear" withDots={rows.length < 2} lineChartProps={silent} />
  return <BarChart {...shared} {...(isStacked ? { type: 'stacked' as const } : {})} barChartProps={silent} />
}
