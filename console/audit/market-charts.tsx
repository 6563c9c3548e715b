import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { A } from '../api.ts'
import { Chart } from '../ui/charts/chart.tsx'
import type { Series } from '../ui/charts/chart-props.ts'
import { dayIn, durationIn, moneyIn } from '../ui/formats.ts'
import { Section } from '../ui/page.tsx'

type MarketStats = A['MarketFigures']
type Day = MarketStats['days'][number]

type ChartSpec = {
  readonly title: string
  readonly kind: 'line' | 'bar'
  readonly series: readonly (Series & { readonly name: Exclude<keyof Day, 'date'> })[]
  readonly format?: (value: number) => string
  readonly isStacked?: boolean
  /** The series that is also shown for the period before. */
  readonly compared?: Exclude<keyof Day, 'date'>
}

type MarketChartsProps = { readonly stats: MarketStats; readonly before: MarketStats | undefined }

/** Daily charts: offers, work, review times, money, disputes and new accounts. */
export function MarketCharts({ stats, before }: MarketChartsProps) {
  const { t, i18n } = useLingui()
  const earlierOf = (label: string): Series => ({
    name: 'before',
    label: t`${label}, previous period`,
    color: 'gray.5',
  })
  const rowsOf = (compared: ChartSpec['compared']) =>
    stats.days.map(({ date, ...values }, index) => ({
      day: dayIn(i18n.locale, date),
      ...values,
      ...(compared && before ? { before: before.days[index]?.[compared] ?? null } : {}),
    }))
  return useCharts(stats.currency).map(({ title, compared, series, ...chart }) => (
    <Section key={title} title={title}>
      {stats.days.every((day) => series.every(({ name }) => !day[name])) ? (
        <Text c="dimmed">{t`No activity in this period`}</Text>
      ) : (
        <Chart
          {...chart}
          series={
            compared && before
              ? [...series, earlierOf(series.find(({ name }) => name === compared)?.label ?? title)]
              : series
          }
          label={t`${title} per day. The table below shows the same data.`}
          rows={rowsOf(compared)}
          xKey="day"
        />
      )}
    </Section>
  ))
}

function useCharts(currency: string): readonly ChartSpec[] {
  const { t, i18n } = useLingui()
  return [
    {
      title: t`Submissions`,
      kind: 'bar',
      compared: 'submitted',
      series: [
        { name: 'submitted', label: t`Submitted`, color: 'ink.4' },
        { name: 'accepted', label: t`Accepted`, color: 'teal.6' },
        { name: 'rejected', label: t`Rejected`, color: 'red.6' },
      ],
    },
    {
      title: t`Money`,
      kind: 'line',
      compared: 'rewards',
      format: (amount) => moneyIn(i18n.locale, amount, currency),
      series: [
        { name: 'deposits', label: t`Deposited`, color: 'ink.5' },
        { name: 'rewards', label: t`Earned by executors`, color: 'teal.6' },
        { name: 'fees', label: t`Fees`, color: 'orange.6' },
        { name: 'withdrawals', label: t`Paid out`, color: 'grape.6' },
      ],
    },
    {
      title: t`Review times`,
      kind: 'bar',
      compared: 'medianReviewSeconds',
      format: (seconds) => durationIn(i18n.locale, seconds),
      series: [{ name: 'medianReviewSeconds', label: t`Median decision time`, color: 'ink.5' }],
    },
    {
      title: t`Tasks published`,
      kind: 'bar',
      compared: 'offersActivated',
      series: [{ name: 'offersActivated', label: t`Tasks published`, color: 'ink.5' }],
    },
    {
      title: t`Disputes`,
      kind: 'bar',
      compared: 'disputesOpened',
      series: [
        { name: 'disputesOpened', label: t`Opened`, color: 'orange.6' },
        { name: 'disputesDecided', label: t`Decided`, color: 'teal.6' },
      ],
    },
    {
      title: t`New accounts`,
      kind: 'bar',
      isStacked: true,
      series: [
        { name: 'newExecutors', label: t`Executors`, color: 'teal.6' },
        { name: 'newAdvertisers', label: t`Advertisers`, color: 'ink.5' },
      ],
    },
  ]
}
