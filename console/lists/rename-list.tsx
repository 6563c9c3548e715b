import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { errorsOf } from '../ui/persisted-form.ts'

type ExecutorList = B['ExecutorList']

export function RenameList({ list }: { readonly list: ExecutorList }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Rename</Trans>
      </Button>
      <Dialog title={t`Rename list`} isOpen={isOpen} close={dialog.close}>
        <RenameForm list={list} close={dialog.close} />
      </Dialog>
    </>
  )
}

function RenameForm({ list, close }: { readonly list: ExecutorList; readonly close: () => void }) {
  const { t } = useLingui()
  const [name, setName] = useState(list.name)
  const mutation = useApiMutation<string, ExecutorList>(['lists'], (input, header) =>
    groupB.PATCH('/executor-lists/{id}', { params: { path: { id: list.id }, header }, body: { name: input } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(name, { onSuccess: close })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          required
          data-path="name"
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={errorsOf(mutation.error).name}
        />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Rename</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
