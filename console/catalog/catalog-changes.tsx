import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { notifySuccess } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Count } from '../ui/formatted.tsx'
import { type Labels, useLabels } from '../ui/labels.ts'
import { Status } from '../ui/status.tsx'
import { UserText } from '../ui/user-text.tsx'
import type { Change, Draft } from './draft.ts'
import type { CatalogEditing } from './editing.ts'

const partLabels: Labels = {
  prices: msg`Task type`,
  categories: msg`Category`,
  addOns: msg`Add-on`,
}

/** Names of the members that have a field of the same meaning; others are shown as they are. */
const memberLabels: Labels = {
  code: msg`Code`,
  names: msg`Name in each language`,
  isActive: msg`Available for new tasks`,
  platform: msg`Platform`,
  rewardPerAction: msg`Reward`,
  reward: msg`Range of rewards`,
  reservationDurationSeconds: msg`Time limit, seconds`,
  sortOrder: msg`Position in the list`,
  costPerAction: msg`Per submission`,
  costFlat: msg`Once`,
  detailsMode: msg`Additional details`,
  offerDetailsSchema: msg`Advertiser’s fields`,
  executionDetailsSchema: msg`Executor’s fields`,
  proofs: msg`Number of proofs`,
}

/** Differences from the saved catalog, and the button that saves them. */
export function CatalogChanges({ editing }: { readonly editing: CatalogEditing }) {
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
        <ChangeCard key={`${change.part} ${change.code}`} change={change} />
      ))}
      <SaveButtons editing={editing} />
    </Stack>
  )
}

function ChangeCard({ change }: { readonly change: Change }) {
  const { t } = useLingui()
  const part = useLabels(partLabels)
  const member = useLabels(memberLabels)
  return (
    <Card withBorder component="section">
      <Group gap="xs" mb="xs">
        <Title order={2} size="h4">
          {part(change.part)}{' '}
          <Text span ff="monospace">
            {change.code || '–'}
          </Text>
        </Title>
        {change.isNew && <Status label={t`New`} tone="active" />}
      </Group>
      {change.part === 'prices' && !change.isNew && <AffectedTasks code={change.code} />}
      <Table className="list" aria-label={t`Changes`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Field`}</Table.Th>
            {!change.isNew && <Table.Th>{t`Before`}</Table.Th>}
            <Table.Th>{t`After`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {change.members.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Td data-label={t`Field`}>{member(name)}</Table.Td>
              {!change.isNew && (
                <Table.Td data-label={t`Before`}>
                  <UserText text={before} size="sm" c="dimmed" />
                </Table.Td>
              )}
              <Table.Td data-label={t`After`}>
                <UserText text={after} size="sm" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

const openStatuses = 'Draft,PendingModeration,Active,Paused'

/** The number of open tasks of a type, which the change applies to as soon as it is saved. */
function AffectedTasks({ code }: { readonly code: string }) {
  const query = { type: code, status: openStatuses, pageSize: 1 }
  const { data } = useQuery(
    apiQuery(['offers', 'of type', query], (signal) =>
      groupA.GET('/api/operator/offers', { params: { query }, signal }),
    ),
  )
  if (!data) return null
  return (
    <Text size="sm" mb="xs">
      {data.totalCountIsExact ? (
        <Plural
          value={data.totalCount}
          _0="Affects no open task."
          one="Affects # open task."
          other="Affects # open tasks."
        />
      ) : (
        <Trans>
          Affects more than <Count value={data.totalCount} /> open tasks.
        </Trans>
      )}{' '}
      {data.totalCount > 0 && (
        <Trans>They keep their reward. Executors who have reserved one keep the form that they saw.</Trans>
      )}
    </Text>
  )
}

function SaveButtons({ editing: { form, discard } }: { readonly editing: CatalogEditing }) {
  const { t } = useLingui()
  const save = useApiMutation<Draft, unknown>(['catalog', 'audit'], async (body, header) => {
    const response = await groupA.PUT('/api/operator/catalog', { params: { header }, body: body as never })
    // Before the new document is read: otherwise the old one would look like unsaved changes.
    if (response.response.ok) form.clearStored()
    if (response.response.ok) notifySuccess(t`Catalog saved.`)
    return response
  })
  const send = () => save.mutate(form.values, { onError: form.showErrors })
  return (
    <>
      <ErrorAlert error={save.error} />
      <Group gap="xs">
        <Button loading={save.isPending} onClick={send}>
          <Trans>Save the catalog</Trans>
        </Button>
        <Button variant="default" color="red" onClick={discard}>
          <Trans>Discard all changes</Trans>
        </Button>
      </Group>
    </>
  )
}
