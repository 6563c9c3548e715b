import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { AssignedFilter } from '../../accounts/assigned-filter.tsx'
import { Assignee } from '../../accounts/assignee.tsx'
import { type Assigned, useAssignments } from '../../accounts/assignments.ts'
import { NotesButton } from '../../accounts/internal-notes.tsx'
import { SavedViews } from '../../accounts/saved-views.tsx'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkButton } from '../../ui/links.tsx'
import { FilterRow } from '../../ui/lists/filter-row.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SelectFilter } from '../../ui/lists/select-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { usePendingKeys } from '../../ui/undo/undo.tsx'
import { UserText } from '../../ui/user-text.tsx'
import {
  ApproveSelected,
  SelectWithdrawal,
  useWithdrawalSelection,
  type WithdrawalSelection,
} from './approve-selected.tsx'
import { approvalKey } from './use-approval.ts'
import { WithdrawalActions } from './withdrawal-actions.tsx'
import { WithdrawalFlags } from './withdrawal-flags.tsx'
import { methodLabels, WithdrawalStatus, withdrawalStatusLabels } from './withdrawal-labels.tsx'

const route = getRouteApi('/operator/withdrawals')
type Row = A['OperatorWithdrawal']

/** Withdrawals, those awaiting approval first. */
export function WithdrawalsQueue() {
  const { t } = useLingui()
  const { status, payoutId, account, assigned, cursor } = route.useSearch()
  const query = {
    ...(status ? { status } : {}),
    ...(payoutId ? { payoutId } : {}),
    ...(account ? { executorId: account } : {}),
    ...(assigned ? { assigned: assigned as never } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const withdrawals = useQuery(
    apiPageQuery(['payments', 'withdrawals-queue', query], (signal) =>
      groupA.GET('/api/operator/withdrawals', { params: { query }, signal }),
    ),
  )
  const assignments = useAssignments('withdrawal', withdrawals.data?.items.map(({ id }) => id) ?? [])
  const selection = useWithdrawalSelection(withdrawals.data?.items ?? [], assignments)
  return (
    <Page
      title={payoutId ? t`Withdrawals of payout ${payoutId}` : status ? t`Withdrawals` : t`Pending withdrawals`}
      description={
        payoutId
          ? t`The money of failed withdrawals returns to the executors.`
          : t`Approved withdrawals go into the next payout. Refused amounts return to the executor.`
      }
      actions={
        <LinkButton to="/operator/payouts" variant="default">
          <Trans>Payouts</Trans>
        </LinkButton>
      }
    >
      <Filters />
      <ApproveSelected selection={selection} />
      <List
        label={t`Withdrawals`}
        query={withdrawals}
        columns={useColumns(selection, assignments)}
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

function Filters() {
  const { t } = useLingui()
  const { cursor: _, ...filters } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (change: object) => void navigate({ search: () => ({ ...filters, ...change }) as never })
  return (
    <FilterRow>
      <SearchField label={t`E-mail or number`} value={filters.account} onChange={(account) => narrow({ account })} />
      <SelectFilter
        label={t`Status`}
        labels={withdrawalStatusLabels}
        value={filters.status}
        onChange={(status) => narrow({ status })}
        placeholder={filters.payoutId ? t`Any status` : t`Awaiting approval`}
      />
      <AssignedFilter value={filters.assigned} onChange={(assigned) => narrow({ assigned })} />
      <SavedViews />
    </FilterRow>
  )
}

function useColumns(selection: WithdrawalSelection, assigned: Assigned): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Number`,
        render: (row) => (
          <Group gap="xs" wrap="nowrap">
            <SelectWithdrawal withdrawal={row} selection={selection} />
            <RecordNumber id={row.id} />
          </Group>
        ),
      },
      { title: t`Executor`, render: (row) => <Executor row={row} /> },
      { title: t`Destination`, render: (row) => <Destination row={row} /> },
      { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      {
        title: t`Status`,
        render: (row) => (
          <Stack gap={4} align="flex-start">
            <StatusCell row={row} />
            <Group gap={4}>
              <Assignee subject="withdrawal" id={row.id} assignment={assigned(row.id)} />
              <NotesButton subject="withdrawal" id={row.id} />
            </Group>
          </Stack>
        ),
      },
      {
        title: t`Amount`,
        isNumeric: true,
        render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Actions`, render: (row) => <WithdrawalActions withdrawal={row} /> },
    ],
    [t, selection, assigned],
  )
}

const Executor = ({ row: { executorId, executorEmail, paidBefore, currency } }: { readonly row: Row }) => (
  <Box miw={{ sm: 130 }}>
    <AccountLink id={executorId} email={executorEmail} />
    <Text size="xs" c="dimmed">
      {paidBefore.count === 0 ? (
        <Trans>no earlier payouts</Trans>
      ) : (
        <Trans>
          <Plural value={paidBefore.count} one="# earlier payout" other="# earlier payouts" />:{' '}
          <Money amount={paidBefore.amount} currency={currency} />
        </Trans>
      )}
    </Text>
  </Box>
)

function Destination({ row }: { readonly row: Row }) {
  const label = useLabels(methodLabels)
  return (
    <Text size="sm" component="div" miw={{ sm: 180 }}>
      {row.holder && <UserText text={row.holder} oneLine inherit fw={600} />}
      <div>
        {label(row.method.type)} <UserText text={row.method.hint} oneLine inherit />
      </div>
      <WithdrawalFlags withdrawal={row} />
    </Text>
  )
}

function StatusCell({ row }: { readonly row: Row }) {
  const { status, reason, reference } = row
  const isPending = usePendingKeys().has(approvalKey(row))
  return (
    <div>
      {isPending ? <PendingApproval /> : <WithdrawalStatus status={status} />}
      {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
    </div>
  )
}

/** Shown while the approval can still be undone. */
const PendingApproval = () => (
  <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    <Trans>Approving…</Trans>
  </Text>
)
