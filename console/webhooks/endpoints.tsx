import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupB } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { NewEndpoint } from './new-endpoint.tsx'
import { type Endpoint, EndpointStatus } from './status.tsx'

const route = getRouteApi('/settings/webhooks')

/** The advertiser's webhooks. */
export function Endpoints() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['webhooks', query], (signal) => groupB.GET('/webhooks', { params: { query }, signal })),
  )
  return (
    <Page
      title={t`Webhooks`}
      description={
        <Trans>
          We send signed events about your tasks to your endpoint as they happen.{' '}
          <Anchor href="/docs">How to receive them</Anchor>
        </Trans>
      }
      actions={<NewEndpoint />}
    >
      <CardList
        query={result}
        empty={
          <Empty title={t`No webhooks`} action={<NewEndpoint />}>
            <Trans>Add your endpoint, then send a test event.</Trans>
          </Empty>
        }
      >
        {(endpoint) => <EndpointCard key={endpoint.id} endpoint={endpoint} />}
      </CardList>
    </Page>
  )
}

function EndpointCard({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, url, description, events, health } = endpoint
  return (
    <Card withBorder padding="md" component="article">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <LinkAnchor to="/settings/webhooks/$endpointId" params={{ endpointId: String(id) }} fw={600} py={4}>
            <UserText text={url} oneLine inherit />
          </LinkAnchor>
          <EndpointStatus endpoint={endpoint} />
        </Group>
        {description && <UserText text={description} size="sm" />}
        <Group gap="md" fz="sm" c="dimmed">
          <Plural value={events.length} one="# event type" other="# event types" />
          <span>
            {health.lastDeliveredAtUtc ? (
              <Trans>
                Last delivered <Time at={health.lastDeliveredAtUtc} />
              </Trans>
            ) : (
              <Trans>Nothing delivered yet</Trans>
            )}
          </span>
          {health.failedDeliveries > 0 && (
            <Text span inherit c="red.8" fw={600}>
              <Plural value={health.failedDeliveries} one="# failed delivery" other="# failed deliveries" />
            </Text>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
