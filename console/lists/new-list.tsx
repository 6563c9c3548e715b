import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'

type Input = { name: string; isBlockList: boolean }

/** A button that creates a list and opens it. */
export function NewList() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New list</Trans>
      </Button>
      <Dialog title={t`New list`} isOpen={isOpen} close={dialog.close}>
        <NewListForm close={dialog.close} />
      </Dialog>
    </>
  )
}

function NewListForm({ close }: { readonly close: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = usePersistedForm<Input>('new-executor-list', { name: '', isBlockList: false })
  const mutation = useApiMutation<Input, B['ExecutorList']>(['lists'], (body, header) =>
    groupB.POST('/executor-lists', { params: { header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(form.values, {
      onSuccess: ({ id }) => {
        form.clearStored()
        close()
        notifySuccess(t`List created.`)
        void navigate({ to: '/advertiser/lists', search: { list: String(id) } })
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput label={t`Name`} required data-autofocus {...form.getInputProps('name')} />
        <Checkbox
          label={t`Block list`}
          description={t`Executors on it get none of your tasks. You can have one such list.`}
          {...form.getInputProps('isBlockList', { type: 'checkbox' })}
        />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Create list</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
