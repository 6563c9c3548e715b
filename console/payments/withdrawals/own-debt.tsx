import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack } from '@mantine/core'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Money } from '../../ui/formatted.tsx'

type Earnings = A['OwnEarnings']

/** Shows the executor's debt and offers to pay it from earnings. Renders nothing without a debt. */
export function OwnDebt({ earnings }: { readonly earnings: Earnings }) {
  const { t } = useLingui()
  const { debt, available, currency } = earnings
  const settle = useApiMutation<null, Earnings>(['executions', 'payments'], (_, header) =>
    groupA.POST('/api/executor/balance/settle-debt', { params: { header } }),
  )
  if (debt <= 0) return null
  return (
    <Alert color="red" role="status" title={t`Your account owes the marketplace money`}>
      <Stack gap="sm" align="flex-start">
        <div>
          <Trans>
            You owe <Money amount={debt} currency={currency} />, because the marketplace paid for you as an advertiser.
            Pay this debt to withdraw earnings.
          </Trans>
        </div>
        {available > 0 && (
          <ActionButton
            label={t`Pay from earnings`}
            mutation={settle}
            input={null}
            confirm={
              <Trans>
                <Money amount={Math.min(available, debt)} currency={currency} /> of your available earnings will pay the
                debt. This cannot be undone.
              </Trans>
            }
            successMessage={t`Debt paid from your available earnings.`}
          />
        )}
      </Stack>
    </Alert>
  )
}
