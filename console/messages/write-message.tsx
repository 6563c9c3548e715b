import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { useApiMutation } from '../queries.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Time } from '../ui/formatted.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { type Conversation, callsOf, type Message, type Side } from './talk.ts'

const textLengthMax = 2_000

/** The field for a message; a notice once nothing can be written any more. */
export function WriteMessage({ side, conversation }: { readonly side: Side; readonly conversation: Conversation }) {
  const { t } = useLingui()
  const { id, writableUntilUtc } = conversation
  const form = usePersistedForm<{ text: string }>(`message-${side}-${id}`, { text: '' })
  const send = useApiMutation<string, Message>(
    ['messages'],
    (text, headers) => callsOf(side).send(id, text, headers) as never,
  )
  if (!conversation.allowedActions.includes('Send'))
    return (
      <Alert color="gray">
        {conversation.allowedActions.includes('Read') ? (
          <Trans>No more messages can be written here.</Trans>
        ) : (
          <Trans>Your role in this workspace does not include writing messages.</Trans>
        )}
      </Alert>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(form.values.text, {
      onSuccess: () => {
        form.setValues({ text: '' })
        form.clearStored()
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t`Message`}
          description={t`Do not write passwords, card numbers or addresses.`}
          autosize
          minRows={3}
          maxRows={12}
          required
          maxLength={textLengthMax}
          {...form.getInputProps('text')}
        />
        <ErrorAlert error={send.error} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {writableUntilUtc && (
              <Trans>
                Messages can be written until <Time at={writableUntilUtc} />.
              </Trans>
            )}
          </Text>
          <Button type="submit" loading={send.isPending} disabled={form.values.text.trim() === ''}>
            <Trans>Send message</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
