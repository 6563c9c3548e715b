import { useLingui } from '@lingui/react/macro'
import { ScrollArea, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { Count, Duration, dayIn, Money } from '../ui/figures.tsx'
import { Wide } from '../ui/wide.tsx'

type Told = A['MarketFigures']
type Day = Told['days'][number]
type Column = { readonly title: string; readonly show: (day: Day) => ReactNode }

function useColumns(currency: string): readonly Column[] {
  const { t } = useLingui()
  return [
    { title: t`Offers started`, show: ({ offersActivated }) => <Count of={offersActivated} /> },
    { title: t`Submitted`, show: ({ submitted }) => <Count of={submitted} /> },
    { title: t`Accepted`, show: ({ accepted }) => <Count of={accepted} /> },
    { title: t`Rejected`, show: ({ rejected }) => <Count of={rejected} /> },
    { title: t`Half decided within`, show: ({ medianReviewSeconds }) => <Duration seconds={medianReviewSeconds} /> },
    { title: t`Disputes opened`, show: ({ disputesOpened }) => <Count of={disputesOpened} /> },
    { title: t`Paid in`, show: ({ deposits }) => <Money amount={deposits} currency={currency} /> },
    { title: t`Earned by executors`, show: ({ rewards }) => <Money amount={rewards} currency={currency} /> },
    { title: t`Fees`, show: ({ fees }) => <Money amount={fees} currency={currency} /> },
    { title: t`Paid out`, show: ({ withdrawals }) => <Money amount={withdrawals} currency={currency} /> },
    { title: t`New accounts`, show: (day) => <Count of={day.newAdvertisers + day.newExecutors + day.newOperators} /> },
  ]
}

/** What the charts draw, to be read: the latest day first. */
export function MarketTable({ told: { days, currency } }: { readonly told: Told }) {
  const { t, i18n } = useLingui()
  const columns = useColumns(currency)
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t`Day by day` }}>
      <Wide>
        <Table className="list" aria-label={t`Day by day`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Day`}</Table.Th>
              {columns.map(({ title }) => (
                <Table.Th key={title} ta="right">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map((day) => (
              <Table.Tr key={day.date}>
                <Table.Td data-label={t`Day`}>{dayIn(i18n.locale, day.date)}</Table.Td>
                {columns.map(({ title, show }) => (
                  <Table.Td key={title} data-label={title} ta="right">
                    {show(day)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
    </ScrollArea>
  )
}
