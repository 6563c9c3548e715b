import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { type B, groupB } from '../api.ts'
import { useAction } from '../queries.ts'
import { Answers, Dialog } from '../ui/action-button.tsx'
import { errorsOf } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'

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
  const action = useAction<string, ExecutorList>(['lists'], (input, header) =>
    groupB.PATCH('/executor-lists/{id}', { params: { path: { id: list.id }, header }, body: { name: input } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate(name, { onSuccess: close })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={errorsOf(action.error).name}
        />
        <Refused error={action.error} />
        <Answers close={close}>
          <Button type="submit" loading={action.isPending}>
            <Trans>Rename</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
