import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { type A, sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { parseLimit } from '../credentials/daily-limit-field.tsx'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import { type Rights, RightsFields } from './rights-fields.tsx'

type Sent = A['WorkspaceInvitationSent']

/** A button that invites a person in a dialog. Without a mail server, shows the link to hand over. */
export function Invite() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const [link, setLink] = useState<string>()
  const onSent = (sent: Sent) => {
    dialog.close()
    if (sent.link === null) notifySuccess(t`Invitation sent.`)
    else setLink(sent.link)
  }
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>Invite</Trans>
      </Button>
      <Dialog title={t`Invite a member`} isOpen={isOpen} close={dialog.close} size="lg">
        <InviteForm close={dialog.close} onSent={onSent} />
      </Dialog>
      <SecretDialog
        title={t`Link of the invitation`}
        label={t`Link of the invitation`}
        secret={link}
        close={() => setLink(undefined)}
      >
        <Text size="sm" c="dimmed">
          <Trans>
            No e-mail is sent here. Give the link to the person: it works for an account with the invited address, for
            seven days.
          </Trans>
        </Text>
      </SecretDialog>
    </>
  )
}

type FormProps = { readonly close: () => void; readonly onSent: (sent: Sent) => void }

function InviteForm({ close, onSent }: FormProps) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<Rights>({ role: 'Reviewer', dailySpendMax: 0 })
  const mutation = useApiMutation(['workspaces'], (_: undefined, header) =>
    sessionApi.POST('/console/api/settings/invitations', {
      params: { header },
      body: { email, role: rights.role, dailySpendMax: parseLimit(rights.dailySpendMax) },
    }),
  )
  const needsConfirm = needsConfirmation(mutation.error)
  const { email: emailError } = errorsOf(mutation.error, { email })
  const send = () => mutation.mutate(undefined, { onSuccess: onSent })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <Stack component="form" gap="md" onSubmit={submit}>
        <TextInput
          label={t`E-mail`}
          description={t`The person accepts with an account that has this address.`}
          type="email"
          required
          data-autofocus
          value={email}
          error={emailError}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <RightsFields rights={rights} change={setRights} />
        <ErrorAlert error={needsConfirm || emailError ? null : mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Invite</Trans>
          </Button>
        </DialogButtons>
      </Stack>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </>
  )
}
