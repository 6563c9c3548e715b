import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { groupB } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { WordsFilter } from '../ui/lists/words-filter.tsx'
import { Part } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { type Delivery, DeliveryStatus, deliveryWords, type Endpoint } from './status.tsx'

const route = getRouteApi('/settings/webhooks/$endpointId')

/** Deliveries with their requests and responses, latest first. */
export function Deliveries({ endpoint: { id } }: { readonly endpoint: Endpoint }) {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, open] = useState<number>()
  const query = { ...(status ? { status: [status] } : {}), ...(cursor ? { cursor } : {}) }
  const result = useQuery({
    ...pageQueryOf(['webhook', id, 'deliveries', query], (signal) =>
      groupB.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query: query as never }, signal }),
    ),
    refetchInterval: 5_000,
  })
  const columns = useColumns(open)
  return (
    <Part title={t`Deliveries`} about={t`Requests and responses of the last 30 days.`}>
      <WordsFilter
        label={t`Status`}
        words={deliveryWords}
        value={status}
        choose={(chosen) => void navigate({ search: () => (chosen ? { status: chosen } : {}) as never })}
        all={t`Every status`}
      />
      <List
        label={t`Deliveries`}
        query={result}
        columns={columns}
        keyOf={({ id: delivery }) => delivery}
        empty={
          <Empty title={t`Nothing sent yet`}>
            <Trans>Send a test to see whether your program is reachable and how it responds.</Trans>
          </Empty>
        }
      />
      <DeliveryLog endpoint={id} delivery={opened} close={() => open(undefined)} />
    </Part>
  )
}

function useColumns(open: (id: number) => void): readonly Column<Delivery>[] {
  const { t } = useLingui()
  return [
    { title: t`Event`, show: ({ eventType, eventId }) => <Code className="figures">{eventType ?? eventId}</Code> },
    { title: t`Number`, isNumeric: true, show: ({ sequence }) => (sequence ? <Count of={sequence} /> : '–') },
    { title: t`Status`, show: ({ status }) => <DeliveryStatus status={status} /> },
    { title: t`Attempts`, isNumeric: true, show: ({ attemptsMade }) => <Count of={attemptsMade} /> },
    { title: t`Answer`, show: (delivery) => <Answer delivery={delivery} /> },
    { title: t`Created`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    {
      title: t`Log`,
      show: ({ id, eventType, sequence }) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => open(id)}
          aria-label={t`Log of ${eventType ?? ''} ${sequence ?? ''}`}
        >
          <Trans>Log</Trans>
        </Button>
      ),
    },
  ]
}

function Answer({
  delivery: { lastStatusCode, lastError, nextAttemptAtUtc, status },
}: {
  readonly delivery: Delivery
}) {
  return (
    <Group gap={6}>
      {lastError ? (
        <UserText text={lastError} size="sm" oneLine />
      ) : (
        <span className="figures">{lastStatusCode ?? '–'}</span>
      )}
      {status === 'Retrying' && nextAttemptAtUtc && (
        <span>
          <Trans>
            retry <Time at={nextAttemptAtUtc} />
          </Trans>
        </span>
      )}
    </Group>
  )
}
