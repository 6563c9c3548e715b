import { Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf, useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Part } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { methodWords } from '../withdrawals/withdrawal-words.tsx'
import { RefundStatus } from './refund-words.tsx'

type Refund = A['Refund']

/** The advertiser's refund requests, latest first. */
export function Refunds({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    pageQueryOf(['payments', 'refunds', query], (signal) =>
      groupA.GET('/api/advertiser/refunds', { params: { query }, signal }),
    ),
  )
  return (
    <Part title={t`Refunds`} about={t`You can get unspent money from a deposit back. It is reserved until it is paid.`}>
      <List
        label={t`Refunds`}
        cursorName="refunds"
        query={result}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<Empty title={t`No refunds yet`} />}
      />
    </Part>
  )
}

function useColumns(): readonly Column<Refund>[] {
  const { t } = useLingui()
  const way = useWords(methodWords)
  return [
    { title: t`Requested`, show: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
    { title: t`Deposit`, show: ({ depositId }) => <span className="figures">№ {depositId}</span> },
    { title: t`Destination`, show: ({ method }) => (method ? `${way(method.type)} ${method.hint}` : t`Card`) },
    { title: t`Status`, show: (refund) => <State refund={refund} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

function State({ refund: { id, status, reason, reference, allowedActions } }: { readonly refund: Refund }) {
  const { t } = useLingui()
  const cancel = useAction<number, Refund>(['payments', 'ledger'], (refundId, header) =>
    groupA.POST('/api/advertiser/refunds/{id}/cancel', { params: { path: { id: refundId }, header } }),
  )
  return (
    <Stack gap={4} align="flex-start">
      <RefundStatus status={status} />
      {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
      <ActionButton
        size="xs"
        variant="default"
        allowed={allowedActions}
        action="Cancel"
        label={t`Withdraw request`}
        doing={cancel}
        input={id}
        confirm={<Trans>The money becomes available immediately.</Trans>}
        done={t`Request withdrawn.`}
      />
    </Stack>
  )
}
