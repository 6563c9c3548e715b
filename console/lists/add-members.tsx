import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useAction } from '../queries.ts'
import { Answers, Dialog, notifyDone } from '../ui/action-button.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'

type ExecutorList = B['ExecutorList']
type Input = { readonly executorIds: string[]; readonly note: string | null }

/** Adds executors to a list by any number of pasted ids. */
export function AddMembers({ list }: { readonly list: ExecutorList }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>Add executors</Trans>
      </Button>
      <Dialog title={t`Add executors`} isOpen={isOpen} close={dialog.close} size="lg">
        <AddForm list={list} close={dialog.close} />
      </Dialog>
    </>
  )
}

/** Returns the distinct ids in a text, separated by anything. */
const idsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))]

function AddForm({ list, close }: { readonly list: ExecutorList; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`executor-list-${list.id}`, { ids: '', note: '' })
  const action = useAction<Input, ExecutorList>(['lists'], (body, header) =>
    groupB.POST('/executor-lists/{id}/members', { params: { path: { id: list.id }, header }, body }),
  )
  const executorIds = idsIn(form.values.ids)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate(
      { executorIds, note: form.values.note || null },
      {
        onSuccess: () => {
          form.forget()
          close()
          notifyDone(t`Executors added.`)
        },
        onError: form.refuse,
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          label={t`Executor ids`}
          description={t`As shown with their work: ex_…, separated by spaces, commas or new lines.`}
          placeholder="ex_9f3c27d1b06e4a85"
          required
          autosize
          minRows={3}
          maxRows={12}
          data-autofocus
          {...form.getInputProps('ids')}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          <Plural value={executorIds.length} one="# executor" other="# executors" />
        </Text>
        <TextInput
          label={t`Note`}
          description={t`Why you added them. Visible only to you.`}
          {...form.getInputProps('note')}
        />
        <Refused error={action.error} />
        <Answers close={close}>
          <Button type="submit" loading={action.isPending}>
            <Trans>Add</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
