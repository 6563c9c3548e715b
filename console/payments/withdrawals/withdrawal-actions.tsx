import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { changedByPayments, PaidButton, RefuseButton } from '../outgoing-actions.tsx'

type Row = A['OperatorWithdrawal']

/** An operator's actions on a withdrawal. */
export function WithdrawalActs({ of }: { readonly of: Row }) {
  const { t } = useLingui()
  const approve = useAction<number, Row>(changedByPayments, (id, header) =>
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
        done={t`Included in the next payout.`}
      />
      <RefuseButton
        kind="withdrawal"
        of={of}
        verb="reject"
        label={t`Refuse`}
        about={t`The executor will see it.`}
        done={t`Refused. The money was returned to the executor.`}
        templates={[
          t`The account holder's name does not match the executor's.`,
          t`We are checking the work first. Request again after that.`,
        ]}
      >
        <Trans>The money returns to the executor's available earnings.</Trans>
      </RefuseButton>
      <PaidButton kind="withdrawal" of={of} />
      <RefuseButton
        kind="withdrawal"
        of={of}
        verb="failed"
        label={t`Mark as failed`}
        about={t`The executor will see it.`}
        done={t`Marked as failed. The money was returned to the executor.`}
        templates={[t`The bank does not recognise this account.`]}
      />
    </Group>
  )
}
