import type { Id } from '../../values/id.ts'
import { bodyError, conflict, invalid, missing, ValidationError } from '../../values/problems/problem.ts'
import { charactersMax, mustBeAmong, type Sentence } from '../../values/sentences.ts'
import { allowedActions, type StatusOf, type Transitions } from '../../values/transitions/transitions.ts'
import { allKinds } from '../events/event.ts'

/** Maximum number per account. */
export const endpointsMax = 20
export const urlLengthMax = 2_048
export const descriptionLengthMax = 500
/** How long the previous secret also signs after a rotation, in hours. */
export const rotationHours = 24
/** Days of failures after which the account is notified. */
export const notifyDays = 3
/** Days of failures after which the endpoint is disabled. */
export const disableDays = 5

/** Transitions of an endpoint. */
export const endpointTransitions = {
  enable: { from: ['Disabled'], to: 'Enabled', by: ['advertiser'], shown: 'Enable' },
  disable: { from: ['Enabled'], to: 'Disabled', by: ['advertiser'], shown: 'Disable' },
  gone: { from: ['Enabled'], to: 'Disabled', by: ['system'] },
  giveUp: { from: ['Enabled'], to: 'Disabled', by: ['system'] },
  block: { from: ['Enabled', 'Disabled'], to: 'Disabled', by: ['operator'], shown: 'Disable' },
  unblock: { from: ['Disabled'], to: 'Enabled', by: ['operator'], shown: 'Enable' },
  delete: { from: ['Enabled', 'Disabled'], to: 'Deleted', by: ['advertiser'], shown: 'Delete' },
} as const satisfies Transitions
export type EndpointStatus = StatusOf<typeof endpointTransitions>

/** User, Gone (it answered 410), Failing (no delivery succeeded for days) or Operator, whom only an operator can overrule. */
export const disablers = ['User', 'Gone', 'Failing', 'Operator'] as const
export const disablersText = 'Gone: it answered 410; Failing: for five days; Operator: with a reason'
export type DisabledBy = (typeof disablers)[number]

export type Endpoint = {
  readonly id: Id<'endpoint'>
  readonly account: Id<'account'>
  readonly url: string
  readonly kinds: readonly string[]
  readonly description: string | null
  readonly apiVersion: string
  readonly status: EndpointStatus
  readonly disabledBy: DisabledBy | null
  readonly disabledAt: Date | null
  /** The reason of the operator who disabled it. */
  readonly disabledReason: string | null
  /** When it answered a challenge at this URL; null: it gets only challenges and test events. */
  readonly verifiedAt: Date | null
  readonly previousSecretUntil: Date | null
  readonly failingSince: Date | null
  readonly notBefore: Date | null
  readonly lastDeliveredAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Number of pending deliveries; below, of failed ones. */
  readonly pending: number
  readonly failed: number
}

export const WebhookNotFound = missing('webhook_not_found', 'Webhook not found', 'No webhook has this id.')
export const InvalidWebhookUrl = invalid('invalid_webhook_url', 'Invalid webhook URL')
export const TooManyWebhooks = conflict<{ most: number }>(
  'too_many_webhooks',
  'Too many webhooks',
  ({ most }) => `The limit is ${most} webhooks per account. Delete one first.`,
)
export const WebhookDisabled = conflict<{ disabledBy: string | null }>(
  'webhook_disabled',
  'Webhook disabled',
  'Nothing is sent to this webhook while it is disabled. Enable it first.',
)

export const WebhookNotVerified = conflict(
  'webhook_not_verified',
  'Webhook not verified',
  'Only challenges and test events are sent to this webhook until it answers a challenge.',
)
export const WebhookVerified = conflict(
  'webhook_verified',
  'Webhook already verified',
  'This webhook has answered a challenge. Change its URL to be challenged again.',
)
export const WebhookBlocked = conflict<{ reason: string | null }>(
  'webhook_blocked',
  'Webhook disabled by an operator',
  ({ reason }) => `An operator has disabled this webhook: ${reason}`,
)
/** What is limited per hour: challenges and tests, replays, or resent deliveries. */
export const limitedSends = ['tests', 'replays', 'resends'] as const
export type LimitedSend = (typeof limitedSends)[number]
export const WebhookLimitReached = conflict<{ what: LimitedSend; max: number; retryAtUtc: string }>(
  'webhook_limit_reached',
  'Too many webhook requests',
  ({ max, retryAtUtc }) => `The limit is ${max} in an hour. Try again after ${retryAtUtc}.`,
)

