import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Section } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { methodLabels } from '../withdrawals/withdrawal-labels.tsx'
import { RefundStatus } from './refund-labels.tsx'

type Refund = A['Refund']

/** The advertiser's refund requests, latest first. */
export function Refunds({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['payments', 'refunds', query], (signal) =>
      groupA.GET('/api/advertiser/refunds', { params: { query }, signal }),
    ),
  )
  return (
    <Section
      title={t`Refunds`}
      description={t`Unspent money from a deposit can be refunded. It is reserved until the refund is paid.`}
    >
      <List
        label={t`Refunds`}
        cursorName="refunds"
        query={result}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<Empty title={t`No refunds yet`} />}
      />
    </Section>
  )
}

function useColumns(): readonly Column<Refund>[] {
  const { t } = useLingui()
  const methodLabel = useLabels(methodLabels)
  return [
    { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
    { title: t`Deposit`, render: ({ depositId }) => <RecordNumber id={depositId} /> },
    {
      title: t`Destination`,
      render: ({ method }) => (method ? `${methodLabel(method.type)} ${method.hint}` : t`Card`),
    },
    { title: t`Status`, render: (refund) => <State refund={refund} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

function State({ refund }: { readonly refund: Refund }) {
  const { id, status, reason, reference, waitsUntilUtc, allowedActions } = refund
  const { t } = useLingui()
  const cancel = useApiMutation<number, Refund>(['payments', 'ledger'], (refundId, header) =>
    groupA.POST('/api/advertiser/refunds/{id}/cancel', { params: { path: { id: refundId }, header } }),
  )
  return (
    <Stack gap={4} align="flex-start">
      <RefundStatus status={status} />
      {status === 'Requested' && waitsUntilUtc && (
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            New account: not approved before <Time at={waitsUntilUtc} />
          </Trans>
        </Text>
      )}
      {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
      <ActionButton
        size="xs"
        variant="default"
        color="red"
        allowed={allowedActions}
        action="Cancel"
        label={t`Cancel request`}
        mutation={cancel}
        input={id}
        confirm={<Trans>The money becomes available immediately.</Trans>}
        successMessage={t`Request cancelled.`}
      />
    </Stack>
  )
}
