import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { useDecimalSign } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'

/** Sets the threshold of the low-balance notification. */
export function LowBalance({ balance }: { readonly balance: A['Balance'] }) {
  const { t } = useLingui()
  const [threshold, setThreshold] = useState<number | string>(balance.lowBalanceThreshold)
  const saving = useAction(['payments'], (lowBalanceThreshold: number | null, header) =>
    groupA.PATCH('/api/advertiser/balance', { params: { header }, body: { lowBalanceThreshold } }),
  )
  const save = (value: number | null) =>
    saving.mutate(value, {
      onSuccess: ({ lowBalanceThreshold }) => {
        setThreshold(lowBalanceThreshold)
        notifyDone(t`Saved`)
      },
    })
  const { currency } = balance
  return (
    <Part title={t`Low balance`}>
      <Paper withBorder p="md" radius="md" flex={1}>
        <Stack gap="md">
          <Group align="flex-end" gap="xs">
            <NumberInput
              label={t`Alert me below (${currency})`}
              hideControls
              min={0}
              decimalScale={2}
              decimalSeparator={useDecimalSign()}
              value={threshold}
              onChange={setThreshold}
            />
            <Button variant="default" loading={saving.isPending} onClick={() => save(Number(threshold))}>
              <Trans>Save</Trans>
            </Button>
            <Button variant="subtle" onClick={() => save(null)}>
              <Trans>Default</Trans>
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>We alert you once when less than this is available.</Trans>
          </Text>
          <Refused error={saving.error} />
        </Stack>
      </Paper>
    </Part>
  )
}
