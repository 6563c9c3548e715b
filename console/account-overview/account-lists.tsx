import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { HoldWork } from '../accounts/hold-work.tsx'
import { type A, groupA } from '../api.ts'
import { useDecisionColumns } from '../audit/decisions.tsx'
import { WorkStatus } from '../executions/status.tsx'
import { OfferStatus } from '../offers/status.tsx'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Money, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { UserText } from '../ui/user-text.tsx'
import { WorkDialogButton } from './work-dialog.tsx'

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
    apiPageQuery(['offers', 'of', query], (signal) =>
      groupA.GET('/api/operator/offers', { params: { query }, signal }),
    ),
  )
  const columns = useMemo<readonly Column<A['Offer']>[]>(
    () => [
      { title: t`Task`, render: (offer) => <OfferLink id={offer.id} title={offer.title} /> },
      { title: t`Status`, render: ({ status }) => <OfferStatus status={status} /> },
      {
        title: t`Slots`,
        isNumeric: true,
        render: ({ counts, totalLimit }) => (
          <Trans>
            <Count value={counts.remaining} /> of <Count value={totalLimit} /> left
          </Trans>
        ),
      },
      {
        title: t`Cost`,
        isNumeric: true,
        render: ({ totalCost, currency }) => <Money amount={totalCost} currency={currency} />,
      },
      { title: t`Created`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} withClock={false} /> },
    ],
    [t],
  )
  const empty = (
    <Empty title={t`No tasks`}>
      <Trans>This account has no tasks.</Trans>
    </Empty>
  )
  return <List label={t`Tasks`} query={offers} columns={columns} keyOf={(row) => row.id} empty={empty} />
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
    apiPageQuery(['executions', 'of', id, query], (signal) =>
      groupA.GET('/api/operator/accounts/{accountId}/work', { params: { path: { accountId: id }, query }, signal }),
    ),
  )
  const columns = useMemo<readonly Column<A['WorkOfAccount']>[]>(
    () => [
      { title: t`Number`, render: (row) => <WorkDialogButton id={row.id} /> },
      { title: t`Task`, render: ({ offerId, offerTitle }) => <OfferLink id={offerId} title={offerTitle} /> },
      { title: t`Submitted`, render: ({ submittedAtUtc }) => <Time at={submittedAtUtc} /> },
      { title: t`Status`, render: (row) => <WorkCell work={row} /> },
      {
        title: t`Reward`,
        isNumeric: true,
        render: ({ rewardPerAction, currency }) => <Money amount={rewardPerAction} currency={currency} />,
      },
      { title: t`Fraud hold`, render: (row) => <HoldWork work={row} /> },
    ],
    [t],
  )
  const empty = (
    <Empty title={t`No submissions`}>
      <Trans>This account has not submitted anything.</Trans>
    </Empty>
  )
  return <List label={t`Submissions`} query={work} columns={columns} keyOf={(row) => row.id} empty={empty} />
}

const WorkCell = ({ work: { status, reason } }: { readonly work: A['WorkOfAccount'] }) => (
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
    apiPageQuery(['audit', query], (signal) => groupA.GET('/api/operator/audit', { params: { query }, signal })),
  )
  const empty = (
    <Empty title={t`No decisions`}>
      <Trans>No decisions about this account.</Trans>
    </Empty>
  )
  const columns = useDecisionColumns()
  return <List label={t`Decisions`} query={decisions} columns={columns} keyOf={(row) => row.id} empty={empty} />
}
