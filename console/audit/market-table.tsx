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
    { title: t`Offers started`, show: ({ offersActivated }) => <Count of={offersActivated} /> },
    { title: t`Submitted`, show: ({ submitted }) => <Count of={submitted} /> },
    { title: t`Accepted`, show: ({ accepted }) => <Count of={accepted} /> },
    { title: t`Rejected`, show: ({ rejected }) => <Count of={rejected} /> },
    { title: t`Median decision time`, show: ({ medianReviewSeconds }) => <Duration seconds={medianReviewSeconds} /> },
    { title: t`Disputes opened`, show: ({ disputesOpened }) => <Count of={disputesOpened} /> },
    { title: t`Deposited`, show: ({ deposits }) => <Money amount={deposits} currency={currency} /> },
    { title: t`Earned by executors`, show: ({ rewards }) => <Money amount={rewards} currency={currency} /> },
    { title: t`Fees`, show: ({ fees }) => <Money amount={fees} currency={currency} /> },
    { title: t`Paid out`, show: ({ withdrawals }) => <Money amount={withdrawals} currency={currency} /> },
    { title: t`New accounts`, show: (day) => <Count of={day.newAdvertisers + day.newExecutors + day.newOperators} /> },
  ]
}

/** The data of the charts as a table, latest day first. */
export function MarketTable({ told: { days, currency } }: { readonly told: MarketStats }) {
  const { t } = useLingui()
  const columns = useColumns(currency)
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t`Day by day` }}>
      <DaysTable days={days} dayOf={({ date }) => date} columns={columns} />
    </ScrollArea>
  )
}
