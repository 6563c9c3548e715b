import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf, useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Part } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { methodWords, WithdrawalStatus } from './withdrawal-words.tsx'

type Withdrawal = A['Withdrawal']

const route = getRouteApi('/executor/withdrawals')

/** Requests withdrawals and lists earlier ones. */
export function Withdrawals() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    pageQueryOf(['withdrawals', 'own', query], (signal) =>
      groupA.GET('/api/executor/withdrawals', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`Withdrawals`} about={t`One at a time. An operator reviews it, then the bank pays it.`}>
      <WithdrawForm />
      <Part title={t`History`}>
        <List
          label={t`Withdrawals`}
          query={result}
          columns={useColumns()}
          keyOf={({ id }) => id}
          empty={<Empty title={t`No withdrawals yet`} />}
        />
      </Part>
    </Page>
  )
}

function useColumns(): readonly Column<Withdrawal>[] {
  const { t } = useLingui()
  const method = useWords(methodWords)
  return [
    { title: t`Requested`, show: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { title: t`Destination`, show: ({ method: { type, hint } }) => `${method(type)} ${hint}` },
    { title: t`Status`, show: (withdrawal) => <State withdrawal={withdrawal} /> },
    { title: t`Ended`, show: ({ endedAtUtc }) => <Time at={endedAtUtc} /> },
  ]
}

const State = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => (
  <Stack gap={2} align="flex-start">
    <WithdrawalStatus status={withdrawal.status} />
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
  const cancelling = useAction(['withdrawals', 'executions'], (_: null, headers) =>
    groupA.POST('/api/executor/withdrawals/{id}/cancel', { params: { path: { id }, header: headers } }),
  )
  return (
    <ActionButton
      label={t`Withdraw request`}
      variant="default"
      size="compact-md"
      allowed={allowedActions}
      action="Cancel"
      doing={cancelling}
      input={null}
      confirm={<Trans>The money becomes available immediately.</Trans>}
      done={t`Withdrawn. The money is available again.`}
    />
  )
}
