import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { notifyDone } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Refused } from '../ui/refused.tsx'
import { Status } from '../ui/status.tsx'
import { UserText } from '../ui/user-text.tsx'
import { useWords, type Words } from '../ui/words.ts'
import type { Change, Draft } from './draft.ts'
import type { Editing } from './editing.ts'

const partWords: Words = {
  prices: msg`Type of work`,
  categories: msg`Category`,
  addOns: msg`Add-on`,
}

/** Differences from the saved catalog, and the button that saves them. */
export function CatalogChanges({ editing }: { readonly editing: Editing }) {
  const { t } = useLingui()
  if (editing.changes.length === 0)
    return (
      <Empty title={t`No changes`}>
        <Trans>Your catalog changes appear here for review before you save them.</Trans>
      </Empty>
    )
  return (
    <Stack gap="md">
      {editing.changes.map((change) => (
        <OneChange key={`${change.part} ${change.code}`} of={change} />
      ))}
      <Save editing={editing} />
    </Stack>
  )
}

function OneChange({ of }: { readonly of: Change }) {
  const { t } = useLingui()
  const part = useWords(partWords)
  return (
    <Card withBorder component="section">
      <Group gap="xs" mb="xs">
        <Title order={2} size="h4">
          {part(of.part)}{' '}
          <Text span ff="monospace">
            {of.code || '–'}
          </Text>
        </Title>
        {of.isNew && <Status label={t`New`} tone="active" />}
      </Group>
      <Table className="list" aria-label={t`Changes`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Member`}</Table.Th>
            {!of.isNew && <Table.Th>{t`Before`}</Table.Th>}
            <Table.Th>{t`After`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.members.map(({ name, was, is }) => (
            <Table.Tr key={name}>
              <Table.Td data-label={t`Member`}>{name}</Table.Td>
              {!of.isNew && (
                <Table.Td data-label={t`Before`}>
                  <UserText text={was} size="sm" c="dimmed" />
                </Table.Td>
              )}
              <Table.Td data-label={t`After`}>
                <UserText text={is} size="sm" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

function Save({ editing: { form, drop } }: { readonly editing: Editing }) {
  const { t } = useLingui()
  const save = useAction<Draft, unknown>(['catalog', 'audit'], async (body, header) => {
    const answer = await groupA.PUT('/api/operator/catalog', { params: { header }, body: body as never })
    // Before the new document is read: otherwise the old one would look like unsaved changes.
    if (answer.response.ok) form.forget()
    if (answer.response.ok) notifyDone(t`Catalog saved.`)
    return answer
  })
  const send = () => save.mutate(form.values, { onError: form.refuse })
  return (
    <>
      <Refused error={save.error} />
      <Group gap="xs">
        <Button loading={save.isPending} onClick={send}>
          <Trans>Save the catalog</Trans>
        </Button>
        <Button variant="default" color="red" onClick={drop}>
          <Trans>Discard all changes</Trans>
        </Button>
      </Group>
    </>
  )
}
