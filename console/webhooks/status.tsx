import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { B } from '../api.ts'
import { type Labels, useLabels } from '../ui/labels.ts'
import { Status, type Tone } from '../ui/status.tsx'

export type Endpoint = B['Webhook']
export type Delivery = B['ListedDelivery']

export const deliveryLabels: Labels = {
  Pending: msg`In transit`,
  Retrying: msg`Retrying`,
  Delivered: msg`Delivered`,
  Failed: msg`Failed`,
}
const deliveryTones: Readonly<Record<string, Tone>> = {
  Pending: 'waiting',
  Retrying: 'active',
  Delivered: 'good',
  Failed: 'bad',
}

export function DeliveryStatus({ status }: { readonly status: string }) {
  const label = useLabels(deliveryLabels)
  return <Status label={label(status)} tone={deliveryTones[status] ?? 'over'} />
}

const disabledLabels: Labels = {
  User: msg`Disabled`,
  Gone: msg`Disabled: the endpoint answered 410 Gone`,
  Failing: msg`Disabled: unreachable for days`,
  Operator: msg`Disabled by an operator`,
}

/** Whether the webhook is enabled and verified, and whether deliveries succeed. */
export function EndpointStatus({
  endpoint: { enabled, disabledBy, verifiedAtUtc, health },
}: {
  readonly endpoint: Endpoint
}) {
  const { i18n } = useLingui()
  const label = useLabels(disabledLabels)
  if (!enabled) return <Status label={label(disabledBy ?? 'User')} tone={disabledBy === 'User' ? 'over' : 'bad'} />
  if (!verifiedAtUtc) return <Status label={i18n._(msg`Not verified`)} tone="waiting" />
  if (health.failingSinceUtc) return <Status label={i18n._(msg`Unreachable`)} tone="bad" />
  return <Status label={i18n._(msg`Enabled`)} tone="good" />
}
