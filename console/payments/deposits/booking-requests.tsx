import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { SecondOperatorButtons } from '../../accounts/second-operator.tsx'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery, useApiMutation } from '../../queries.ts'
import { Money, Time } from '../../ui/formatted.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { type Column, List } from '../../ui/lists/list.tsx'
import { UserText } from '../../ui/user-text.tsx'

type Row = A['BookingRequest']
const changedNouns = ['payments', 'ledger', 'audit', 'accounts']

/** Bookings that need a second operator; renders nothing if there are none. */
export function BookingRequests() {
  const { t } = useLingui()
  const requests = useQuery(
    apiPageQuery(['payments', 'booking-requests'], (signal) =>
      groupA.GET('/api/operator/booking-requests', { signal }),
    ),
  )
  const columns = useColumns()
  if (!requests.data || requests.data.items.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>Awaiting a second operator</Trans>
      </Title>
      <List
        label={t`Awaiting a second operator`}
        query={requests}
        columns={columns}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Stack>
  )
}

const kindLabels: Labels = { Deposit: msg`Deposit`, Refund: msg`Refund`, Void: msg`Void` }

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  const kindLabel = useLabels(kindLabels)
  return useMemo(
    () => [
      { title: t`Type`, render: ({ kind }) => kindLabel(kind) },
      { title: t`Account`, render: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      {
        title: t`Reference`,
        render: ({ reference, note }) => <UserText text={reference ?? note ?? ''} size="sm" lineClamp={2} maw={220} />,
      },
      { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Decision`, render: (row) => <DecisionButtons request={row} /> },
    ],
    [t, kindLabel],
  )
}

function DecisionButtons({ request: { id, allowedActions } }: { readonly request: Row }) {
  const approve = useApiMutation<number, Row>(changedNouns, (path, header) =>
    groupA.POST('/api/operator/booking-requests/{id}/approve', { params: { path: { id: path }, header } }),
  )
  const refuse = useApiMutation<string, Row>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/booking-requests/{id}/refuse', { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <SecondOperatorButtons
      allowed={allowedActions}
      id={id}
      persistKey={`booking-refuse-${id}`}
      approve={approve}
      refuse={refuse}
    />
  )
}
