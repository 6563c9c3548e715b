import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, SegmentedControl, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { dayIn, moneyIn, monthIn } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { monthsQuery } from './own-earnings.ts'

type Period = { readonly from: string; readonly amount: number }
type Trend = {
  readonly periods: readonly Period[]
  readonly currency: string
  /** How a period is called, and the name of the chart and of its table. */
  readonly nameOf: (period: Period) => string
  readonly title: string
  readonly column: string
}

const chartHeight = 200
const weeksQuery = apiQuery(['executions', 'weeks'], (signal) => groupA.GET('/api/executor/balance/weeks', { signal }))

/** Earnings of each of the last weeks or months, as a chart with a table. */
export function EarningsTrend() {
  const { t } = useLingui()
  const [period, setPeriod] = useState('week')
  return (
    <Section title={t`Earned`}>
      <SegmentedControl
        aria-label={t`Earned`}
        data={[
          { value: 'week', label: t`Per week` },
          { value: 'month', label: t`Per month` },
        ]}
        value={period}
        onChange={setPeriod}
        style={{ alignSelf: 'flex-start' }}
      />
      {period === 'month' ? <Months /> : <Weeks />}
    </Section>
  )
}

function Weeks() {
  const { t, i18n } = useLingui()
  const nameOf = ({ from }: Period) => dayIn(i18n.locale, from)
  return (
    <QueryContent query={useQuery(weeksQuery)} placeholder={<Skeleton height={chartHeight} radius="md" />}>
      {({ weeks, currency }) =>
        isEmpty(weeks) ? (
          <Nothing>
            <Trans>Nothing earned in the last 12 weeks.</Trans>
          </Nothing>
        ) : (
          <TrendChart
            periods={weeks}
            currency={currency}
            nameOf={nameOf}
            title={t`Earned per week`}
            column={t`Week from`}
          />
        )
      }
    </QueryContent>
  )
}

function Months() {
  const { t, i18n } = useLingui()
  const nameOf = ({ from }: Period) => monthIn(i18n.locale, from)
  return (
    <QueryContent query={useQuery(monthsQuery)} placeholder={<Skeleton height={chartHeight} radius="md" />}>
      {({ months, currency }) =>
        isEmpty(months) ? (
          <Nothing>
            <Trans>Nothing earned in the last 12 months.</Trans>
          </Nothing>
        ) : (
          <TrendChart
            periods={months}
            currency={currency}
            nameOf={nameOf}
            title={t`Earned per month`}
            column={t`Month`}
          />
        )
      }
    </QueryContent>
  )
}

const isEmpty = (periods: readonly Period[]): boolean => periods.every(({ amount }) => amount === 0)

const Nothing = ({ children }: { readonly children: ReactNode }) => <Text c="dimmed">{children}</Text>

function TrendChart(trend: Trend) {
  const { t, i18n } = useLingui()
  const { periods, currency, nameOf, title } = trend
  return (
    <>
      <Chart
        label={t`${title}. The table below shows the same data.`}
        kind="bar"
        height={chartHeight}
        rows={periods.map((period) => ({ period: nameOf(period), amount: period.amount }))}
        xKey="period"
        series={[{ name: 'amount', label: t`Earned`, color: 'teal.6' }]}
        format={(amount) => moneyIn(i18n.locale, amount, currency)}
      />
      <Accordion variant="contained" order={3}>
        <Accordion.Item value="table">
          <Accordion.Control>{t`Show as table`}</Accordion.Control>
          <Accordion.Panel>
            <TrendTable {...trend} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  )
}

function TrendTable({ periods, currency, nameOf, title, column }: Trend) {
  const { t } = useLingui()
  return (
    <Table aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{column}</Table.Th>
          <Table.Th ta="right">{t`Earned`}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {periods.toReversed().map((period) => (
          <Table.Tr key={period.from}>
            <Table.Td>{nameOf(period)}</Table.Td>
            <Table.Td ta="right">
              <Money amount={period.amount} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
