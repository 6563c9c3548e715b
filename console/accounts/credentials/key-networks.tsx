import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Time } from '../../ui/formatted.tsx'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import type { Credential } from './credentials.tsx'
import { NetworksField, parseNetworks } from './networks-field.tsx'

type CredentialProps = { readonly credential: Credential }

/** The allowed networks of a key, and its last refusal outside them. */
export function Networks({ credential: { allowedNetworks, lastRefusedAtUtc, lastRefusedAddress } }: CredentialProps) {
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
          <Trans>Last refused address:</Trans> {lastRefusedAddress ?? '?'} · <Time at={lastRefusedAtUtc} />
        </Text>
      )}
    </Stack>
  )
}

/** A button that changes a key's allowed networks. */
export function ChangeNetworks({ credential }: CredentialProps) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!credential.allowedActions.includes('ChangeNetworks')) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        <Trans>Networks</Trans>
      </Button>
      <Dialog title={t`Allowed networks`} isOpen={isOpen} close={dialog.close}>
        <NetworksForm credential={credential} close={dialog.close} />
      </Dialog>
    </>
  )
}

function NetworksForm({
  credential: { id, allowedNetworks },
  close,
}: CredentialProps & { readonly close: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState(allowedNetworks.join('\n'))
  const mutation = useApiMutation(['keys'], (networks: string[], header) =>
    sessionApi.PATCH('/console/api/settings/keys/{id}', {
      params: { path: { id }, header },
      body: { allowedNetworks: networks },
    }),
  )
  const needsConfirm = needsConfirmation(mutation.error)
  const send = () =>
    mutation.mutate(parseNetworks(text), {
      onSuccess: () => {
        close()
        notifySuccess(t`Allowed networks saved.`)
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
          value={text}
          onChange={(event: { currentTarget: { value: string } }) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <ErrorAlert error={needsConfirm ? null : mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </>
  )
}
