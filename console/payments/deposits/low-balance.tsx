import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'

/** Sets the threshold of the low-balance notification. */
export function LowBalance({ balance }: { readonly balance: A['Balance'] }) {
  const { t } = useLingui()
  const [threshold, setThreshold] = useState<number | string>(balance.lowBalanceThreshold)
  const saveMutation = useApiMutation(['payments'], (lowBalanceThreshold: number | null, header) =>
    groupA.PATCH('/api/advertiser/balance', { params: { header }, body: { lowBalanceThreshold } }),
  )
  const save = (value: number | null) =>
    saveMutation.mutate(value, {
      onSuccess: ({ lowBalanceThreshold }) => {
        setThreshold(lowBalanceThreshold)
        notifySuccess(t`Saved`)
      },
    })
  const { currency } = balance
  return (
    <Section title={t`Low balance alert`}>
      <Paper withBorder p="md" radius="md" flex={1}>
        <Stack gap="md">
          <Group align="flex-end" gap="xs">
            <NumberField
              label={t`Alert me below (${currency})`}
              fractionDigits={2}
              currency={currency}
              value={threshold}
              onChange={setThreshold}
            />
            <Button
              variant="default"
              loading={saveMutation.isPending}
              disabled={threshold === ''}
              onClick={() => save(Number(threshold))}
            >
              <Trans>Save</Trans>
            </Button>
            <Button variant="subtle" onClick={() => save(null)}>
              <Trans>Use default</Trans>
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>We alert you once when less than this is available.</Trans>
          </Text>
          <ErrorAlert error={saveMutation.error} />
        </Stack>
      </Paper>
    </Section>
  )
}
