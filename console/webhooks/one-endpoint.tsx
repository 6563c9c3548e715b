import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Card, Code, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupB } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { Count, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { UserText } from '../ui/user-text.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { type Endpoint, EndpointStatus } from './status.tsx'

const route = getRouteApi('/settings/webhooks/$endpointId')

/** A webhook with its settings, health and deliveries. */
export function OneEndpoint() {
  const { t } = useLingui()
  const id = Number(route.useParams().endpointId)
  const query = useQuery({
    ...apiQuery(['webhook', id], (signal) => groupB.GET('/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: 15_000,
  })
  return (
    <>
      <LinkAnchor to="/settings/webhooks" size="sm">
        <Trans>All webhooks</Trans>
      </LinkAnchor>
      <Page
        title={t`Webhook`}
        description={query.data && <UserText text={query.data.url} oneLine />}
        actions={query.data && <EndpointStatus endpoint={query.data} />}
      >
        <QueryContent query={query} placeholder={<LoadingSkeleton rows={6} />}>
          {(endpoint) => (
            <>
              <EndpointActions endpoint={endpoint} />
              <Obstacle endpoint={endpoint} />
              <Rotation until={endpoint.previousSecretExpiresAtUtc} />
              <Facts endpoint={endpoint} />
              <Deliveries endpoint={endpoint} />
            </>
          )}
        </QueryContent>
      </Page>
    </>
  )
}

/** Explains why the webhook gets no events: an operator disabled it, or it has not answered its challenge. */
function Obstacle({ endpoint: { disabledReason, verifiedAtUtc, enabled } }: { readonly endpoint: Endpoint }) {
  const { t } = useLingui()
  if (disabledReason)
    return (
      <Alert color="red" variant="light" title={t`Disabled by an operator`}>
        <UserText text={disabledReason} />
      </Alert>
    )
  if (verifiedAtUtc || !enabled) return null
  return (
    <Alert color="yellow" variant="light" title={t`Not verified`}>
      <Trans>
        Your endpoint must answer a challenge before it gets events. Until then, events wait. Store the secret in your
        program, then send a new challenge.
      </Trans>
    </Alert>
  )
}

/** Explains that two secrets sign during a rotation. */
function Rotation({ until }: { readonly until: string | null }) {
  const { t } = useLingui()
  if (!until) return null
  return (
    <Alert color="yellow" variant="light" title={t`Two secrets are active`}>
      <Trans>
        Until <Time at={until} isExact />, messages are signed with both the new and the previous secret. Update your
        program before then.
      </Trans>
    </Alert>
  )
}

function Facts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { description, events, health, createdAtUtc } = endpoint
  return (
    <Card withBorder padding="md">
      <dl className="facts">
        {description && (
          <>
            <dt>
              <Trans>Description</Trans>
            </dt>
            <dd>
              <UserText text={description} />
            </dd>
          </>
        )}
        <dt>
          <Trans>Events</Trans>
        </dt>
        <dd>
          <Group gap={4}>
            {events.map((kind) => (
              <Code key={kind}>{kind}</Code>
            ))}
          </Group>
        </dd>
        <Health health={health} />
        <dt>
          <Trans>Created</Trans>
        </dt>
        <dd>
          <Time at={createdAtUtc} />
        </dd>
      </dl>
    </Card>
  )
}

function Health({ health }: { readonly health: Endpoint['health'] }) {
  return (
    <>
      <dt>
        <Trans>Last delivered</Trans>
      </dt>
      <dd>
        <Time at={health.lastDeliveredAtUtc} />
      </dd>
      {health.failingSinceUtc && (
        <>
          <dt>
            <Trans>Unreachable since</Trans>
          </dt>
          <dd>
            <Time at={health.failingSinceUtc} />
          </dd>
        </>
      )}
      {health.pausedUntilUtc && (
        <>
          <dt>
            <Trans>Paused by the endpoint until</Trans>
          </dt>
          <dd>
            <Time at={health.pausedUntilUtc} />
          </dd>
        </>
      )}
      <dt>
        <Trans>In progress</Trans>
      </dt>
      <dd>
        <Count value={health.pendingDeliveries} />
      </dd>
      <dt>
        <Trans>Failed in 30 days</Trans>
      </dt>
      <dd>
        <Count value={health.failedDeliveries} />
      </dd>
    </>
  )
}
