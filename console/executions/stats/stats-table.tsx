import { useLingui } from '@lingui/react/macro'
import type { A } from '../../api.ts'
import { type DayColumn, DaysTable } from '../../ui/charts/days-table.tsx'
import { Count, Duration, Money } from '../../ui/formatted.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'

type AdvertiserStats = A['AdvertiserFigures']
type StatsRow = AdvertiserStats['total']

function useColumns(currency: string): readonly DayColumn<StatsRow>[] {
  const { t } = useLingui()
  return [
    { title: t`Spent`, render: ({ spent }) => <Money amount={spent} currency={currency} /> },
    { title: t`Fees (included)`, render: ({ fees }) => <Money amount={fees} currency={currency} /> },
    { title: t`Bonuses`, render: ({ bonuses }) => <Money amount={bonuses} currency={currency} /> },
    { title: t`Deposited`, render: ({ deposits }) => <Money amount={deposits} currency={currency} /> },
    { title: t`Submitted`, render: ({ submitted }) => <Count value={submitted} /> },
    { title: t`Accepted`, render: ({ accepted }) => <Count value={accepted} /> },
    { title: t`Changes requested`, render: ({ sentBack }) => <Count value={sentBack} /> },
    { title: t`Rejected`, render: ({ rejected }) => <Count value={rejected} /> },
    { title: t`Median decision time`, render: ({ medianReviewSeconds }) => <Duration seconds={medianReviewSeconds} /> },
  ]
}

/** The totals of the period. */
export function StatsTotals({ stats: { total, currency } }: { readonly stats: AdvertiserStats }) {
  return (
    <Tiles columns={5}>
      {useColumns(currency).map(({ title, render }) => (
        <Tile key={title} name={title}>
          {render(total)}
        </Tile>
      ))}
    </Tiles>
  )
}

const isInactive = ({
  medianReviewSeconds: _median,
  ...values
}: Omit<AdvertiserStats['days'][number], 'day'>): boolean => Object.values(values).every((value) => value === 0)

/** The figures of the charts as a table, latest day first. */
export function StatsTable({ stats: { days, currency } }: { readonly stats: AdvertiserStats }) {
  const columns = useColumns(currency)
  const activeDays = days.filter(({ day: _day, ...values }) => !isInactive(values))
  return <DaysTable days={activeDays} dayOf={({ day }) => day} columns={columns} highlightOnHover />
}
