import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { accountStatusLabels } from '../../accounts/role-labels.ts'
import type { A } from '../../api.ts'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Status } from '../../ui/status.tsx'
import { SharedAccount } from '../shared-account.tsx'

type Flagged = Pick<A['OperatorWithdrawal'], 'isNewMethod' | 'executorStatus' | 'executorDebt' | 'sharedWith'>

/** Whether an operator should look at a withdrawal before approving it: it is then never approved together with others. */
export const isFlagged = ({ isNewMethod, executorStatus, executorDebt, sharedWith }: Flagged): boolean =>
  isNewMethod || executorStatus !== 'Active' || executorDebt > 0 || sharedWith.length > 0

/** Warnings for the operator who approves a withdrawal. */
export function WithdrawalFlags({ withdrawal }: { readonly withdrawal: A['OperatorWithdrawal'] }) {
  const { t } = useLingui()
  const status = useLabels(accountStatusLabels)
  const { isNewMethod, executorStatus, executorDebt, sharedWith, sharedWithEmails, waitsUntilUtc } = withdrawal
  return (
    <Group gap={4}>
      {isNewMethod && <Status label={t`First payout to this account`} tone="waiting" />}
      {waitsUntilUtc && withdrawal.status === 'Requested' && (
        <Text size="xs" c="dimmed">
          <Trans>
            Approvable from <Time at={waitsUntilUtc} />
          </Trans>
        </Text>
      )}
      {executorStatus !== 'Active' && <Status label={status(executorStatus)} tone="bad" />}
      {executorDebt > 0 && <Status label={t`Owes the marketplace`} tone="bad" />}
      <SharedAccount ids={sharedWith} emails={sharedWithEmails} />
    </Group>
  )
}
