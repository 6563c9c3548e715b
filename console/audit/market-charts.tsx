import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { A } from '../api.ts'
import { Chart } from '../ui/charts/chart.tsx'
import type { ChartProps, Series } from '../ui/charts/chart-props.ts'
import { dayIn, durationIn, moneyIn } from '../ui/formats.ts'
import { Section } from '../ui/page.tsx'

type MarketStats = A['MarketFigures']
type Day = MarketStats['days'][number]
type DaySeries = Series & { readonly name: Exclude<keyof Day, 'date'> }

type ChartSpec = Pick<ChartProps, 'kind' | 'format' | 'isStacked'> & {
  readonly title: string
  readonly series: readonly [DaySeries] | readonly [DaySeries, DaySeries]
}

/** Daily charts: offers, work, review times, money, disputes and new accounts. The totals above compare with the period before. */
export function MarketCharts({ stats }: { readonly stats: MarketStats }) {
  const { t, i18n } = useLingui()
  const rows = stats.days.map(({ date, ...values }) => ({ day: dayIn(i18n.locale, date), ...values }))
  return useCharts(stats.currency).map(({ title, ...chart }) => (
    <Section key={title} title={title}>
      {stats.days.every((day) => chart.series.every(({ name }) => !day[name])) ? (
        <Text c="dimmed">{t`No activity in this period`}</Text>
      ) : (
        <Chart {...chart} label={t`${title} per day. The table below shows the same data.`} rows={rows} xKey="day" />
      )}
    </Section>
  ))
}

const [main, beside, good] = ['accent.5', 'gray.5', 'teal.6'] as const

function useCharts(currency: string): readonly ChartSpec[] {
  const { t, i18n } = useLingui()
  const format = (amount: number) => moneyIn(i18n.locale, amount, currency)
  return [
    {
      title: t`Submissions`,
      kind: 'bar',
      series: [
        { name: 'submitted', label: t`Submitted`, color: beside },
        { name: 'accepted', label: t`Accepted`, color: good },
      ],
    },
    {
      title: t`Earnings and fees`,
      kind: 'line',
      format,
      series: [
        { name: 'rewards', label: t`Earned by executors`, color: main },
        { name: 'fees', label: t`Fees`, color: beside },
      ],
    },
    {
      title: t`Money in and out`,
      kind: 'line',
      format,
      series: [
        { name: 'deposits', label: t`Deposited`, color: main },
        { name: 'withdrawals', label: t`Paid out`, color: beside },
      ],
    },
    {
      title: t`Review times`,
      kind: 'bar',
      format: (seconds) => durationIn(i18n.locale, seconds),
      series: [{ name: 'medianReviewSeconds', label: t`Median decision time`, color: main }],
    },
    {
      title: t`Tasks published`,
      kind: 'bar',
      series: [{ name: 'offersActivated', label: t`Tasks published`, color: main }],
    },
    {
      title: t`Disputes`,
      kind: 'bar',
      series: [
        { name: 'disputesOpened', label: t`Opened`, color: main },
        { name: 'disputesDecided', label: t`Decided`, color: beside },
      ],
    },
    {
      title: t`New accounts`,
      kind: 'bar',
      isStacked: true,
      series: [
        { name: 'newExecutors', label: t`Executors`, color: main },
        { name: 'newAdvertisers', label: t`Advertisers`, color: beside },
      ],
    },
  ]
}
