import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { SavedViews } from '../accounts/saved-views.tsx'
import type { operations } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { type Labels, useLabels } from '../ui/labels.ts'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'
import { UserText } from '../ui/user-text.tsx'
import { WatchedActions } from './watched-actions.tsx'
import { WebhookHosts } from './webhook-hosts.tsx'

const route = getRouteApi('/operator/webhooks')
type Row = A['WatchedWebhook']
type Totals = operations['listWatchedWebhooks']['responses'][200]['content']['application/json']['totals']

const statusLabels: Labels = {
  Enabled: msg`Enabled`,
  Failing: msg`Unreachable`,
  Disabled: msg`Disabled`,
}
const statusTones: Readonly<Record<string, Tone>> = { Enabled: 'good', Failing: 'bad' }
const disabledLabels: Labels = {
  User: msg`by its owner`,
  Gone: msg`the endpoint answered 410 Gone`,
  Failing: msg`automatically after too many failures`,
  Operator: msg`by an operator`,
}

/** All accounts' webhooks, failing ones first. */
export function WebhookHealth() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const webhooks = useQuery({
    ...apiPageQuery(['webhooks', 'watch', query], (signal) =>
      groupA.GET('/api/operator/webhooks', { params: { query }, signal }),
    ),
    refetchInterval: 30_000,
  })
  return (
    <Page
      title={t`Webhooks`}
      description={t`Deliveries to advertisers' endpoints. Failed deliveries are retried for days at growing intervals.`}
    >
      {webhooks.data && <HealthTiles totals={webhooks.data.totals} />}
      <FilterRow>
        <SelectFilter
          label={t`Status`}
          labels={statusLabels}
          value={status}
          onChange={(selected) => void navigate({ search: () => (selected ? { status: selected } : {}) as never })}
          placeholder={t`Any status`}
        />
        <SavedViews />
      </FilterRow>
      <List
        label={t`Webhooks`}
        query={webhooks}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No webhooks`}>
            <Trans>No matching webhooks. Advertisers create them in their settings.</Trans>
          </Empty>
        }
      />
      <WebhookHosts />
    </Page>
  )
}

function HealthTiles({ totals }: { readonly totals: Totals }) {
  const { t } = useLingui()
  const tiles = [
    [t({ message: 'Enabled', context: 'count of webhooks' }), totals.enabled, false],
    [t({ message: 'Unreachable', context: 'count of webhooks' }), totals.failing, totals.failing > 0],
    [t({ message: 'Disabled', context: 'count of webhooks' }), totals.disabled, false],
    [t`Waiting to be sent`, totals.waitingDeliveries, false],
    [t`Delivered in 24 hours`, totals.deliveredIn24Hours, false],
    [t`Failed in 24 hours`, totals.failedIn24Hours, totals.failedIn24Hours > 0],
  ] as const
  return (
    <Tiles columns={6}>
      {tiles.map(([name, count, isBad]) => (
        <Tile key={name} name={name} isBad={isBad}>
          <Count value={count} />
        </Tile>
      ))}
    </Tiles>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Address`, render: ({ url }) => <UserText text={url} size="sm" maw={320} /> },
      { title: t`Account`, render: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      { title: t`Status`, render: (row) => <State webhook={row} /> },
      { title: t`Last delivered`, render: ({ lastDeliveredAtUtc }) => <Time at={lastDeliveredAtUtc} /> },
      { title: t`Waiting`, isNumeric: true, render: (row) => <WaitingDeliveries webhook={row} /> },
      { title: t`Actions`, render: (row) => <WatchedActions webhook={row} /> },
    ],
    [t],
  )
}

function State({ webhook }: { readonly webhook: Row }) {
  const label = useLabels(statusLabels)
  const by = useLabels(disabledLabels)
  const status = webhook.status === 'Enabled' && webhook.failingSinceUtc ? 'Failing' : webhook.status
  return (
    <div>
      <Status label={label(status)} tone={statusTones[status] ?? 'over'} />
      <Text size="xs" c="dimmed">
        {webhook.failingSinceUtc && (
          <Trans>
            since <Time at={webhook.failingSinceUtc} isExact />
          </Trans>
        )}
        {webhook.disabledBy && by(webhook.disabledBy)}
      </Text>
    </div>
  )
}

const WaitingDeliveries = ({ webhook: { waitingDeliveries, oldestWaitingAtUtc } }: { readonly webhook: Row }) => (
  <div>
    <Count value={waitingDeliveries} />
    {oldestWaitingAtUtc && (
      <Text size="xs" c="dimmed">
        <Trans>
          since <Time at={oldestWaitingAtUtc} isExact />
        </Trans>
      </Text>
    )}
  </div>
)
