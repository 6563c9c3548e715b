import { useLingui } from '@lingui/react/macro'
import { ScrollArea } from '@mantine/core'
import type { A } from '../api.ts'
import { type DayColumn, DaysTable } from '../ui/charts/days-table.tsx'
import { Count, Duration, Money } from '../ui/formatted.tsx'

type MarketStats = A['MarketFigures']
type Day = MarketStats['days'][number]

function useColumns(currency: string): readonly DayColumn<Day>[] {
  const { t } = useLingui()
  return [
    { title: t`Tasks published`, render: ({ offersActivated }) => <Count value={offersActivated} /> },
    { title: t`Submitted`, render: ({ submitted }) => <Count value={submitted} /> },
    { title: t`Accepted`, render: ({ accepted }) => <Count value={accepted} /> },
    { title: t`Rejected`, render: ({ rejected }) => <Count value={rejected} /> },
    { title: t`Median decision time`, render: ({ medianReviewSeconds }) => <Duration seconds={medianReviewSeconds} /> },
    { title: t`Disputes opened`, render: ({ disputesOpened }) => <Count value={disputesOpened} /> },
    { title: t`Deposited`, render: ({ deposits }) => <Money amount={deposits} currency={currency} /> },
    { title: t`Earned by executors`, render: ({ rewards }) => <Money amount={rewards} currency={currency} /> },
    { title: t`Fees`, render: ({ fees }) => <Money amount={fees} currency={currency} /> },
    { title: t`Paid out`, render: ({ withdrawals }) => <Money amount={withdrawals} currency={currency} /> },
    {
      title: t`New accounts`,
      render: (day) => <Count value={day.newAdvertisers + day.newExecutors + day.newOperators} />,
    },
  ]
}

/** The data of the charts as a table, latest day first. */
export function MarketTable({ stats: { days, currency } }: { readonly stats: MarketStats }) {
  const { t } = useLingui()
  const columns = useColumns(currency)
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t`Day by day` }}>
      <DaysTable days={days} dayOf={({ date }) => date} columns={columns} />
    </ScrollArea>
  )
}
