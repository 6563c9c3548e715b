import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { Count, Duration, Money } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'

type MarketStats = A['MarketFigures']

/** The current activity. */
export function CurrentTiles({ now }: { readonly now: MarketStats['now'] }) {
  const { t } = useLingui()
  return (
    <Section title={t`Now`}>
      <Tiles columns={5}>
        <LedgerTile isOk={now.booksOk} />
        <Tile name={t`Active tasks`}>
          <Count value={now.activeOffers} />
        </Tile>
        <Tile name={t`Free slots`}>
          <Count value={now.openSlots} />
        </Tile>
        <Tile name={t`Submissions under review`}>
          <Count value={now.pendingReviews} />
        </Tile>
        <Tile name={t`Median wait`}>
          <Duration seconds={now.medianPendingSeconds} />
        </Tile>
      </Tiles>
    </Section>
  )
}

function LedgerTile({ isOk }: { readonly isOk: boolean | null }) {
  const { t } = useLingui()
  return (
    <Tile
      name={t`Ledger`}
      isBad={isOk === false}
      description={
        <LinkAnchor to="/operator/ledger" size="sm">
          {t`View ledger`}
        </LinkAnchor>
      }
    >
      {isOk === null ? t`Not verified yet` : isOk ? t`In balance` : t`Out of balance`}
    </Tile>
  )
}

type MarketTotalsProps = { readonly stats: MarketStats; readonly before: MarketStats | undefined }
type TotalName = Exclude<keyof MarketStats['totals'], 'disputesDecided' | 'newOperators'>

/** Totals of the period, compared with the period of the same length before it. */
export function MarketTotals({ stats: { totals, currency }, before }: MarketTotalsProps) {
  const { t } = useLingui()
  const count = (value: number) => <Count value={value} />
  const money = (value: number) => <Money amount={value} currency={currency} />
  const tiles: readonly (readonly [string, TotalName, (value: number) => ReactNode])[] = [
    [t`Tasks published`, 'offersActivated', count],
    [t`Submissions`, 'submitted', count],
    [t`Accepted`, 'accepted', count],
    [t`Rejected`, 'rejected', count],
    [t`Median decision time`, 'medianReviewSeconds', (value) => <Duration seconds={value} />],
    [t`Deposited`, 'deposits', money],
    [t`Earned by executors`, 'rewards', money],
    [t`Fees`, 'fees', money],
    [t`Paid out`, 'withdrawals', money],
    [t`Disputes opened`, 'disputesOpened', count],
    [t`New advertisers`, 'newAdvertisers', count],
    [t`New executors`, 'newExecutors', count],
  ]
  return (
    <Tiles columns={6}>
      {tiles.map(([name, total, show]) => {
        const [value, earlier] = [totals[total], before?.totals[total]]
        return (
          <Tile key={name} name={name} description={<Before value={value} before={earlier} show={show} />}>
            {value === null ? '–' : show(value)}
          </Tile>
        )
      })}
    </Tiles>
  )
}

type BeforeProps = {
  readonly value: number | null
  readonly before: number | null | undefined
  readonly show: (value: number) => ReactNode
}

/** The value of the period before, and the change in percent. */
function Before({ value, before, show }: BeforeProps) {
  const { i18n } = useLingui()
  if (before === null || before === undefined) return null
  const format = new Intl.NumberFormat(i18n.locale, { style: 'percent', signDisplay: 'exceptZero' })
  return (
    <Text size="xs" c="dimmed" component="span">
      <Trans>before: {show(before)}</Trans>
      {before > 0 && value !== null && ` (${format.format((value - before) / before)})`}
    </Text>
  )
}
