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
    { title: t`Spent`, show: ({ spent }) => <Money amount={spent} currency={currency} /> },
    { title: t`Including fees`, show: ({ fees }) => <Money amount={fees} currency={currency} /> },
    { title: t`Bonuses`, show: ({ bonuses }) => <Money amount={bonuses} currency={currency} /> },
    { title: t`Deposited`, show: ({ deposits }) => <Money amount={deposits} currency={currency} /> },
    { title: t`Submitted`, show: ({ submitted }) => <Count of={submitted} /> },
    { title: t`Accepted`, show: ({ accepted }) => <Count of={accepted} /> },
    { title: t`Returned`, show: ({ sentBack }) => <Count of={sentBack} /> },
    { title: t`Rejected`, show: ({ rejected }) => <Count of={rejected} /> },
    { title: t`Median decision time`, show: ({ medianReviewSeconds }) => <Duration seconds={medianReviewSeconds} /> },
  ]
}

/** The totals of the period. */
export function StatsTotals({ told: { total, currency } }: { readonly told: AdvertiserStats }) {
  return (
    <Tiles columns={5}>
      {useColumns(currency).map(({ title, show }) => (
        <Tile key={title} name={title}>
          {show(total)}
        </Tile>
      ))}
    </Tiles>
  )
}

const isQuiet = ({ medianReviewSeconds: _median, ...figures }: Omit<AdvertiserStats['days'][number], 'day'>): boolean =>
  Object.values(figures).every((figure) => figure === 0)

/** The figures of the charts as a table, latest day first. */
export function StatsTable({ told: { days, currency } }: { readonly told: AdvertiserStats }) {
  const columns = useColumns(currency)
  const busy = days.filter(({ day: _day, ...figures }) => !isQuiet(figures))
  return <DaysTable days={busy} dayOf={({ day }) => day} columns={columns} highlightOnHover />
}
