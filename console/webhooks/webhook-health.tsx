import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import type { operations } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { WordsFilter } from '../ui/lists/words-filter.tsx'
import { Page } from '../ui/page.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'
import { UserText } from '../ui/user-text.tsx'
import { useWords, type Words } from '../ui/words.ts'

const route = getRouteApi('/operator/webhooks')
type Row = A['WatchedWebhook']
type Totals = operations['watchWebhooks']['responses'][200]['content']['application/json']['totals']

const statusWords: Words = {
  Enabled: msg`Enabled`,
  Failing: msg`Unreachable`,
  Disabled: msg`Disabled`,
}
const tones: Readonly<Record<string, Tone>> = { Enabled: 'good', Failing: 'bad' }
const disabledWords: Words = {
  User: msg`by its owner`,
  Gone: msg`the endpoint answered 410 Gone`,
  Failing: msg`automatically after too many failures`,
}

/** All accounts' webhooks, failing ones first. */
export function WebhookHealth() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const webhooks = useQuery({
    ...pageQueryOf(['webhooks', 'watch', query], (signal) =>
      groupA.GET('/api/operator/webhooks', { params: { query }, signal }),
    ),
    refetchInterval: 30_000,
  })
  return (
    <Page
      title={t`Webhooks`}
      about={t`Deliveries to advertisers' endpoints. Failed deliveries are retried for days at growing intervals.`}
    >
      {webhooks.data && <HealthTiles totals={webhooks.data.totals} />}
      <WordsFilter
        label={t`Status`}
        words={statusWords}
        value={status}
        choose={(chosen) => void navigate({ search: () => (chosen ? { status: chosen } : {}) as never })}
        all={t`Every status`}
      />
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
    </Page>
  )
}

function HealthTiles({ totals }: { readonly totals: Totals }) {
  const { t } = useLingui()
  const tiles = [
    [t`Enabled`, totals.enabled, false],
    [t`Unreachable`, totals.failing, totals.failing > 0],
    [t`Disabled`, totals.disabled, false],
    [t`Waiting to be sent`, totals.waitingDeliveries, false],
    [t`Delivered in 24 hours`, totals.deliveredIn24Hours, false],
    [t`Failed in 24 hours`, totals.failedIn24Hours, totals.failedIn24Hours > 0],
  ] as const
  return (
    <Tiles columns={6}>
      {tiles.map(([name, count, isBad]) => (
        <Tile key={name} name={name} isBad={isBad}>
          <Count of={count} />
        </Tile>
      ))}
    </Tiles>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Address`, show: ({ url }) => <UserText text={url} size="sm" maw={320} /> },
      { title: t`Account`, show: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      { title: t`Status`, show: (row) => <State of={row} /> },
      { title: t`Last delivered`, show: ({ lastDeliveredAtUtc }) => <Time at={lastDeliveredAtUtc} /> },
      { title: t`Waiting`, isNumeric: true, show: (row) => <Waits of={row} /> },
    ],
    [t],
  )
}

function State({ of }: { readonly of: Row }) {
  const word = useWords(statusWords)
  const by = useWords(disabledWords)
  const status = of.status === 'Enabled' && of.failingSinceUtc ? 'Failing' : of.status
  return (
    <div>
      <Status label={word(status)} tone={tones[status] ?? 'over'} />
      <Text size="xs" c="dimmed">
        {of.failingSinceUtc && (
          <Trans>
            since <Time at={of.failingSinceUtc} />
          </Trans>
        )}
        {of.disabledBy && by(of.disabledBy)}
      </Text>
    </div>
  )
}

const Waits = ({ of: { waitingDeliveries, oldestWaitingAtUtc } }: { readonly of: Row }) => (
  <div>
    <Count of={waitingDeliveries} />
    {oldestWaitingAtUtc && (
      <Text size="xs" c="dimmed">
        <Trans>
          since <Time at={oldestWaitingAtUtc} />
        </Trans>
      </Text>
    )}
  </div>
)
