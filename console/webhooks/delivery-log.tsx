import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type B, groupB } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { ActionButton, Dialog } from '../ui/action-button.tsx'
import { CopyButton } from '../ui/copyable.tsx'
import { Time } from '../ui/formatted.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { UserText } from '../ui/user-text.tsx'
import { DeliveryStatus } from './status.tsx'

type FullDelivery = B['Delivery']
type Attempt = FullDelivery['attempts'][number]
type LogProps = { readonly endpoint: number; readonly delivery: number | undefined; readonly close: () => void }

/** A delivery: the body sent, and each request with its response. */
export function DeliveryLog({ endpoint, delivery, close }: LogProps) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Delivery`} isOpen={delivery !== undefined} close={close} size="xl">
      {delivery !== undefined && <Log endpoint={endpoint} delivery={delivery} />}
    </Dialog>
  )
}

function Log({ endpoint, delivery }: { readonly endpoint: number; readonly delivery: number }) {
  const path = { id: endpoint, deliveryId: delivery } as never
  const query = useQuery({
    ...apiQuery(['webhook', endpoint, 'delivery', delivery], (signal) =>
      groupB.GET('/webhooks/{id}/deliveries/{deliveryId}', { params: { path }, signal }),
    ),
    refetchInterval: 3_000,
  })
  return <QueryContent query={query}>{(delivery) => <DeliveryDetails delivery={delivery} />}</QueryContent>
}

function DeliveryDetails({ delivery }: { readonly delivery: FullDelivery }) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Code>{delivery.eventType ?? delivery.eventId}</Code>
          <Code>{delivery.eventId}</Code>
          <DeliveryStatus status={delivery.status} />
        </Group>
        <Resend delivery={delivery} />
      </Group>
      {delivery.nextAttemptAtUtc && (
        <Text size="sm">
          <Trans>
            Next attempt <Time at={delivery.nextAttemptAtUtc} />.
          </Trans>
        </Text>
      )}
      <RequestBody body={delivery.body} />
      {delivery.attempts.toReversed().map((attempt) => (
        <AttemptCard key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  )
}

function Resend({ delivery: { id, webhookId, allowedActions } }: { readonly delivery: FullDelivery }) {
  const { t } = useLingui()
  const path = { id: webhookId, deliveryId: id } as never
  const resend = useApiMutation<number, FullDelivery>(['webhook', 'webhooks'], (_delivery, header) =>
    groupB.POST('/webhooks/{id}/deliveries/{deliveryId}/resend', { params: { path, header } }),
  )
  return (
    <ActionButton
      allowed={allowedActions}
      action="Resend"
      label={t`Send again`}
      mutation={resend}
      input={id}
      successMessage={t`Sent.`}
      size="xs"
    />
  )
}

function RequestBody({ body }: { readonly body: string | null }) {
  const { t } = useLingui()
  if (body === null) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>The request is no longer stored.</Trans>
      </Text>
    )
  }
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Title order={3}>
          <Trans>Request body</Trans>
        </Title>
        <CopyButton text={body} />
      </Group>
      <CodeBlock text={formatJson(body)} label={t`Request body`} />
    </Stack>
  )
}

/** Formats JSON; returns other text unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Code block mah={260} className="scrolling" tabIndex={0} role="region" aria-label={label}>
    <UserText text={text} fz="inherit" ff="inherit" />
  </Code>
)

function AttemptCard({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useLingui()
  const { number, request, statusCode, error, responseExcerpt, durationMs, startedAtUtc } = attempt
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
  return (
    <Card withBorder padding="sm" component="section">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={3}>
            <Trans>Attempt {number}</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            <Time at={startedAtUtc} /> · <Milliseconds value={durationMs} />
          </Text>
        </Group>
        <Text size="sm" fw={600}>
          <Trans>Request</Trans>
        </Text>
        <CodeBlock text={[`POST ${request.url}`, ...headers].join('\n')} label={t`Request of attempt ${number}`} />
        <Text size="sm" fw={600}>
          {statusCode === null ? <Trans>No response</Trans> : <Trans>Response: {statusCode}</Trans>}
        </Text>
        {error && error !== `Answered ${statusCode}` && <UserText text={error} size="sm" />}
        {responseExcerpt && <CodeBlock text={responseExcerpt} label={t`Response to attempt ${number}`} />}
      </Stack>
    </Card>
  )
}

function Milliseconds({ value }: { readonly value: number }) {
  const { i18n } = useLingui()
  const style = { style: 'unit', unit: 'millisecond', unitDisplay: 'short' } as const
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale, style).format(value)}</span>
}
