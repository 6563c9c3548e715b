import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { ActionButton, Answers, Dialog, notifyDone } from '../../ui/action-button.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'

type HeldRejection = A['HeldRejection']
const changed = ['executions', 'audit']

/** Confirms or dismisses a held rejection. */
export function HeldActions({ held }: { readonly held: HeldRejection }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const confirm = useAction<number, HeldRejection>(changed, (id, header) =>
    groupA.POST('/api/operator/held-rejections/{id}/confirm', { params: { path: { id }, header } }),
  )
  return (
    <Group gap="xs">
      <ActionButton
        allowed={held.allowedActions}
        action="Confirm"
        label={t`Uphold rejection`}
        doing={confirm}
        input={held.id}
        confirm={<Trans>The work is rejected, as the advertiser requested. The executor can appeal.</Trans>}
        done={t`Work rejected.`}
      />
      {held.allowedActions.includes('Dismiss') && (
        <Button variant="default" onClick={dialog.open}>
          <Trans>Overturn rejection</Trans>
        </Button>
      )}
      <Dialog title={t`Overturn rejection`} isOpen={isOpen} close={dialog.close}>
        <DismissForm held={held} close={dialog.close} />
      </Dialog>
    </Group>
  )
}

function DismissForm({ held, close }: { readonly held: HeldRejection; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`held-dismiss-${held.id}`, { reason: '' })
  const action = useAction<string, HeldRejection>(changed, (reason, header) =>
    groupA.POST('/api/operator/held-rejections/{id}/dismiss', {
      params: { path: { id: held.id }, header },
      body: { reason },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate(form.values.reason, {
      onSuccess: () => {
        form.forget()
        close()
        notifyDone(t`The advertiser decides again.`)
      },
      onError: form.refuse,
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
      <Refused error={action.error} />
      <Answers close={close}>
        <Button type="submit" loading={action.isPending}>
          <Trans>Overturn rejection</Trans>
        </Button>
      </Answers>
    </form>
  )
}
