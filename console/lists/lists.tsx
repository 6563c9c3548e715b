import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type B, groupB } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { reviews } from '../workspace.ts'
import { BlockedBadge } from './blocked-badge.tsx'
import { NewList } from './new-list.tsx'
import { OneList } from './one-list.tsx'

const route = getRouteApi('/advertiser/lists')

/** Lists of executors, which offers allow or exclude. */
export function ExecutorLists() {
  const { t } = useLingui()
  const { list, cursor } = route.useSearch()
  if (list && /^\d{1,16}$/.test(list)) return <OneList id={Number(list)} cursor={cursor} />
  return (
    <Page
      title={t`Executor lists`}
      description={t`Limit a task to the executors on a list, or exclude them. Executors on the block list get none of your tasks.`}
      actions={reviews && <NewList />}
    >
      <AllLists cursor={cursor} />
    </Page>
  )
}

function AllLists({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const lists = useQuery(
    apiPageQuery(['lists', query], (signal) => groupB.GET('/executor-lists', { params: { query }, signal })),
  )
  return (
    <CardList
      query={lists}
      empty={
        <Empty title={t`No lists yet`} action={reviews && <NewList />}>
          <Trans>Collect executors whose work you liked, then create a task just for them.</Trans>
        </Empty>
      }
    >
      {(list) => <ListCard key={list.id} list={list} />}
    </CardList>
  )
}

const ListCard = ({ list }: { readonly list: B['ExecutorList'] }) => (
  <Card withBorder padding="sm">
    <Group justify="space-between" gap="xs">
      <LinkAnchor to="/advertiser/lists" search={{ list: String(list.id) }} fw={600} py={4}>
        <UserText text={list.name} oneLine inherit />
      </LinkAnchor>
      <Group gap="sm">
        {list.isBlockList && <BlockedBadge />}
        <Text size="sm" c="dimmed">
          <Plural value={list.memberCount} one="# executor" other="# executors" />
        </Text>
      </Group>
    </Group>
  </Card>
)
