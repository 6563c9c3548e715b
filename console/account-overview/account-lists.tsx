import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { HoldWork } from '../accounts/hold-work.tsx'
import { type A, groupA } from '../api.ts'
import { useDecisionColumns } from '../audit/decisions.tsx'
import { WorkStatus } from '../executions/status.tsx'
import { OfferStatus } from '../offers/status.tsx'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { UserText } from '../ui/user-text.tsx'
import { SeeWork } from './see-work.tsx'

const route = getRouteApi('/operator/accounts/$accountId')
type Props = { readonly id: number }

const useCursor = () => {
  const { cursor } = route.useSearch()
  return cursor ? { cursor } : {}
}

/** An advertiser's offers. */
export function AccountOffers({ id }: Props) {
  const { t } = useLingui()
  const query = { advertiserId: String(id), ...useCursor() }
  const offers = useQuery(
    pageQueryOf(['offers', 'of', query], (signal) => groupA.GET('/api/operator/offers', { params: { query }, signal })),
  )
  const columns = useMemo<readonly Column<A['Offer']>[]>(
    () => [
      { title: t`Offer`, show: (offer) => <OfferLink id={offer.id} title={offer.title} /> },
      { title: t`Status`, show: ({ status }) => <OfferStatus status={status} /> },
      {
        title: t`Slots`,
        isNumeric: true,
        show: ({ counts, totalLimit }) => (
          <Trans>
            <Count of={counts.remaining} /> of <Count of={totalLimit} /> left
          </Trans>
        ),
      },
      {
        title: t`Cost`,
        isNumeric: true,
        show: ({ totalCost, currency }) => <Money amount={totalCost} currency={currency} />,
      },
      { title: t`Created`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} withClock={false} /> },
    ],
    [t],
  )
  const empty = (
    <Empty title={t`No offers`}>
      <Trans>This account has no offers.</Trans>
    </Empty>
  )
  return <List label={t`Offers`} query={offers} columns={columns} keyOf={(row) => row.id} empty={empty} />
}

const OfferLink = ({ id, title }: { readonly id: number; readonly title: string }) => (
  <LinkAnchor size="sm" to="/operator/moderation" search={{ offer: String(id), status: 'any' }}>
    <UserText text={title} oneLine inherit />
  </LinkAnchor>
)

/** An executor's submissions. */
export function AccountWork({ id }: Props) {
  const { t } = useLingui()
  const query = useCursor()
  const work = useQuery(
    pageQueryOf(['executions', 'of', id, query], (signal) =>
      groupA.GET('/api/operator/accounts/{accountId}/work', { params: { path: { accountId: id }, query }, signal }),
    ),
  )
  const columns = useMemo<readonly Column<A['WorkOfAccount']>[]>(
    () => [
      { title: t`Number`, show: (row) => <SeeWork id={row.id} /> },
      { title: t`Offer`, show: ({ offerId, offerTitle }) => <OfferLink id={offerId} title={offerTitle} /> },
      { title: t`Submitted`, show: ({ submittedAtUtc }) => <Time at={submittedAtUtc} /> },
      { title: t`Status`, show: (row) => <WorkCell of={row} /> },
      {
        title: t`Reward`,
        isNumeric: true,
        show: ({ rewardPerAction, currency }) => <Money amount={rewardPerAction} currency={currency} />,
      },
      { title: t`Fraud`, show: (row) => <HoldWork of={row} /> },
    ],
    [t],
  )
  const empty = (
    <Empty title={t`No work`}>
      <Trans>This account has not submitted any work.</Trans>
    </Empty>
  )
  return <List label={t`Work`} query={work} columns={columns} keyOf={(row) => row.id} empty={empty} />
}

const WorkCell = ({ of: { status, reason } }: { readonly of: A['WorkOfAccount'] }) => (
  <div>
    <WorkStatus status={status} />
    {reason && <UserText text={reason} size="xs" c="dimmed" lineClamp={2} maw={260} />}
  </div>
)

/** Decisions about an account. */
export function AccountDecisions({ id }: Props) {
  const { t } = useLingui()
  const query = { ownerId: String(id), ...useCursor() }
  const decisions = useQuery(
    pageQueryOf(['audit', query], (signal) => groupA.GET('/api/operator/audit', { params: { query }, signal })),
  )
  const empty = (
    <Empty title={t`No decisions`}>
      <Trans>No decisions about this account.</Trans>
    </Empty>
  )
  const columns = useDecisionColumns()
  return <List label={t`Decisions`} query={decisions} columns={columns} keyOf={(row) => row.id} empty={empty} />
}
