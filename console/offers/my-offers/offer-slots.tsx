import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { groupB } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Part } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { limitsOf } from '../form/offer-fields.tsx'
import type { Task } from '../form/offer-values.ts'

/** Changes the number of slots of a running offer, which holds or releases their cost. */
export function OfferSlots({ task }: { readonly task: Task }) {
  const { t } = useLingui()
  const { id, totalLimit, editableMembers, version } = task
  const [wanted, setWanted] = useState<number | string>(totalLimit)
  const changing = useAction(['offers', 'payments'], (limit: number, header) =>
    groupB.PATCH('/tasks/{id}', { params: { path: { id }, header }, body: { totalLimit: limit, version } }),
  )
  if (!editableMembers.includes('totalLimit')) return null
  const { minimum, maximum } = limitsOf('totalLimit')
  const change = () => changing.mutate(Number(wanted), { onSuccess: () => notifyDone(t`Changed`) })
  return (
    <Part title={t`Change quantity`}>
      <Paper withBorder p="md" radius="md">
        <Stack gap="sm">
          <Group align="flex-end" gap="xs">
            <NumberInput
              label={t`Accepted results needed`}
              {...(minimum === undefined ? {} : { min: minimum })}
              {...(maximum === undefined ? {} : { max: maximum })}
              allowDecimal={false}
              value={wanted}
              onChange={setWanted}
              flex={1}
            />
            <Button
              variant="default"
              loading={changing.isPending}
              disabled={wanted === '' || Number(wanted) === totalLimit}
              onClick={change}
            >
              <Trans>Change</Trans>
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>The cost of added slots is held at once; the cost of removed slots is released.</Trans>
          </Text>
          <Refused error={changing.error} />
        </Stack>
      </Paper>
    </Part>
  )
}
