import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { changedByPayments, PaidButton, RefuseButton } from '../outgoing-actions.tsx'

type Row = A['OperatorWithdrawal']

/** What an operator may do with a withdrawal now. */
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
        done={t`It goes out with the next payout.`}
      />
      <RefuseButton
        kind="withdrawal"
        of={of}
        verb="reject"
        label={t`Refuse`}
        about={t`The executor reads it.`}
        done={t`Refused. The executor has the money back.`}
        templates={[
          t`The name of the account is not the name of the executor.`,
          t`We look into the work first. You can ask again when this is done.`,
        ]}
      >
        <Trans>The money is available to the executor again.</Trans>
      </RefuseButton>
      <PaidButton kind="withdrawal" of={of} />
      <RefuseButton
        kind="withdrawal"
        of={of}
        verb="failed"
        label={t`It failed`}
        about={t`The executor reads it.`}
        done={t`Marked as failed. The executor has the money back.`}
        templates={[t`The bank knows no such account.`]}
      />
    </Group>
  )
}
