import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ActionButton, Dialog, notifySuccess } from '../ui/action-button.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import type { EndpointInput } from './event-labels.ts'
import { Replay } from './replay.tsx'
import type { Endpoint } from './status.tsx'

type Props = { readonly endpoint: Endpoint }

/** The actions that the server allows on a webhook. */
export function EndpointActions({ endpoint }: Props) {
  return (
    <Group gap="xs">
      <Verify endpoint={endpoint} />
      <SendTest endpoint={endpoint} />
      <EditButton endpoint={endpoint} />
      <EnableButtons endpoint={endpoint} />
      {endpoint.allowedActions.includes('Replay') && <Replay id={endpoint.id} />}
      <Rotate endpoint={endpoint} />
      <Remove endpoint={endpoint} />
    </Group>
  )
}

function Verify({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const verify = useApiMutation<number, B['Delivery']>(['webhook', 'webhooks'], (of, header) =>
    groupB.POST('/webhooks/{id}/verify', { params: { path: { id: of }, header } }),
  )
  return (
    <ActionButton
      allowed={allowedActions}
      action="Verify"
      label={t`Send challenge`}
      mutation={verify}
      input={id}
      successMessage={t`Challenge sent. The response appears below.`}
    />
  )
}

function SendTest({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const sendTest = useApiMutation<number, B['Delivery']>(['webhook', 'webhooks'], (of, header) =>
    groupB.POST('/webhooks/{id}/test', { params: { path: { id: of }, header } }),
  )
  return (
    <ActionButton
      allowed={allowedActions}
      action="Test"
      label={t`Send test`}
      mutation={sendTest}
      input={id}
      successMessage={t`Test sent. The response appears below.`}
    />
  )
}

const useChange = <Input extends Partial<EndpointInput>>(id: number) =>
  useApiMutation<Input, Endpoint>(['webhook', 'webhooks'], (body, header) =>
    groupB.PATCH('/webhooks/{id}', { params: { path: { id }, header }, body }),
  )

function EditButton({ endpoint }: Props) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const { id, url, description, events, enabled } = endpoint
  const mutation = useChange<EndpointInput>(id)
  if (!endpoint.allowedActions.includes('Update')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Edit</Trans>
      </Button>
      <Dialog title={t`Edit webhook`} isOpen={isOpen} close={dialog.close} size="lg">
        <EndpointForm
          persistKey={`webhook-${id}`}
          initialValues={{ url, description: description ?? '', events: [...events], enabled }}
          mutation={mutation}
          label={t`Save`}
          close={dialog.close}
          onSuccess={() => notifySuccess(t`Saved.`)}
        />
      </Dialog>
    </>
  )
}

function EnableButtons({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const mutation = useChange<{ enabled: boolean }>(id)
  return (
    <>
      <ActionButton
        {...{ allowed: allowedActions, action: 'Enable', input: { enabled: true }, mutation }}
        label={t`Enable`}
        successMessage={t`Enabled.`}
      />
      <ActionButton
        {...{ allowed: allowedActions, action: 'Disable', input: { enabled: false }, mutation }}
        label={t`Disable`}
        confirm={<Trans>Nothing is sent until you enable it again. You can replay missed events.</Trans>}
        successMessage={t`Disabled.`}
        variant="default"
        color="red"
      />
    </>
  )
}

function Rotate({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string>()
  const rotate = useApiMutation<number, B['RotatedSecret']>(['webhook', 'webhooks'], (of, header) =>
    groupB.POST('/webhooks/{id}/rotate-secret', { params: { path: { id: of }, header } }),
  )
  return (
    <>
      <ActionButton
        allowed={allowedActions}
        action="RotateSecret"
        label={t`New secret`}
        mutation={rotate}
        input={id}
        confirm={
          <Trans>Creates a new secret. The current one also signs messages for one more day, so none are lost.</Trans>
        }
        onSuccess={(made) => setSecret(made.secret)}
        variant="default"
      />
      <SecretDialog
        title={t`The new secret of your webhook`}
        label={t`Secret`}
        secret={secret}
        close={() => setSecret(undefined)}
      />
    </>
  )
}

function Remove({ endpoint: { id, allowedActions } }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const remove = useApiMutation<number, Endpoint>(['webhooks'], (of) =>
    groupB.DELETE('/webhooks/{id}', { params: { path: { id: of } } }),
  )
  return (
    <ActionButton
      allowed={allowedActions}
      action="Delete"
      label={t`Delete`}
      mutation={remove}
      input={id}
      confirm={<Trans>Deliveries stop and its log is deleted. This cannot be undone.</Trans>}
      successMessage={t`Webhook deleted.`}
      onSuccess={() => void navigate({ to: '/settings/webhooks' })}
      variant="light"
      color="red"
    />
  )
}
