import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type B, groupB } from '../api.ts'
import { apiPageQuery, apiQuery, useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { Page, Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { ExecutorName, UserText } from '../ui/user-text.tsx'
import { AddMembers } from './add-members.tsx'
import { BlockedBadge } from './blocked-badge.tsx'
import { RenameList } from './rename-list.tsx'

type ExecutorList = B['ExecutorList']
type Member = B['ExecutorListMember']

type ListProps = { readonly id: number; readonly cursor: string | undefined }

/** A list with its name and members. */
export function OneList({ id, cursor }: ListProps) {
  const { t } = useLingui()
  const query = useQuery(
    apiQuery(['lists', id], (signal) => groupB.GET('/executor-lists/{id}', { params: { path: { id } }, signal })),
  )
  return (
    <Page
      title={query.data?.name ?? t`Executor list`}
      description={<LinkAnchor to="/advertiser/lists">{t`All lists`}</LinkAnchor>}
      actions={query.data && <ListActions list={query.data} />}
    >
      <QueryContent query={query}>
        {(list) => (
          <Stack gap="lg">
            <Group gap="sm">
              {list.isBlockList && <BlockedBadge />}
              <Text size="sm" c="dimmed">
                <Plural value={list.memberCount} one="# executor" other="# executors" />
              </Text>
            </Group>
            <Section
              title={t`Members`}
              actions={list.allowedActions.includes('AddMembers') && <AddMembers list={list} />}
            >
              <Members id={id} cursor={cursor} />
            </Section>
          </Stack>
        )}
      </QueryContent>
    </Page>
  )
}

function ListActions({ list }: { readonly list: ExecutorList }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const remove = useApiMutation<number, ExecutorList>([], (id, header) =>
    groupB.DELETE('/executor-lists/{id}', { params: { path: { id }, header } }),
  )
  return (
    <>
      {list.allowedActions.includes('Update') && <RenameList list={list} />}
      <ActionButton
        label={t`Delete`}
        color="red"
        variant="light"
        allowed={list.allowedActions}
        action="Delete"
        mutation={remove}
        input={list.id}
        confirm={<Trans>This cannot be undone. A list in use by a task cannot be deleted.</Trans>}
        successMessage={t`List deleted.`}
        onSuccess={() => void navigate({ to: '/advertiser/lists' })}
      />
    </>
  )
}

function Members({ id, cursor }: ListProps) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const members = useQuery(
    apiPageQuery(['lists', id, 'members', query], (signal) =>
      groupB.GET('/executor-lists/{id}/members', { params: { path: { id }, query }, signal }),
    ),
  )
  return (
    <List
      label={t`Members`}
      query={members}
      columns={useColumns(id)}
      keyOf={(member) => member.id}
      empty={
        <Empty title={t`No members yet`}>
          <Trans>Add executors by the ids shown with their work: ex_…</Trans>
        </Empty>
      }
    />
  )
}

function useColumns(list: number): readonly Column<Member>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Executor`,
        render: ({ id, nickname }) => (
          <>
            <LinkAnchor to="/advertiser/review" search={{ search: id, status: 'any' }} size="sm">
              <ExecutorName id={id} nickname={nickname} />
            </LinkAnchor>
            <Text size="xs" c="dimmed" ff="monospace">
              {id}
            </Text>
          </>
        ),
      },
      { title: t`Note`, render: ({ note }) => <UserText text={note} size="sm" lineClamp={3} /> },
      { title: t`Since`, render: ({ addedAtUtc }) => <Time at={addedAtUtc} /> },
      { title: t`Action`, render: (member) => <RemoveMember list={list} member={member} />, isNumeric: true },
    ],
    [t, list],
  )
}

function RemoveMember({ list, member }: { readonly list: number; readonly member: Member }) {
  const { t } = useLingui()
  const remove = useApiMutation<string, ExecutorList>(['lists'], (executorId, header) =>
    groupB.DELETE('/executor-lists/{id}/members/{executorId}', {
      params: { path: { id: list, executorId: executorId as never }, header },
    }),
  )
  return (
    <ActionButton
      label={t`Remove`}
      size="xs"
      variant="default"
      color="red"
      allowed={member.allowedActions}
      action="Remove"
      mutation={remove}
      input={member.id}
      successMessage={t`Removed from the list.`}
    />
  )
}
