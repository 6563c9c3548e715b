import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { groupB } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Section } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { type Delivery, DeliveryStatus, deliveryLabels, type Endpoint } from './status.tsx'

const route = getRouteApi('/settings/webhooks/$endpointId')

/** Deliveries with their requests and responses, latest first. */
export function Deliveries({ endpoint: { id } }: { readonly endpoint: Endpoint }) {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const [openDelivery, setOpenDelivery] = useState<number>()
  const query = { ...(status ? { status: [status] } : {}), ...(cursor ? { cursor } : {}) }
  const result = useQuery({
    ...apiPageQuery(['webhook', id, 'deliveries', query], (signal) =>
      groupB.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query: query as never }, signal }),
    ),
    refetchInterval: 5_000,
  })
  const columns = useColumns(setOpenDelivery)
  return (
    <Section title={t`Deliveries`} description={t`Requests and responses of the last 30 days.`}>
      <SelectFilter
        label={t`Status`}
        labels={deliveryLabels}
        value={status}
        onChange={(chosen) => void navigate({ search: () => (chosen ? { status: chosen } : {}) as never })}
        placeholder={t`Any status`}
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
      <DeliveryLog endpoint={id} delivery={openDelivery} close={() => setOpenDelivery(undefined)} />
    </Section>
  )
}

function useColumns(setOpenDelivery: (id: number) => void): readonly Column<Delivery>[] {
  const { t } = useLingui()
  return [
    { title: t`Event`, render: ({ eventType, eventId }) => <Code className="numeric">{eventType ?? eventId}</Code> },
    { title: t`Number`, isNumeric: true, render: ({ sequence }) => (sequence ? <Count value={sequence} /> : '–') },
    { title: t`Status`, render: ({ status }) => <DeliveryStatus status={status} /> },
    { title: t`Attempts`, isNumeric: true, render: ({ attemptsMade }) => <Count value={attemptsMade} /> },
    { title: t`Response`, render: (delivery) => <Response delivery={delivery} /> },
    { title: t`Created`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    {
      title: t`Log`,
      render: ({ id, eventType, sequence }) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => setOpenDelivery(id)}
          aria-label={t`Log of ${eventType ?? ''} ${sequence ?? ''}`}
        >
          <Trans>Log</Trans>
        </Button>
      ),
    },
  ]
}

function Response({
  delivery: { lastStatusCode, lastError, nextAttemptAtUtc, status },
}: {
  readonly delivery: Delivery
}) {
  return (
    <Group gap={6}>
      {lastError ? (
        <UserText text={lastError} size="sm" oneLine />
      ) : (
        <span className="numeric">{lastStatusCode ?? '–'}</span>
      )}
      {status === 'Retrying' && nextAttemptAtUtc && (
        <span>
          {'· '}
          <Trans>
            retry <Time at={nextAttemptAtUtc} />
          </Trans>
        </span>
      )}
    </Group>
  )
}
