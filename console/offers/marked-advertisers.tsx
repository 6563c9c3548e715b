import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { AdvertiserName } from '../ui/user-text.tsx'
import { useRemoveMark } from './mark-advertiser.tsx'

const route = getRouteApi('/settings/advertisers')

/** The advertisers that an executor has marked: favourites, and blocked ones. */
export function MarkedAdvertisers() {
  const { t } = useLingui()
  const { mark, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const shown = mark === 'Blocked' ? 'Blocked' : 'Favourite'
  const show = (kind: string | null) =>
    void navigate({ search: { mark: kind === 'Blocked' ? 'Blocked' : undefined } as never })
  return (
    <Page
      title={t`Advertisers`}
      description={t`Mark an advertiser on the page of a task. Advertisers are not told about it.`}
    >
      <Tabs value={shown} onChange={show}>
        <Tabs.List mb="md">
          <Tabs.Tab value="Favourite">{t`Favourites`}</Tabs.Tab>
          <Tabs.Tab value="Blocked">{t`Blocked`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Marks mark={shown} cursor={cursor} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

type MarksProps = { readonly mark: 'Favourite' | 'Blocked'; readonly cursor: string | undefined }

function Marks({ mark, cursor }: MarksProps) {
  const { t } = useLingui()
  const query = { mark, ...(cursor ? { cursor } : {}) }
  const marks = useQuery(
    apiPageQuery(['offers', 'marks', query], (signal) =>
      groupA.GET('/api/executor/advertiser-marks', { params: { query }, signal }),
    ),
  )
  const title = mark === 'Blocked' ? t`No blocked advertisers` : t`No favourite advertisers yet`
  return (
    <CardList
      query={marks}
      empty={
        <Empty title={title} action={<LinkButton to="/executor">{t`Find work`}</LinkButton>}>
          {mark === 'Blocked'
            ? t`Tasks of advertisers whom you block are not shown to you.`
            : t`Find the tasks of advertisers whom you like with one filter.`}
        </Empty>
      }
    >
      {(marked) => <MarkCard key={marked.id} marked={marked} />}
    </CardList>
  )
}

function MarkCard({ marked }: { readonly marked: A['MarkedAdvertiser'] }) {
  const { t } = useLingui()
  const removing = useRemoveMark()
  const isBlocked = marked.mark === 'Blocked'
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Stack gap={2} style={{ flex: '1 1 14rem' }}>
          <Text fw={600}>
            <AdvertiserName alias={marked.alias} />
          </Text>
          <LinkAnchor to="/executor/offers/$offerId" params={{ offerId: String(marked.offerId) }}>
            <bdi>{marked.offerTitle}</bdi>
          </LinkAnchor>
          <Text size="sm" c="dimmed">
            <Time at={marked.markedAtUtc} withClock={false} />
          </Text>
        </Stack>
        <ActionButton
          variant="default"
          size="compact-sm"
          label={isBlocked ? t`Unblock` : t`Remove`}
          mutation={removing}
          input={marked.id}
        />
      </Group>
    </Card>
  )
}
