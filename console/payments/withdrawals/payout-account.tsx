import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import type { PersistedForm } from '../../ui/persisted-form.ts'
import { MethodFields } from './method-fields.tsx'
import { methodLabels } from './withdrawal-labels.tsx'
import type { WithdrawalOptions, WithdrawalValues } from './withdrawal-options.ts'

type Saved = NonNullable<WithdrawalOptions['savedAccount']>
type PayoutAccountProps = { readonly form: PersistedForm<WithdrawalValues>; readonly options: WithdrawalOptions }

/** The saved payout account, or fields for another one. */
export function PayoutAccount({ form, options: { savedAccount } }: PayoutAccountProps) {
  const { isNewAccount, method } = form.values
  const choose = (isNew: boolean) => {
    form.setFieldValue('isNewAccount', isNew)
    form.clearErrors()
  }
  if (savedAccount && !isNewAccount) return <SavedAccount saved={savedAccount} useAnother={() => choose(true)} />
  return (
    <>
      <MethodFields type={method.type} input={form.getInputProps} />
      {savedAccount && (
        <Group>
          <Button variant="default" size="compact-md" onClick={() => choose(false)}>
            <Trans>Use the saved account</Trans>
          </Button>
        </Group>
      )}
    </>
  )
}

function SavedAccount({ saved, useAnother }: { readonly saved: Saved; readonly useAnother: () => void }) {
  const { t } = useLingui()
  const method = useLabels(methodLabels)
  const remove = useApiMutation(['withdrawals'], (_: null, header) =>
    groupA.DELETE('/api/executor/withdrawal-options/saved-account', { params: { header } }),
  )
  return (
    <Stack gap={4} role="group" aria-label={t`Payout account`}>
      <Text size="sm" fw={500}>
        <Trans>Payout account</Trans>
      </Text>
      <Text component="div">
        {method(saved.type)} <bdi>{saved.hint}</bdi>
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          Last used <Time at={saved.usedAtUtc} />
        </Trans>
      </Text>
      <Group gap="xs">
        <Button variant="default" size="compact-md" onClick={useAnother}>
          <Trans>Use another payout account</Trans>
        </Button>
        <ActionButton
          label={t`Remove`}
          variant="subtle"
          color="red"
          size="compact-md"
          mutation={remove}
          input={null}
          confirm={<Trans>You will have to enter it again. Open withdrawals to it are not affected.</Trans>}
          successMessage={t`Payout account removed.`}
        />
      </Group>
    </Stack>
  )
}
