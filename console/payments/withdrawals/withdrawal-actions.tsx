import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { usePendingKeys } from '../../ui/undo/undo.tsx'
import { PaidButton, RefuseButton } from '../outgoing-actions.tsx'
import { approvalKey, sumOf, useApproval } from './use-approval.ts'

type Row = A['OperatorWithdrawal']

/** An operator's actions on a withdrawal. */
export function WithdrawalActions({ withdrawal }: { readonly withdrawal: Row }) {
  const { t } = useLingui()
  if (usePendingKeys().has(approvalKey(withdrawal))) return null
  return (
    <Group gap={6} justify="flex-end">
      <ApproveWithdrawal withdrawal={withdrawal} />
      <RefuseButton
        kind="withdrawal"
        payment={withdrawal}
        verb="reject"
        label={t`Refuse`}
        description={t`The executor will see it.`}
        successMessage={t`Refused. The money was returned to the executor.`}
        templates={[
          t`The account holder's name does not match the executor's.`,
          t`We are checking the work first. Request again after that.`,
        ]}
      >
        <Trans>The money returns to the executor's available earnings.</Trans>
      </RefuseButton>
      <PaidButton kind="withdrawal" payment={withdrawal} />
      <RefuseButton
        kind="withdrawal"
        payment={withdrawal}
        verb="failed"
        label={t`Mark as failed`}
        description={t`The executor will see it.`}
        successMessage={t`Marked as failed. The money was returned to the executor.`}
        templates={[t`The bank does not recognise this account.`]}
      />
    </Group>
  )
}

function ApproveWithdrawal({ withdrawal }: { readonly withdrawal: Row }) {
  const approve = useApproval()
  if (!withdrawal.allowedActions.includes('Approve')) return null
  if (withdrawal.sharedWith.length > 0) return <ApproveShared withdrawal={withdrawal} />
  return (
    <Button size="xs" onClick={() => approve([withdrawal])}>
      <Trans>Approve {sumOf([withdrawal])}</Trans>
    </Button>
  )
}

/** Others use the payout account: each such withdrawal is approved alone, with a reason. */
function ApproveShared({ withdrawal: { id, version } }: { readonly withdrawal: Row }) {
  const { t } = useLingui()
  const approve = useApiMutation<string, Row>(['payments', 'ledger', 'audit'], (reason, header) =>
    groupA.POST('/api/operator/withdrawals/{id}/approve', {
      params: { path: { id }, header: { ...header, 'If-Match': `"${version}"` } },
      body: { reason },
    }),
  )
  return (
    <ReasonButton
      buttonProps={{ size: 'xs' }}
      label={t`Approve`}
      field="reason"
      fieldLabel={t`Why is it right that others use this account?`}
      description={t`Recorded in the audit log.`}
      persistKey={`withdrawal-approve-${id}`}
      mutation={approve}
      successMessage={t`Withdrawal approved.`}
    />
  )
}
