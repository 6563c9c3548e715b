import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
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
import { MoreActions } from '../../ui/lists/more-actions.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SelectFilter } from '../../ui/lists/select-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { BookDeposit } from './book-deposit.tsx'
import { BookingRequests } from './booking-requests.tsx'
import { DepositStatus, depositMethodLabels, depositStatusLabels } from './deposit-labels.tsx'
import { AnyReceiptLink, CreditNotesLink, hasCreditNotes } from './receipt-button.tsx'
import { RefundDeposit } from './refund-deposit.tsx'
import { VoidDeposit } from './void-deposit.tsx'

const route = getRouteApi('/operator/deposits')
type Row = A['BookedDeposit']

/** All deposits; bank transfers and cash are recorded here. */
export function DepositsQueue() {
  const { t } = useLingui()
  const { status, method, email, cursor } = route.useSearch()
  const query = {
    ...(status ? { status } : {}),
    ...(method ? { method } : {}),
    ...(email ? { email } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const deposits = useQuery(
    apiPageQuery(['payments', 'deposits-queue', query], (signal) =>
      groupA.GET('/api/operator/deposits', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Deposits`}
      description={t`Payments from advertisers. Card payments appear by themselves; record bank transfers and other payments here.`}
      actions={<BookDeposit email={email} />}
    >
      <BookingRequests />
      <Filters />
      <List
        label={t`Deposits`}
        query={deposits}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No deposits`} action={<BookDeposit email={email} />}>
            <Trans>No matching deposits. Record one when money arrives.</Trans>
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
  const setFilters = (change: object) => void navigate({ search: () => ({ ...filters, ...change }) as never })
  return (
    <FilterRow>
      <SavedViews />
      <SelectFilter
        label={t`Status`}
        labels={depositStatusLabels}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
        placeholder={t`Any status`}
      />
      <SelectFilter
        label={t`Method`}
        labels={depositMethodLabels}
        value={filters.method}
        onChange={(method) => setFilters({ method })}
        placeholder={t`Any method`}
      />
      <SearchField label={t`Account e-mail`} value={filters.email} onChange={(email) => setFilters({ email })} />
    </FilterRow>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  const methodLabel = useLabels(depositMethodLabels)
  return useMemo(
    () => [
      { title: t`Number`, render: ({ id }) => <RecordNumber id={id} /> },
      { title: t`Account`, render: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      {
        title: t`Method`,
        render: ({ method, reference, note }) => (
          <>
            {methodLabel(method)}
            <DepositTexts deposit={[reference, note]} />
          </>
        ),
      },
      { title: t`When`, render: ({ paidAtUtc, createdAtUtc }) => <Time at={paidAtUtc ?? createdAtUtc} /> },
      { title: t`Status`, render: ({ status }) => <DepositStatus status={status} /> },
      { title: t`Amount`, isNumeric: true, render: (row) => <Amount deposit={row} /> },
      {
        title: t`Actions`,
        render: (row) => <Actions deposit={row} />,
      },
    ],
    [t, methodLabel],
  )
}

/** The receipt, and what returns money behind a button. */
function Actions({ deposit }: { readonly deposit: Row }) {
  const { t } = useLingui()
  const hasMore = hasCreditNotes(deposit) || ['Refund', 'Void'].some((name) => deposit.allowedActions.includes(name))
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <AnyReceiptLink deposit={deposit} />
      {hasMore && (
        <MoreActions size="xs" label={t`More actions for deposit ${deposit.id}`}>
          <CreditNotesLink deposit={deposit} side="operator" />
          <RefundDeposit deposit={deposit} />
          <VoidDeposit deposit={deposit} />
        </MoreActions>
      )}
    </Group>
  )
}

const DepositTexts = ({ deposit: [reference, note] }: { readonly deposit: readonly [string, string | null] }) => (
  <div>
    <UserText text={reference} size="sm" lineClamp={1} maw={160} />
    {note && <UserText text={note} size="xs" c="dimmed" lineClamp={2} maw={160} />}
  </div>
)

type AmountProps = { readonly deposit: Row }

const Amount = ({ deposit: { amount, refunded, refundPending, chargedBack, currency, mismatch } }: AmountProps) => (
  <div>
    <Money amount={amount} currency={currency} />
    {mismatch && (
      <Text size="xs" c="red">
        <Trans>
          Stripe reported <Money amount={mismatch.amount} currency={mismatch.currency} />. It was not credited: compare
          the payment in Stripe.
        </Trans>
      </Text>
    )}
    {refunded > 0 && (
      <Text size="xs" c="dimmed">
        <Trans>
          <Money amount={refunded} currency={currency} /> refunded
        </Trans>
      </Text>
    )}
    {refundPending > 0 && (
      <Text size="xs" c="dimmed">
        <Trans>
          <Money amount={refundPending} currency={currency} /> being refunded
        </Trans>
      </Text>
    )}
    {chargedBack > 0 && (
      <Text size="xs" c="dimmed">
        <Trans>
          <Money amount={chargedBack} currency={currency} /> charged back
        </Trans>
      </Text>
    )}
  </div>
)
