import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { SavedViews } from '../../accounts/saved-views.tsx'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { FilterRow } from '../../ui/lists/filter-row.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { SelectFilter } from '../../ui/lists/select-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { Status } from '../../ui/status.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { methodLabels } from '../withdrawals/withdrawal-labels.tsx'
import { RefundActions } from './refund-actions.tsx'
import { RefundStatus, refundStatusLabels } from './refund-labels.tsx'

const route = getRouteApi('/operator/refunds')
type Row = A['OperatorRefund']

/** Refund requests of advertisers, open ones first. */
export function RefundsQueue() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const refunds = useQuery(
    apiPageQuery(['payments', 'refunds-queue', query], (signal) =>
      groupA.GET('/api/operator/refunds', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Refunds`}
      description={t`Refund requests for unspent money. Approve a request, transfer the money, then mark it as paid. Card refunds go through Stripe automatically.`}
    >
      <FilterRow>
        <SelectFilter
          label={t`Status`}
          labels={refundStatusLabels}
          value={status}
          onChange={(selected) => void navigate({ search: () => (selected ? { status: selected } : {}) as never })}
          placeholder={t`All open`}
        />
        <SavedViews />
      </FilterRow>
      <List
        label={t`Refunds`}
        query={refunds}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No refunds`}>
            <Trans>Refund requests of advertisers appear here.</Trans>
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
      { title: t`Number`, render: ({ id }) => <RecordNumber id={id} /> },
      { title: t`Account`, render: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      { title: t`Destination`, render: (row) => <Destination refund={row} /> },
      { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      { title: t`Status`, render: (row) => <StatusCell row={row} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Actions`, render: (row) => <RefundActions refund={row} /> },
    ],
    [t],
  )
}

function Destination({ refund }: { readonly refund: Row }) {
  const { method, note, depositId, debt, currency, status, waitsUntilUtc } = refund
  const { t } = useLingui()
  const label = useLabels(methodLabels)
  return (
    <Text size="sm" component="div" miw={{ sm: 180 }}>
      {method ? label(method.type) : t`Card`} {method && <UserText text={method.hint} oneLine inherit />}
      <Text size="xs" c="dimmed">
        <Trans>Deposit {depositId}</Trans>
      </Text>
      {waitsUntilUtc && status === 'Requested' && (
        <Text size="xs" c="dimmed" component="div">
          <Trans>
            Approvable from <Time at={waitsUntilUtc} />
          </Trans>
        </Text>
      )}
      {note && <UserText text={note} size="xs" c="dimmed" lineClamp={2} maw={220} />}
      {debt > 0 && (
        <>
          <Status label={t`Owes the marketplace`} tone="bad" /> <Money amount={debt} currency={currency} />
        </>
      )}
    </Text>
  )
}

const StatusCell = ({ row: { status, reason, reference } }: { readonly row: Row }) => (
  <div>
    <RefundStatus status={status} />
    {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
  </div>
)
