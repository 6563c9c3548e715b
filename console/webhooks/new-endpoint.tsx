import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type B, groupB } from '../api.ts'
import { useAction } from '../queries.ts'
import { Dialog } from '../ui/action-button.tsx'
import { SecretShown } from '../ui/secret-shown.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { type EndpointInput, eventKinds } from './event-words.ts'

/** Creates a webhook, shows its secret once, and opens it. */
export function NewEndpoint() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  const [made, keep] = useState<B['NewWebhook']>()
  const making = useAction<EndpointInput, B['NewWebhook']>(['webhooks'], (body, header) =>
    groupB.POST('/webhooks', { params: { header }, body }),
  )
  const goOn = () => {
    keep(undefined)
    if (made) void navigate({ to: '/settings/webhooks/$endpointId', params: { endpointId: String(made.id) } })
  }
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New webhook</Trans>
      </Button>
      <Dialog title={t`New webhook`} isOpen={isOpen} close={dialog.close} size="lg">
        <EndpointForm
          persistKey="new-webhook"
          first={{ url: '', description: '', events: [...eventKinds], enabled: true }}
          doing={making}
          label={t`Create webhook`}
          close={dialog.close}
          then={keep}
        />
      </Dialog>
      <SecretShown title={t`The secret of your webhook`} label={t`Secret`} secret={made?.secret} close={goOn}>
        <Trans>Your program uses it to verify that messages come from here and are unchanged.</Trans>
      </SecretShown>
    </>
  )
}
