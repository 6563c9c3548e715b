import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type B, groupB } from '../api.ts'
import { useAction } from '../queries.ts'
import { ActionButton, Dialog, notifyDone } from '../ui/action-button.tsx'
import { SecretShown } from '../ui/secret-shown.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import type { EndpointInput } from './event-words.ts'
import { Replay } from './replay.tsx'
import type { Endpoint } from './status.tsx'

type Props = { readonly endpoint: Endpoint }

/** The actions that the server allows on a webhook. */
export function EndpointActs({ endpoint }: Props) {
  return (
    <Group gap="xs">
      <SendTest endpoint={endpoint} />
      <Change endpoint={endpoint} />
      <Switched endpoint={endpoint} />
      {endpoint.allowedActions.includes('Replay') && <Replay id={endpoint.id} />}
      <Rotate endpoint={endpoint} />
      <Remove endpoint={endpoint} />
    </Group>
  )
}

function SendTest({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const testing = useAction<number, B['Delivery']>(['webhook', 'webhooks'], (of, header) =>
    groupB.POST('/webhooks/{id}/test', { params: { path: { id: of }, header } }),
  )
  return (
    <ActionButton
      allowed={allowedActions}
      action="Test"
      label={t`Send test`}
      doing={testing}
      input={id}
      done={t`Test sent. The response appears below.`}
    />
  )
}

const useChange = <Input extends Partial<EndpointInput>>(id: number) =>
  useAction<Input, Endpoint>(['webhook', 'webhooks'], (body, header) =>
    groupB.PATCH('/webhooks/{id}', { params: { path: { id }, header }, body }),
  )

function Change({ endpoint }: Props) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const { id, url, description, events, enabled } = endpoint
  const changing = useChange<EndpointInput>(id)
  if (!endpoint.allowedActions.includes('Update')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Change</Trans>
      </Button>
      <Dialog title={t`Edit webhook`} isOpen={isOpen} close={dialog.close} size="lg">
        <EndpointForm
          persistKey={`webhook-${id}`}
          first={{ url, description: description ?? '', events: [...events], enabled }}
          doing={changing}
          label={t`Save`}
          close={dialog.close}
          then={() => notifyDone(t`Saved.`)}
        />
      </Dialog>
    </>
  )
}

function Switched({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const switching = useChange<{ enabled: boolean }>(id)
  return (
    <>
      <ActionButton
        {...{ allowed: allowedActions, action: 'Enable', input: { enabled: true }, doing: switching }}
        label={t`Enable`}
        done={t`Enabled.`}
      />
      <ActionButton
        {...{ allowed: allowedActions, action: 'Disable', input: { enabled: false }, doing: switching }}
        label={t`Disable`}
        confirm={<Trans>Nothing is sent until you enable it again. You can replay missed events.</Trans>}
        done={t`Disabled.`}
        variant="default"
      />
    </>
  )
}

function Rotate({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const [secret, show] = useState<string>()
  const rotating = useAction<number, B['RotatedSecret']>(['webhook', 'webhooks'], (of, header) =>
    groupB.POST('/webhooks/{id}/rotate-secret', { params: { path: { id: of }, header } }),
  )
  return (
    <>
      <ActionButton
        allowed={allowedActions}
        action="RotateSecret"
        label={t`New secret`}
        doing={rotating}
        input={id}
        confirm={<Trans>Creates a new secret. The current one also signs for one more day, so nothing is lost.</Trans>}
        then={(made) => show(made.secret)}
        variant="default"
      />
      <SecretShown
        title={t`The new secret of your webhook`}
        label={t`Secret`}
        secret={secret}
        close={() => show(undefined)}
      />
    </>
  )
}

function Remove({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const removing = useAction<number, Endpoint>(['webhooks'], (of) =>
    groupB.DELETE('/webhooks/{id}', { params: { path: { id: of } } }),
  )
  return (
    <ActionButton
      allowed={allowedActions}
      action="Delete"
      label={t`Delete`}
      doing={removing}
      input={id}
      confirm={<Trans>Deliveries stop and its log is deleted. This cannot be undone.</Trans>}
      done={t`Webhook deleted.`}
      then={() => void navigate({ to: '/settings/webhooks' })}
      variant="light"
      color="red"
    />
  )
}
