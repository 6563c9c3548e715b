import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog } from '../ui/action-button.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { type EndpointInput, eventKinds } from './event-labels.ts'

/** Creates a webhook, shows its secret once, and opens it. */
export function NewEndpoint() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  const [created, setCreated] = useState<B['NewWebhook']>()
  const createMutation = useApiMutation<EndpointInput, B['NewWebhook']>(['webhooks'], (body, header) =>
    groupB.POST('/webhooks', { params: { header }, body }),
  )
  const openEndpoint = () => {
    setCreated(undefined)
    if (created) void navigate({ to: '/settings/webhooks/$endpointId', params: { endpointId: String(created.id) } })
  }
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New webhook</Trans>
      </Button>
      <Dialog title={t`New webhook`} isOpen={isOpen} close={dialog.close} size="lg">
        <EndpointForm
          persistKey="new-webhook"
          initialValues={{ url: '', description: '', events: [...eventKinds], enabled: true }}
          mutation={createMutation}
          label={t`Create webhook`}
          close={dialog.close}
          onSuccess={setCreated}
        />
      </Dialog>
      <SecretDialog
        title={t`The secret of your webhook`}
        label={t`Secret`}
        secret={created?.secret}
        close={openEndpoint}
      >
        <Trans>Your program uses it to verify that messages come from here and are unchanged.</Trans>
      </SecretDialog>
    </>
  )
}
