import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { B } from '../api.ts'
import { Status, type Tone } from '../ui/status.tsx'
import { useWords, type Words } from '../ui/words.ts'

export type Endpoint = B['Webhook']
export type Delivery = B['ListedDelivery']

export const deliveryWords: Words = {
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
  const say = useWords(deliveryWords)
  return <Status label={say(status)} tone={deliveryTones[status] ?? 'over'} />
}

const disabledWords: Words = {
  User: msg`Disabled`,
  Gone: msg`Disabled: answered 410 Gone`,
  Failing: msg`Disabled: unreachable for days`,
}

/** Whether the webhook is enabled, and whether deliveries succeed. */
export function EndpointStatus({ endpoint: { enabled, disabledBy, health } }: { readonly endpoint: Endpoint }) {
  const { i18n } = useLingui()
  const say = useWords(disabledWords)
  if (!enabled) return <Status label={say(disabledBy ?? 'User')} tone={disabledBy === 'User' ? 'over' : 'bad'} />
  if (health.failingSinceUtc) return <Status label={i18n._(msg`Unreachable`)} tone="bad" />
  return <Status label={i18n._(msg`Enabled`)} tone="good" />
}
