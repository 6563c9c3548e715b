import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type B, groupB } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Pages } from '../ui/lists/pages.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { BlockedSign } from './blocked-sign.tsx'
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
      about={t`Limit an offer to the executors on a list, or exclude them. Executors on the block list get none of your tasks.`}
      actions={<NewList />}
    >
      <AllLists cursor={cursor} />
    </Page>
  )
}

function AllLists({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const lists = useQuery(
    pageQueryOf(['lists', query], (signal) => groupB.GET('/executor-lists', { params: { query }, signal })),
  )
  return (
    <Loaded query={lists}>
      {(listed) =>
        listed.items.length === 0 ? (
          <Empty title={t`No lists yet`} action={<NewList />}>
            <Trans>Collect executors whose work you liked, then create an offer just for them.</Trans>
          </Empty>
        ) : (
          <Stack gap="sm">
            {listed.items.map((one) => (
              <ListCard key={one.id} list={one} />
            ))}
            <Pages listed={listed} />
          </Stack>
        )
      }
    </Loaded>
  )
}

const ListCard = ({ list }: { readonly list: B['ExecutorList'] }) => (
  <Card withBorder padding="sm">
    <Group justify="space-between" gap="xs">
      <LinkAnchor to="/advertiser/lists" search={{ list: String(list.id) }} fw={600} py={4}>
        <UserText text={list.name} oneLine inherit />
      </LinkAnchor>
      <Group gap="sm">
        {list.isBlockList && <BlockedSign />}
        <Text size="sm" c="dimmed">
          <Plural value={list.memberCount} one="# executor" other="# executors" />
        </Text>
      </Group>
    </Group>
  </Card>
)