export const SecretRotationUnderWay = conflict<{ previousSecretExpiresAtUtc: string }>(
  'secret_rotation_under_way',
  'Secret rotation in progress',
  ({ previousSecretExpiresAtUtc }) =>
    `The previous secret signs until ${previousSecretExpiresAtUtc}. Rotate again after that.`,
)

/** An endpoint with its signing secret, which is returned only on creation and rotation. */
export type WithSecret = Endpoint & { readonly secret: string }

/** Members of an endpoint to create or change; absent ones get their default or stay. */
export type EndpointInput = {
  readonly url?: string | undefined
  readonly events?: readonly string[] | undefined
  readonly description?: string | null | undefined
  readonly enabled?: boolean | undefined
}

/** Throws ValidationError naming every invalid member. `urlProblem`: why the URL cannot be used (`checkTarget`). */
export function checkEndpointInput({ events, description }: EndpointInput, urlProblem: Sentence | undefined): void {
  const unknown = (events ?? []).filter((kind) => !allKinds.some((known) => known === kind))
  const errors = [
    ...(unknown.length > 0 ? [bodyError('events', 'enum', mustBeAmong(allKinds, unknown.join(', ')))] : []),
    ...(events?.length === 0
      ? [
          bodyError('events', 'min_items', {
            en: 'must name at least one kind of event.',
            ru: 'нужно назвать хотя бы один вид событий.',
          }),
        ]
      : []),
    ...([...(description ?? '')].length > descriptionLengthMax
      ? [bodyError('description', 'max_length', charactersMax(descriptionLengthMax))]
      : []),
  ]
  if (errors.length > 0) throw ValidationError(errors)
  if (urlProblem !== undefined) throw InvalidWebhookUrl([bodyError('url', 'invalid_webhook_url', urlProblem)])
}

/** Members of an endpoint that a change may touch. */
export type EndpointChange = Pick<
  Endpoint,
  'url' | 'kinds' | 'description' | 'status' | 'disabledBy' | 'disabledAt' | 'failingSince' | 'notBefore' | 'verifiedAt'
> & {
  /** Starts a new generation: results of earlier attempts no longer affect the endpoint. */
  readonly isFresh: boolean
}

/**
 * Returns the endpoint after the change. Enabling it or changing its URL resets its failures; another URL must be verified. Throws
 * WebhookBlocked if an operator has disabled it.
 */
export function changed(before: Endpoint, input: EndpointInput, now: Date): EndpointChange {
  if (input.enabled && before.disabledBy === 'Operator') throw WebhookBlocked({ reason: before.disabledReason })
  const { url = before.url, events = before.kinds, enabled = before.status === 'Enabled' } = input
  const { description = before.description } = input
  const isDisabled = !enabled && before.status === 'Enabled'
  const isFresh = url !== before.url || (enabled && before.status !== 'Enabled')
  return {
    url,
    kinds: [...new Set(events)],
    description,
    status: enabled ? 'Enabled' : 'Disabled',
    disabledBy: enabled ? null : isDisabled ? 'User' : before.disabledBy,
    disabledAt: enabled ? null : isDisabled ? now : before.disabledAt,
    failingSince: isFresh ? null : before.failingSince,
    notBefore: isFresh ? null : before.notBefore,
    verifiedAt: url === before.url ? before.verifiedAt : null,
    isFresh,
  }
}

export function mustBeEnabled({ status, disabledBy }: Endpoint): void {
  if (status !== 'Enabled') throw WebhookDisabled({ disabledBy })
}

/** Throws unless events may be sent to it. */
export function mustBeVerified(endpoint: Endpoint): void {
  mustBeEnabled(endpoint)
  if (!endpoint.verifiedAt) throw WebhookNotVerified({})
}

/** Returns what an operator may do with the endpoint now. */
export const watchedActions = ({ status, disabledBy }: Pick<Endpoint, 'status' | 'disabledBy'>): string[] =>
  allowedActions(endpointTransitions, status, 'operator').filter(
    (action) => (action === 'Enable') === (disabledBy === 'Operator'),
  )

/** Returns what the account may do with the endpoint now. */
export const endpointActions = ({ status, disabledBy, previousSecretUntil, verifiedAt }: Endpoint): string[] => [
  ...(status === 'Deleted' ? [] : ['Update']),
  ...(status === 'Deleted' || previousSecretUntil ? [] : ['RotateSecret']),
  ...(status === 'Enabled' ? ['Test', verifiedAt ? 'Replay' : 'Verify'] : []),
  ...allowedActions(endpointTransitions, status, 'advertiser').filter(
    (action) => action !== 'Enable' || disabledBy !== 'Operator',
  ),
]
