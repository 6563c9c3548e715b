import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { dayIn, moneyIn } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'

type Weeks = A['WeeksOfEarnings']

const chartHeight = 200

/** Earnings of each of the last weeks, as a chart with a table. */
export function WeeklyEarnings() {
  const { t } = useLingui()
  const result = useQuery(
    apiQuery(['executions', 'weeks'], (signal) => groupA.GET('/api/executor/balance/weeks', { signal })),
  )
  return (
    <Section title={t`Earned per week`}>
      <QueryContent query={result} placeholder={<Skeleton height={chartHeight} radius="md" />}>
        {(earnings) =>
          earnings.weeks.every(({ amount }) => amount === 0) ? (
            <Text c="dimmed">
              <Trans>Nothing earned in the last 12 weeks.</Trans>
            </Text>
          ) : (
            <WeeksChart earnings={earnings} />
          )
        }
      </QueryContent>
    </Section>
  )
}

function WeeksChart({ earnings: { weeks, currency } }: { readonly earnings: Weeks }) {
  const { t, i18n } = useLingui()
  return (
    <>
      <Chart
        label={t`Earned per week. The table below shows the same data.`}
        kind="bar"
        height={chartHeight}
        rows={weeks.map(({ from, amount }) => ({ week: dayIn(i18n.locale, from), amount }))}
        xKey="week"
        series={[{ name: 'amount', label: t`Earned`, color: 'teal.6' }]}
        format={(amount) => moneyIn(i18n.locale, amount, currency)}
      />
      <Accordion variant="contained" order={3}>
        <Accordion.Item value="table">
          <Accordion.Control>{t`Show as table`}</Accordion.Control>
          <Accordion.Panel>
            <WeeksTable weeks={weeks} currency={currency} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  )
}

function WeeksTable({ weeks, currency }: Pick<Weeks, 'weeks' | 'currency'>) {
  const { t, i18n } = useLingui()
  return (
    <Table aria-label={t`Earned per week`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t`Week from`}</Table.Th>
          <Table.Th ta="right">{t`Earned`}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {weeks.toReversed().map(({ from, amount }) => (
          <Table.Tr key={from}>
            <Table.Td>{dayIn(i18n.locale, from)}</Table.Td>
            <Table.Td ta="right">
              <Money amount={amount} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
