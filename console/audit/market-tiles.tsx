import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { A } from '../api.ts'
import { Count, Duration, Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'

type MarketStats = A['MarketFigures']

type QueueLink = {
  readonly name: string
  readonly count: number
  /** Since when the longest waiting record waits. */
  readonly oldest: string | null
  /** When the next one is decided without an operator. */
  readonly deadline?: string | null
  readonly to: ComponentProps<typeof LinkAnchor>['to']
  readonly search?: { readonly status: string }
}

/** The operators' queue with links to each page, and the current activity. */
export function CurrentTiles({ now }: { readonly now: MarketStats['now'] }) {
  const { t } = useLingui()
  const queues: readonly QueueLink[] = [
    { name: t`Tasks to moderate`, count: now.offers, oldest: now.oldest.offers, to: '/operator/moderation' },
    {
      name: t`Changes to moderate`,
      count: now.offerChanges,
      oldest: now.oldest.offerChanges,
      to: '/operator/moderation',
      search: { status: 'changes' },
    },
    {
      name: t`Open disputes`,
      count: now.disputes,
      oldest: now.oldest.disputes,
      deadline: now.nextDeadlines.disputes,
      to: '/operator/disputes',
    },
    {
      name: t`Guarantee payments`,
      count: now.guaranteePayments,
      oldest: now.oldest.guaranteePayments,
      to: '/operator/guarantee',
    },
    {
      name: t`Held rejections`,
      count: now.heldRejections,
      oldest: now.oldest.heldRejections,
      deadline: now.nextDeadlines.heldRejections,
      to: '/operator/held',
    },
    { name: t`Fraud holds`, count: now.fraudHolds, oldest: now.oldest.fraudHolds, to: '/operator/fraud-holds' },
    {
      name: t`Pending withdrawals`,
      count: now.withdrawals,
      oldest: now.oldest.withdrawals,
      to: '/operator/withdrawals',
    },
    {
      name: t`Appeals against sanctions`,
      count: now.appeals,
      oldest: now.oldest.appeals,
      to: '/operator/sanctions',
      search: { status: 'Appealed' },
    },
  ]
  return (
    <>
      <Section title={t`To decide`}>
        <Tiles>
          {queues.map((queue) => (
            <QueueTile key={queue.name} queue={queue} />
          ))}
        </Tiles>
      </Section>
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
    </>
  )
}

const hourMs = 3_600_000
/** A record that waits longer is overdue. */
const overdueMs = 48 * hourMs
/** A deadline this close is urgent. */
const urgentMs = 24 * hourMs

function QueueTile({ queue }: { readonly queue: QueueLink }) {
  const { t } = useLingui()
  const { name, count, to, search } = queue
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
    <Tile
      name={name}
      description={
        <>
          <QueueAge queue={queue} />
          {link}
        </>
      }
    >
      <Count value={count} />
    </Tile>
  )
}

function QueueAge({ queue: { oldest, deadline } }: { readonly queue: QueueLink }) {
  const now = Date.now()
  if (!oldest) return null
  const isOverdue = now - Date.parse(oldest) > overdueMs
  const isUrgent = !!deadline && Date.parse(deadline) - now < urgentMs
  return (
    <>
      <Text size="xs" {...(isOverdue ? { c: 'red.8', fw: 600 } : { c: 'dimmed' })}>
        {isOverdue ? (
          <Trans>
            overdue, oldest: <Time at={oldest} />
          </Trans>
        ) : (
          <Trans>
            oldest: <Time at={oldest} />
          </Trans>
        )}
      </Text>
      {deadline && (
        <Text size="xs" {...(isUrgent ? { c: 'red.8', fw: 600 } : { c: 'dimmed' })}>
          <Trans>
            next deadline: <Time at={deadline} />
          </Trans>
        </Text>
      )}
    </>
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
