import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton, Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

type HeldRejection = A['HeldRejection']
const changedNouns = ['executions', 'audit']

/** Confirms or dismisses a held rejection. */
export function HeldActions({ rejection }: { readonly rejection: HeldRejection }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const confirm = useApiMutation<number, HeldRejection>(changedNouns, (id, header) =>
    groupA.POST('/api/operator/held-rejections/{id}/confirm', { params: { path: { id }, header } }),
  )
  return (
    <Group gap="xs">
      <ActionButton
        allowed={rejection.allowedActions}
        action="Confirm"
        label={t`Uphold rejection`}
        mutation={confirm}
        input={rejection.id}
        confirm={<Trans>The rejection takes effect. The executor can appeal.</Trans>}
        successMessage={t`Submission rejected.`}
      />
      {rejection.allowedActions.includes('Dismiss') && (
        <Button variant="default" onClick={dialog.open}>
          <Trans>Overturn rejection</Trans>
        </Button>
      )}
      <Dialog title={t`Overturn rejection`} isOpen={isOpen} close={dialog.close}>
        <DismissForm rejection={rejection} close={dialog.close} />
      </Dialog>
    </Group>
  )
}

function DismissForm({ rejection, close }: { readonly rejection: HeldRejection; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`held-dismiss-${rejection.id}`, { reason: '' })
  const mutation = useApiMutation<string, HeldRejection>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/held-rejections/{id}/dismiss', {
      params: { path: { id: rejection.id }, header },
      body: { reason },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(form.values.reason, {
      onSuccess: () => {
        form.clearStored()
        close()
        notifySuccess(t`The advertiser decides again.`)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Textarea
        label={t`Reason`}
        description={t`The advertiser will see it and decide again.`}
        required
        autosize
        minRows={3}
        data-autofocus
        mb="md"
        {...form.getInputProps('reason')}
      />
      <ErrorAlert error={mutation.error} />
      <DialogButtons close={close}>
        <Button type="submit" loading={mutation.isPending}>
          <Trans>Overturn rejection</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
