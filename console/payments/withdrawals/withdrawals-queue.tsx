import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkButton } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { SelectFilter } from '../../ui/lists/select-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { SharedAccount } from '../shared-account.tsx'
import { WithdrawalActions } from './withdrawal-actions.tsx'
import { methodLabels, WithdrawalStatus, withdrawalStatusLabels } from './withdrawal-labels.tsx'

const route = getRouteApi('/operator/withdrawals')
type Row = A['OperatorWithdrawal']

/** Withdrawals, those awaiting approval first. */
export function WithdrawalsQueue() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const ofPayout = search.payoutId ? { payoutId: search.payoutId } : {}
  const query = {
    ...(search.status ? { status: search.status } : {}),
    ...ofPayout,
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  const withdrawals = useQuery(
    apiPageQuery(['payments', 'withdrawals-queue', query], (signal) =>
      groupA.GET('/api/operator/withdrawals', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={search.payoutId ? t`Withdrawals of payout ${search.payoutId}` : t`Pending withdrawals`}
      description={t`Approved withdrawals go into the next payout. Refused amounts return to the executor.`}
      actions={
        <LinkButton to="/operator/payouts" variant="default">
          <Trans>Payouts</Trans>
        </LinkButton>
      }
    >
      <SelectFilter
        label={t`Status`}
        labels={withdrawalStatusLabels}
        value={search.status}
        onChange={(status) =>
          void navigate({ search: () => ({ ...ofPayout, ...(status ? { status } : {}) }) as never })
        }
        placeholder={search.payoutId ? t`Every status` : t`Awaiting approval`}
      />
      <List
        label={t`Withdrawals`}
        query={withdrawals}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No withdrawals`}>
            <Trans>No withdrawal requests. New ones appear automatically.</Trans>
          </Empty>
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Number`, render: ({ id }) => <span className="numeric">№ {id}</span> },
      { title: t`Executor`, render: ({ executorId }) => <AccountLink id={executorId} /> },
      { title: t`Destination`, render: (row) => <Destination withdrawal={row} /> },
      { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      { title: t`Status`, render: (row) => <StatusCell row={row} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Actions`, render: (row) => <WithdrawalActions withdrawal={row} /> },
    ],
    [t],
  )
}

function Destination({ withdrawal: { method, sharedWith } }: { readonly withdrawal: Row }) {
  const { t } = useLingui()
  const label = useLabels(methodLabels)
  return (
    <Text size="sm" component="div">
      {label(method.type)} <UserText text={method.hint} oneLine inherit />
      <SharedAccount label={t`Also used by`} ids={sharedWith} />
    </Text>
  )
}

const StatusCell = ({ row: { status, reason, reference } }: { readonly row: Row }) => (
  <div>
    <WithdrawalStatus status={status} />
    {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
  </div>
)
