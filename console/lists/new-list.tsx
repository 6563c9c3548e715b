import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useAction } from '../queries.ts'
import { Answers, Dialog, notifyDone } from '../ui/action-button.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'

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
  const action = useAction<Input, B['ExecutorList']>(['lists'], (body, header) =>
    groupB.POST('/executor-lists', { params: { header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate(form.values, {
      onSuccess: ({ id }) => {
        form.forget()
        close()
        notifyDone(t`List created.`)
        void navigate({ to: '/advertiser/lists', search: { list: String(id) } })
      },
      onError: form.refuse,
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
        <Refused error={action.error} />
        <Answers close={close}>
          <Button type="submit" loading={action.isPending}>
            <Trans>Create list</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
