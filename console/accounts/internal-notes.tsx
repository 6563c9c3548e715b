import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type A, ApiError, groupA } from '../api.ts'
import { apiPageQuery, useApiMutation } from '../queries.ts'
import { Dialog } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Time } from '../ui/formatted.tsx'
import { Section } from '../ui/page.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { UserText } from '../ui/user-text.tsx'
import { AccountLink } from './account-link.tsx'

type Noted = { readonly subject: 'account' | 'offer' | 'dispute' | 'withdrawal'; readonly id: number }
type Note = A['Note']

const shownMax = 100

function useNotes({ subject, id }: Noted, isEnabled = true) {
  return useQuery({
    ...apiPageQuery(['desk', 'notes', subject, id], (signal) =>
      groupA.GET('/api/operator/notes/{subject}/{id}', {
        params: { path: { subject, id }, query: { pageSize: shownMax } },
        signal,
      }),
    ),
    enabled: isEnabled,
  })
}

/** The internal notes on a record, as a section. Nothing for an operator whom the record concerns. */
export function NotesSection(record: Noted) {
  const { t } = useLingui()
  const { error } = useNotes(record)
  if (error instanceof ApiError && error.code === 'own_interest') return null
  return (
    <Section title={t`Internal notes`}>
      <Notes {...record} />
    </Section>
  )
}

/** The same in a dialog, for rows of a list. */
export function NotesButton(record: Noted) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open} aria-label={t`Notes on ${record.id}`}>
        <Trans>Notes</Trans>
      </Button>
      <Dialog title={t`Internal notes`} isOpen={isOpen} close={dialog.close} size="lg">
        <Notes {...record} />
      </Dialog>
    </>
  )
}

function Notes(record: Noted) {
  const { subject, id } = record
  const { data, error } = useNotes(record)
  const { t } = useLingui()
  const form = usePersistedForm<{ text: string }>(`note-${subject}-${id}`, { text: '' })
  const mutation = useApiMutation<string, Note>(['desk', 'audit'], (text, header) =>
    groupA.POST('/api/operator/notes/{subject}/{id}', {
      params: { path: { subject, id }, header },
      body: { text },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(form.values.text, {
      onSuccess: () => {
        form.setValues({ text: '' })
        form.clearStored()
      },
      onError: form.showErrors,
    })
  }
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Textarea
            label={t`New note`}
            description={t`Only operators read it.`}
            dir="auto"
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('text')}
          />
          <ErrorAlert error={mutation.error ?? error} />
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={mutation.isPending}
              disabled={form.values.text.trim() === ''}
            >
              <Trans>Add note</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
      {data?.items.map((note) => (
        <div key={note.id}>
          <Text size="sm" c="dimmed">
            <AccountLink id={note.authorId} email={note.authorEmail} /> · <Time at={note.createdAtUtc} />
          </Text>
          <UserText text={note.text} size="sm" />
        </div>
      ))}
    </Stack>
  )
}
