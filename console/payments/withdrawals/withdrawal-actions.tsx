import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'

type Row = A['OperatorWithdrawal']
const changed = ['payments', 'ledger', 'audit']
const small = { size: 'xs' } as const

/** What an operator may do with a withdrawal now. */
export function WithdrawalActs({ of }: { readonly of: Row }) {
  const { t } = useLingui()
  const approve = useAction<number, Row>(changed, (id, header) =>
    groupA.POST('/api/operator/withdrawals/{id}/approve', { params: { path: { id }, header } }),
  )
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <ActionButton
        size="xs"
        allowed={of.allowedActions}
        action="Approve"
        label={t`Approve`}
        doing={approve}
        input={of.id}
        done={t`It goes out with the next payout.`}
      />
      <Refuse of={of} />
      <Paid of={of} />
      <Failed of={of} />
    </Group>
  )
}

function Refuse({ of: { id, allowedActions } }: { readonly of: Row }) {
  const { t } = useLingui()
  const reject = useAction<string, Row>(changed, (reason, header) =>
    groupA.POST('/api/operator/withdrawals/{id}/reject', { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="Reject"
      button={small}
      label={t`Refuse`}
      color="red"
      field="reason"
      ask={t`Why`}
      about={t`The executor reads it.`}
      persistKey={`withdrawal-reject-${id}`}
      doing={reject}
      done={t`Refused. The executor has the money back.`}
      templates={[
        t`The name of the account is not the name of the executor.`,
        t`We look into the work first. You can ask again when this is done.`,
      ]}
    >
      <Trans>The money is available to the executor again.</Trans>
    </ReasonButton>
  )
}

function Paid({ of: { id, allowedActions } }: { readonly of: Row }) {
  const { t } = useLingui()
  const paid = useAction<string, Row>(changed, (reference, header) =>
    groupA.POST('/api/operator/withdrawals/{id}/paid', { params: { path: { id }, header }, body: { reference } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="MarkPaid"
      button={small}
      label={t`It was paid`}
      field="reference"
      ask={t`Reference of the bank`}
      persistKey={`withdrawal-paid-${id}`}
      doing={paid}
      done={t`Marked as paid.`}
    />
  )
}

function Failed({ of: { id, allowedActions } }: { readonly of: Row }) {
  const { t } = useLingui()
  const failed = useAction<string, Row>(changed, (reason, header) =>
    groupA.POST('/api/operator/withdrawals/{id}/failed', { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <ReasonButton
      allowed={allowedActions}
      action="MarkFailed"
      button={small}
      label={t`It failed`}
      color="red"
      field="reason"
      ask={t`Why`}
      about={t`The executor reads it.`}
      persistKey={`withdrawal-failed-${id}`}
      doing={failed}
      done={t`Marked as failed. The executor has the money back.`}
      templates={[t`The bank knows no such account.`]}
    />
  )
}
