import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { groupB } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { managesOffers } from '../../workspace.ts'
import type { Task } from '../form/offer-values.ts'

/** Changes the number of slots of a running offer, which holds or releases their cost. */
export function OfferSlots({ task }: { readonly task: Task }) {
  const { t } = useLingui()
  const { id, totalLimit, editableMembers, version } = task
  const [limit, setLimit] = useState<number | string>(totalLimit)
  const mutation = useApiMutation(['offers', 'payments'], (limit: number, header) =>
    groupB.PATCH('/tasks/{id}', { params: { path: { id }, header }, body: { totalLimit: limit, version } }),
  )
  if (!managesOffers || !editableMembers.includes('totalLimit')) return null
  const change = () => mutation.mutate(Number(limit), { onSuccess: () => notifySuccess(t`Quantity changed.`) })
  return (
    <Section title={t`Change quantity`}>
      <Paper withBorder p="md" radius="md">
        <Stack gap="sm">
          <Group align="flex-end" gap="xs">
            <NumberField label={t`Accepted results needed`} value={limit} onChange={setLimit} flex={1} />
            <Button
              variant="default"
              loading={mutation.isPending}
              disabled={limit === '' || Number(limit) === totalLimit}
              onClick={change}
            >
              <Trans>Change</Trans>
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>The cost of added slots is held at once; the cost of removed slots is released.</Trans>
          </Text>
          <ErrorAlert error={mutation.error} />
        </Stack>
      </Paper>
    </Section>
  )
}
