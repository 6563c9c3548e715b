import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { ownOnly } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { Answers, Dialog, notifyDone } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import type { Credential } from './credentials.tsx'
import { NetworksField, networksIn } from './networks-field.tsx'

type OfKey = { readonly of: Credential }

/** The allowed networks of a key, and its last refusal outside them. */
export function Networks({ of: { allowedNetworks, lastRefusedAtUtc, lastRefusedAddress } }: OfKey) {
  return (
    <Stack gap={4}>
      {allowedNetworks.length === 0 ? (
        <Trans>Any address</Trans>
      ) : (
        <Group gap={4}>
          {allowedNetworks.map((network) => (
            <Code key={network}>{network}</Code>
          ))}
        </Group>
      )}
      {lastRefusedAtUtc && (
        <Text size="xs" c="red" component="span">
          <Trans>Refused from</Trans> {lastRefusedAddress ?? '?'} · <Time at={lastRefusedAtUtc} />
        </Text>
      )}
    </Stack>
  )
}

/** A button that changes a key's allowed networks. */
export function ChangeNetworks({ of: key }: OfKey) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!key.allowedActions.includes('ChangeNetworks')) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        <Trans>Networks</Trans>
      </Button>
      <Dialog title={t`Allowed networks`} isOpen={isOpen} close={dialog.close}>
        <NetworksForm of={key} close={dialog.close} />
      </Dialog>
    </>
  )
}

function NetworksForm({ of: { id, allowedNetworks }, close }: OfKey & { readonly close: () => void }) {
  const { t } = useLingui()
  const [entered, enter] = useState(allowedNetworks.join('\n'))
  const action = useAction(['keys'], (networks: string[], header) =>
    ownOnly.PATCH('/console/api/settings/keys/{id}', {
      params: { path: { id }, header },
      body: { allowedNetworks: networks },
    }),
  )
  const isUnconfirmed = needsConfirmation(action.error)
  const send = () =>
    action.mutate(networksIn(entered), {
      onSuccess: () => {
        close()
        notifyDone(t`Networks changed.`)
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <Stack component="form" gap="md" onSubmit={submit}>
        <NetworksField
          value={entered}
          onChange={(event: { currentTarget: { value: string } }) => enter(event.currentTarget.value)}
          data-autofocus
        />
        <Refused error={isUnconfirmed ? null : action.error} />
        <Answers close={close}>
          <Button type="submit" loading={action.isPending}>
            <Trans>Save</Trans>
          </Button>
        </Answers>
      </Stack>
      <ConfirmDialog isOpen={isUnconfirmed} close={action.reset} then={send} />
    </>
  )
}
