import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { A } from '../api.ts'
import { Count, Duration, Money } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'

type MarketStats = A['MarketFigures']

type QueueLink = {
  readonly name: string
  readonly count: number
  readonly to: ComponentProps<typeof LinkAnchor>['to']
  readonly search?: { readonly status: string }
}

/** The operators' queue with links to each page, and the current activity. */
export function CurrentTiles({ now }: { readonly now: MarketStats['now'] }) {
  const { t } = useLingui()
  const queues: readonly QueueLink[] = [
    { name: t`Tasks to moderate`, count: now.offers, to: '/operator/moderation' },
    {
      name: t`Changes to moderate`,
      count: now.offerChanges,
      to: '/operator/moderation',
      search: { status: 'changes' },
    },
    { name: t`Open disputes`, count: now.disputes, to: '/operator/disputes' },
    { name: t`Guarantee payments`, count: now.guaranteePayments, to: '/operator/guarantee' },
    { name: t`Held rejections`, count: now.heldRejections, to: '/operator/held' },
    { name: t`Fraud holds`, count: now.fraudHolds, to: '/operator/fraud-holds' },
    { name: t`Pending withdrawals`, count: now.withdrawals, to: '/operator/withdrawals' },
    {
      name: t`Appeals against sanctions`,
      count: now.appeals,
      to: '/operator/sanctions',
      search: { status: 'Appealed' },
    },
  ]
  return (
    <Section title={t`Now`}>
      <Tiles columns={5}>
        {queues.map((queue) => (
          <QueueTile key={queue.name} queue={queue} />
        ))}
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

function QueueTile({ queue: { name, count, to, search } }: { readonly queue: QueueLink }) {
  const { t } = useLingui()
  const link = (
    <LinkAnchor
      to={to as '/operator/sanctions'}
      {...(search ? { search } : {})}
      size="sm"
      aria-label={`${name}: ${t`open`}`}
    >
      {count > 0 ? t`Decide` : t`Open`}
    </LinkAnchor>
  )
  return (
    <Tile name={name} description={link}>
      <Count value={count} />
    </Tile>
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

/** Totals of the period. */
export function MarketTotals({ stats: { totals, currency } }: { readonly stats: MarketStats }) {
  const { t } = useLingui()
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const tiles = [
    [t`Tasks published`, <Count key="" value={totals.offersActivated} />],
    [t`Submissions`, <Count key="" value={totals.submitted} />],
    [t`Accepted`, <Count key="" value={totals.accepted} />],
    [t`Rejected`, <Count key="" value={totals.rejected} />],
    [t`Median decision time`, <Duration key="" seconds={totals.medianReviewSeconds} />],
    [t`Deposited`, money(totals.deposits)],
    [t`Earned by executors`, money(totals.rewards)],
    [t`Fees`, money(totals.fees)],
    [t`Paid out`, money(totals.withdrawals)],
    [t`Disputes opened`, <Count key="" value={totals.disputesOpened} />],
    [t`New advertisers`, <Count key="" value={totals.newAdvertisers} />],
    [t`New executors`, <Count key="" value={totals.newExecutors} />],
  ] as const
  return (
    <Tiles columns={6}>
      {tiles.map(([name, value]) => (
        <Tile key={name} name={name}>
          {value}
        </Tile>
      ))}
    </Tiles>
  )
}
