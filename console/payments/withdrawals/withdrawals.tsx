import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { ExpectedPayDate } from './pay-days.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { methodLabels, WithdrawalStatus } from './withdrawal-labels.tsx'

type Withdrawal = A['Withdrawal']

const route = getRouteApi('/executor/withdrawals')

/** Requests withdrawals and lists earlier ones. */
export function Withdrawals() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['withdrawals', 'own', query], (signal) =>
      groupA.GET('/api/executor/withdrawals', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Withdrawals`}
      description={t`You can have one open request. An operator reviews it, then the bank pays it.`}
    >
      <WithdrawForm />
      <Section title={t`History`}>
        <List
          label={t`Withdrawals`}
          query={result}
          columns={useColumns()}
          keyOf={({ id }) => id}
          empty={<Empty title={t`No withdrawals yet`} />}
        />
      </Section>
    </Page>
  )
}

function useColumns(): readonly Column<Withdrawal>[] {
  const { t } = useLingui()
  const method = useLabels(methodLabels)
  return [
    { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { title: t`Destination`, render: ({ method: { type, hint } }) => `${method(type)} ${hint}` },
    { title: t`Status`, render: (withdrawal) => <State withdrawal={withdrawal} /> },
    { title: t`Ended`, render: ({ endedAtUtc }) => <Time at={endedAtUtc} /> },
  ]
}

const State = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => (
  <Stack gap={2} align="flex-start">
    <WithdrawalStatus status={withdrawal.status} />
    {withdrawal.status === 'Requested' && withdrawal.waitsUntilUtc && (
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          New account: not approved before <Time at={withdrawal.waitsUntilUtc} />
        </Trans>
      </Text>
    )}
    {withdrawal.expectedPayDate !== undefined && (
      <Text size="sm" c="dimmed" component="div">
        <ExpectedPayDate day={withdrawal.expectedPayDate} />
      </Text>
    )}
    {withdrawal.reason && <UserText text={withdrawal.reason} size="sm" />}
    {withdrawal.reference && (
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          Reference: <UserText text={withdrawal.reference} oneLine inherit />
        </Trans>
      </Text>
    )}
    <Cancel withdrawal={withdrawal} />
  </Stack>
)

function Cancel({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useLingui()
  const { id, allowedActions } = withdrawal
  const cancel = useApiMutation(['withdrawals', 'executions'], (_: null, headers) =>
    groupA.POST('/api/executor/withdrawals/{id}/cancel', { params: { path: { id }, header: headers } }),
  )
  return (
    <ActionButton
      label={t`Cancel request`}
      variant="default"
      color="red"
      size="compact-md"
      allowed={allowedActions}
      action="Cancel"
      mutation={cancel}
      input={null}
      confirm={<Trans>The money becomes available immediately.</Trans>}
      successMessage={t`Request cancelled. The money is available again.`}
    />
  )
}
