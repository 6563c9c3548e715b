import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { parseLimit } from '../credentials/daily-limit-field.tsx'
import { balanceQuery } from '../own-balance.ts'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import type { Workspace } from './memberships.ts'

const nameLengthMax = 60

/** The name by which members know the workspace, and above which sum they need the owner. */
export function WorkspaceSettings({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useLingui()
  const [name, setName] = useState(workspace.name ?? '')
  const [spendMax, setSpendMax] = useState<string | number>(workspace.spendMax ?? '')
  const currency = useQuery(balanceQuery).data?.currency
  const mutation = useApiMutation(['workspaces'], (_: undefined, header) =>
    sessionApi.PATCH('/console/api/settings/workspace', {
      params: { header },
      body: { name: name.trim() === '' ? null : name, spendMax: parseLimit(spendMax) },
    }),
  )
  const needsConfirm = needsConfirmation(mutation.error)
  const send = () => mutation.mutate(undefined, { onSuccess: () => notifySuccess(t`Saved.`) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Section title={t`Workspace`}>
      <Card withBorder padding="md">
        <Stack component="form" gap="md" onSubmit={submit}>
          <TextInput
            label={t`Name`}
            description={t`Members see it in their menu and in the invitation.`}
            maxLength={nameLengthMax}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NumberField
            label={currency ? t`Most at once (${currency})` : t`Most at once`}
            description={t`Above this sum, a member cannot spend at once and has to ask you. Leave empty for no limit.`}
            fractionDigits={4}
            currency={currency}
            value={spendMax}
            onChange={(value: string | number) => setSpendMax(value)}
          />
          <ErrorAlert error={needsConfirm ? null : mutation.error} />
          <Group>
            <Button type="submit" loading={mutation.isPending}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Stack>
      </Card>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </Section>
  )
}
