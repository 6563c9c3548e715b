import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { ChartProps } from './chart-props.ts'
import { fromFirstValue, shortMax } from './chart-rows.ts'

// The chart has a name as a whole; its parts are not keyboard-focusable.
const notFocusable = { accessibilityLayer: false }

/** In pixels: room for the upper half of the label at the top of the axis, and for the figure above the highest bar. */
const topMargin = 20

/** In pixels: a bar stays a bar in a short range, and can be seen in a long one. */
const [barMax, barMin] = [56, 2]

/** A Mantine chart. Loaded lazily by `Chart`, so pages without charts do not load it. */
export function MantineChart({ kind, rows: all, xKey, series, format, isStacked, height = 240 }: ChartProps) {
  const rows = fromFirstValue(all, series)
  const isShort = rows.length < shortMax
  const partProps = { ...notFocusable, margin: { top: topMargin } }
  const shared = {
    h: height,
    data: rows.map((row) => ({ ...row })),
    dataKey: xKey,
    series: series.map((each) => ({ ...each })),
    ...(format ? { valueFormatter: format } : {}),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const },
    tickLine: 'none' as const,
    yAxisProps: { width: 'auto' as const, allowDecimals: format !== undefined },
    xAxisProps: { minTickGap: 24 },
  }
  if (kind === 'line' && !isShort) return <LineChart {...shared} curveType="linear" lineChartProps={partProps} />
  return (
    <BarChart
      {...shared}
      {...(isStacked && !isShort ? { type: 'stacked' as const } : {})}
      withBarValueLabel={isShort}
      valueLabelProps={{ formatter: (value) => (format ?? String)(Number(value)) }}
      maxBarWidth={barMax}
      barProps={{ minPointSize: (value) => (Number(value) > 0 ? barMin : 0) }}
      barChartProps={partProps}
    />
  )
}
