import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'

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
const parseIds = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))]

function AddForm({ list, close }: { readonly list: ExecutorList; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`executor-list-${list.id}`, { ids: '', note: '' })
  const mutation = useApiMutation<Input, ExecutorList>(['lists'], (body, header) =>
    groupB.POST('/executor-lists/{id}/members', { params: { path: { id: list.id }, header }, body }),
  )
  const executorIds = parseIds(form.values.ids)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(
      { executorIds, note: form.values.note || null },
      {
        onSuccess: () => {
          form.clearStored()
          close()
          notifySuccess(t`Executors added.`)
        },
        onError: form.showErrors,
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
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Add</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
