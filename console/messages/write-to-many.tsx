import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'

type Input = { readonly text: string; readonly statuses: string[] }

const statusLabels = {
  Reserved: msg`Reserved`,
  Pending: msg`Under review`,
  ReworkRequested: msg`Changes requested`,
  Disputed: msg`Disputed`,
  Accepted: msg`Accepted`,
  Rejected: msg`Rejected`,
} as const

/** A button with a dialog for writing to the executors of a task. */
export function WriteToMany({ taskId }: { readonly taskId: number }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t`Write to executors`}
      </Button>
      <Dialog title={t`Write to executors`} isOpen={isOpen} close={dialog.close} size="lg">
        <ManyForm taskId={taskId} close={dialog.close} />
      </Dialog>
    </>
  )
}

function ManyForm({ taskId, close }: { readonly taskId: number; readonly close: () => void }) {
  const { t, i18n } = useLingui()
  const form = usePersistedForm<Input>(`message-many-${taskId}`, { text: '', statuses: ['Reserved', 'Pending'] })
  const send = useApiMutation<Input, B['BulkMessage']>(['messages'], ({ text, statuses }, header) =>
    groupB.POST('/tasks/{id}/messages', {
      params: { path: { id: taskId }, header },
      body: { text, statuses: statuses as never },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(form.values, {
      onSuccess: ({ recipientCount }) => {
        form.clearStored()
        close()
        notifySuccess(t`The message is being sent. Recipients: ${recipientCount}`)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          <Trans>Each executor gets a message of their own and does not see who else gets it.</Trans>
        </Text>
        <Checkbox.Group label={t`Executors whose work is`} {...form.getInputProps('statuses')}>
          <Stack gap={4} mt={4}>
            {Object.entries(statusLabels).map(([value, label]) => (
              <Checkbox key={value} value={value} label={i18n._(label)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea label={t`Message`} autosize minRows={3} required maxLength={2_000} {...form.getInputProps('text')} />
        <ErrorAlert error={send.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={send.isPending} disabled={form.values.statuses.length === 0}>
            {t`Send message`}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
