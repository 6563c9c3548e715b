import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type B, groupB } from '../api.ts'
import { ask, pageQueryOf, useAction } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { Page, Part } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { AddMembers } from './add-members.tsx'
import { BlockedSign } from './blocked-sign.tsx'
import { RenameList } from './rename-list.tsx'

type ExecutorList = B['ExecutorList']
type Member = B['ExecutorListMember']

type One = { readonly id: number; readonly cursor: string | undefined }

/** A list with its name and members. */
export function OneList({ id, cursor }: One) {
  const { t } = useLingui()
  const query = useQuery(
    ask(['lists', id], (signal) => groupB.GET('/executor-lists/{id}', { params: { path: { id } }, signal })),
  )
  return (
    <Page
      title={query.data?.name ?? t`Executor list`}
      about={<LinkAnchor to="/advertiser/lists">{t`All lists`}</LinkAnchor>}
      actions={query.data && <ListActions list={query.data} />}
    >
      <Loaded query={query}>
        {(list) => (
          <Stack gap="lg">
            <Group gap="sm">
              {list.isBlockList && <BlockedSign />}
              <Text size="sm" c="dimmed">
                <Plural value={list.memberCount} one="# executor" other="# executors" />
              </Text>
            </Group>
            <Part title={t`Members`} actions={<AddMembers list={list} />}>
              <Members id={id} cursor={cursor} />
            </Part>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function ListActions({ list }: { readonly list: ExecutorList }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const remove = useAction<number, ExecutorList>([], (id, header) =>
    groupB.DELETE('/executor-lists/{id}', { params: { path: { id }, header } }),
  )
  return (
    <>
      <RenameList list={list} />
      <ActionButton
        label={t`Delete`}
        color="red"
        variant="light"
        doing={remove}
        input={list.id}
        confirm={<Trans>This cannot be undone. A list in use by an offer cannot be deleted.</Trans>}
        done={t`List deleted.`}
        then={() => void navigate({ to: '/advertiser/lists' })}
      />
    </>
  )
}

function Members({ id, cursor }: One) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const members = useQuery(
    pageQueryOf(['lists', id, 'members', query], (signal) =>
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
        show: ({ id }) => (
          <LinkAnchor to="/advertiser/review" search={{ search: id, status: 'any' }} ff="monospace" size="sm">
            {id}
          </LinkAnchor>
        ),
      },
      { title: t`Note`, show: ({ note }) => <UserText text={note} size="sm" lineClamp={3} /> },
      { title: t`Since`, show: ({ addedAtUtc }) => <Time at={addedAtUtc} /> },
      { title: t`Action`, show: ({ id }) => <RemoveMember list={list} member={id} />, isNumeric: true },
    ],
    [t, list],
  )
}

function RemoveMember({ list, member }: { readonly list: number; readonly member: string }) {
  const { t } = useLingui()
  const remove = useAction<string, ExecutorList>(['lists'], (executorId, header) =>
    groupB.DELETE('/executor-lists/{id}/members/{executorId}', {
      params: { path: { id: list, executorId: executorId as never }, header },
    }),
  )
  return (
    <ActionButton
      label={t`Remove`}
      size="xs"
      variant="default"
      doing={remove}
      input={member}
      done={t`Removed from the list.`}
    />
  )
}
