import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type A, groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { ActionButton, Dialog, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { useShownFilters } from '../ui/lists/filter-row.tsx'

type View = A['SavedView']
const path = '/api/operator/saved-views'

const viewsQuery = apiQuery(['desk', 'views'], (signal) => groupA.GET(path, { signal }))

/** A button whose dialog opens, saves, renames and deletes the operator's own views of lists. */
export function SavedViews() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Saved views</Trans>
      </Button>
      <Dialog title={t`Saved views`} isOpen={isOpen} close={dialog.close}>
        <Views close={dialog.close} />
      </Dialog>
    </>
  )
}

function Views({ close }: { readonly close: () => void }) {
  const { data, error } = useQuery(viewsQuery)
  return (
    <Stack gap="md">
      <ErrorAlert error={error} />
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>A saved view opens a list with its filters again.</Trans>
        </Text>
      )}
      {data?.items.map((view) => (
        <ViewRow key={view.id} view={view} close={close} />
      ))}
      <SaveView />
    </Stack>
  )
}

function ViewRow({ view, close }: { readonly view: View; readonly close: () => void }) {
  const { t } = useLingui()
  const [isRenaming, rename] = useDisclosure()
  const remove = useApiMutation<number, View>(['desk'], (id, header) =>
    groupA.DELETE('/api/operator/saved-views/{id}', { params: { path: { id }, header } }),
  )
  if (isRenaming) return <RenameView view={view} close={rename.close} />
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <LinkAnchor
        to={view.page as never}
        search={Object.fromEntries(new URLSearchParams(view.query)) as never}
        onClick={close}
      >
        <bdi>{view.name}</bdi>
      </LinkAnchor>
      <Group gap={4} wrap="nowrap">
        <Button size="compact-sm" variant="subtle" onClick={rename.open} aria-label={t`Rename: ${view.name}`}>
          <Trans>Rename</Trans>
        </Button>
        <ActionButton
          size="compact-sm"
          variant="subtle"
          color="red"
          label={t`Delete`}
          aria-label={t`Delete: ${view.name}`}
          mutation={remove}
          input={view.id}
        />
      </Group>
    </Group>
  )
}

type NameFormProps = {
  readonly label: string
  readonly action: string
  readonly initial: string
  readonly isPending: boolean
  readonly error: Error | null
  readonly send: (name: string) => void
}

function NameForm({ label, action, initial, isPending, error, send }: NameFormProps) {
  const [name, setName] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(name)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={label}
            required
            dir="auto"
            flex={1}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={name.trim() === ''}>
            {action}
          </Button>
        </Group>
        <ErrorAlert error={error} />
      </Stack>
    </form>
  )
}

function RenameView({ view: { id, name }, close }: { readonly view: View; readonly close: () => void }) {
  const { t } = useLingui()
  const mutation = useApiMutation<string, View>(['desk'], (renamed, header) =>
    groupA.PATCH('/api/operator/saved-views/{id}', { params: { path: { id }, header }, body: { name: renamed } }),
  )
  const send = (renamed: string) => mutation.mutate(renamed, { onSuccess: close })
  const state = { isPending: mutation.isPending, error: mutation.error }
  return <NameForm label={t`New name`} action={t`Rename`} initial={name} send={send} {...state} />
}

function SaveView() {
  const { t } = useLingui()
  const page = useRouterState({ select: ({ location }) => location.pathname })
  const query = new URLSearchParams(useShownFilters()).toString()
  const [saved, setSaved] = useState(0)
  const mutation = useApiMutation<string, View>(['desk'], (name, header) =>
    groupA.POST(path, { params: { header }, body: { name, page, query } }),
  )
  const send = (name: string) =>
    mutation.mutate(name, {
      onSuccess: () => {
        setSaved((count) => count + 1)
        notifySuccess(t`View saved.`)
      },
    })
  const state = { isPending: mutation.isPending, error: mutation.error }
  return <NameForm key={saved} label={t`Name for these filters`} action={t`Save`} initial="" send={send} {...state} />
}
