import { useLingui } from '@lingui/react/macro'
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
}

/** Daily charts: offers, work, review times, money, disputes and new accounts. */
export function MarketCharts({ stats }: { readonly stats: MarketStats }) {
  const { t, i18n } = useLingui()
  const rows = stats.days.map(({ date, ...values }) => ({ day: dayIn(i18n.locale, date), ...values }))
  return useCharts(stats.currency).map(({ title, ...chart }) => (
    <Section key={title} title={title}>
      <Chart {...chart} label={t`${title} per day. The table below shows the same data.`} rows={rows} xKey="day" />
    </Section>
  ))
}

function useCharts(currency: string): readonly ChartSpec[] {
  const { t, i18n } = useLingui()
  return [
    {
      title: t`Submissions`,
      kind: 'bar',
      series: [
        { name: 'submitted', label: t`Submitted`, color: 'ink.4' },
        { name: 'accepted', label: t`Accepted`, color: 'teal.6' },
        { name: 'rejected', label: t`Rejected`, color: 'red.6' },
      ],
    },
    {
      title: t`Money`,
      kind: 'line',
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
      format: (seconds) => durationIn(i18n.locale, seconds),
      series: [{ name: 'medianReviewSeconds', label: t`Median decision time`, color: 'ink.5' }],
    },
    {
      title: t`Tasks published`,
      kind: 'bar',
      series: [{ name: 'offersActivated', label: t`Tasks published`, color: 'ink.5' }],
    },
    {
      title: t`Disputes`,
      kind: 'bar',
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
