import { Type } from 'typebox'
import type { Id } from '../../values/id.ts'
import { bodyError, missing, Problem, ValidationError } from '../../values/problems/problem.ts'
import { instantOf } from '../../values/requests/query.ts'
import type { Sentence } from '../../values/sentences.ts'
import type { StatusOf, Transitions } from '../../values/transitions/transitions.ts'
import { allKinds, challengeKind, mustBeKinds } from '../events/event.ts'

/** Transitions of a delivery. */
export const deliveryTransitions = {
  deliver: { from: ['Pending', 'Retrying'], to: 'Delivered', by: ['system'] },
  retry: { from: ['Pending', 'Retrying'], to: 'Retrying', by: ['system'] },
  fail: { from: ['Pending', 'Retrying'], to: 'Failed', by: ['system'] },
  resend: {
    from: ['Pending', 'Retrying', 'Delivered', 'Failed'],
    to: 'Pending',
    by: ['advertiser'],
    shown: 'Resend',
  },
} as const satisfies Transitions
export type DeliveryStatus = StatusOf<typeof deliveryTransitions>

/** Maximum number of concurrent attempts to one endpoint; below, to one whose last attempt failed. */
export const inFlightMax = 8
export const inFlightMaxFailing = 1
/** Maximum number of concurrent attempts to the endpoints of one account; below, to one host, whoever owns the endpoints. */
export const inFlightMaxAccount = 32
export const inFlightMaxHost = 64
/** When an endpoint whose account or host has no capacity is looked at again, in seconds; below, one of a suspended account. */
export const crowdedSeconds = 1
export const suspendedSeconds = 60
/** Attempts of a challenge, and of a test event to an endpoint that is not verified. */
export const challengeAttemptsMax = 5
export const unverifiedTestAttemptsMax = 1
/**
 * An attempt takes up to 15 seconds. If its result is not recorded by the end of the lease, its process is considered dead and it
 * is made again.
 */
export const leaseSeconds = 30
/** Maximum number of deliveries per replay. */
export const replayMax = 10_000
export const DeliveryNotFound = missing('delivery_not_found', 'Delivery not found', 'No delivery has this id.')

export type Delivery = {
  readonly id: Id<'delivery'>
  readonly endpoint: Id<'endpoint'>
  readonly event: Id<'event'>
  readonly kind: string
  readonly sequence: number | null
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly dueAt: Date | null
  readonly leasedUntil: Date | null
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  /** Id of the request that caused the event. */
  readonly requestId: string | null
}

/** An attempt, as logged. */
export type LoggedAttempt = {
  readonly number: number
  readonly url: string
  readonly request: Readonly<Record<string, string>>
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly excerpt: string | null
  readonly startedAt: Date
}

/** A delivery with its log and the exact body sent; null once the event is deleted. */
export type DeliveryWithLog = Delivery & {
  readonly body: string | null
  readonly log: readonly LoggedAttempt[]
}

/** A claimed attempt. */
export type Attempt = {
  readonly delivery: Id<'delivery'>
  readonly endpoint: Id<'endpoint'>
  readonly event: Id<'event'>
  /** Number of the attempt in the delivery, and since it was last resent. Both start at 1. */
  readonly number: number
  readonly roundNumber: number
  readonly url: string
  /** Generation of the endpoint when the attempt was claimed; see its column. */
  readonly generation: number
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly body: string | null
  readonly kind: string | null
  readonly isVerified: boolean
  /** Id of the request that caused the event. */
  readonly requestId: string | null
  readonly startedAt: Date
  /** When the delivery was created or last resent. */
  readonly createdAt: Date
}

/** The result of an attempt: the response, or the error without one. */
export type Outcome = {
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly excerpt: string | null
  readonly retryAfter?: string | undefined
  /** The answer repeats the challenge. */
  readonly isProof?: boolean
  /** A retry would not help. */
  readonly isFinal?: boolean
}

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** Describes why a response is not a success; null if it is one. */
export function failureOf(statusCode: number): string | null {
  if (isSuccess(statusCode)) return null
  if (statusCode >= 300 && statusCode < 400) return `Answered ${statusCode}; redirects are not followed`
  return `Answered ${statusCode}`
}

/** Returns how often the attempt's delivery may be attempted; `most` is the length of the retry schedule. */
export function attemptsMaxOf({ kind, isVerified }: Pick<Attempt, 'kind' | 'isVerified'>, most: number): number {
  if (kind === challengeKind) return Math.min(most, challengeAttemptsMax)
  return isVerified ? most : Math.min(most, unverifiedTestAttemptsMax)
}

const sequence = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))
const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const replayBody = Type.Object({
  fromSequence: sequence('The first event'),
  toSequence: sequence('The last event'),
  since: time('Start time: ISO 8601 date or date-time, inclusive'),
  until: time('End time, as above; a date means its end, in UTC'),
  types: Type.Optional(
    Type.Array(Type.Enum([...allKinds]), {
      minItems: 1,
      maxItems: 20,
      description: 'Default: the event types of the webhook',
    }),
  ),
  onlyFailed: Type.Optional(Type.Boolean({ description: 'Only failed deliveries' })),
})

type ReplayQuery = Omit<Type.Static<typeof replayBody>, 'types'> & { readonly types?: readonly string[] | undefined }

/** Parses the range of a replay. Rejects one without bounds: it is more likely a mistake than a wish for all events. */
export function rangeOf(query: ReplayQuery) {
  const { fromSequence, toSequence, onlyFailed = false } = query
  const bounds = [fromSequence, toSequence, query.since, query.until]
  if (!onlyFailed && bounds.every((bound) => bound === undefined)) {
    const detail = {
      en: 'is required, or another limit: toSequence, a time or onlyFailed.',
      ru: 'нужно указать, или другое ограничение: toSequence, время или onlyFailed.',
    }
    throw ValidationError([bodyError('fromSequence', 'required', detail)])
  }
  const errorAt = (index: number, code: string, detail: Sentence) => bodyError(`types.${index}`, code, detail)
  const kinds = query.types && mustBeKinds(query.types, errorAt)
  const [since, until] = [instantIn('since', query.since, false), instantIn('until', query.until, true)]
  return { fromSequence, toSequence, since, until, kinds, onlyFailed }
}

function instantIn(member: string, text: string | undefined, end: boolean): string | undefined {
  try {
    return instantOf(member, text, end)
  } catch (error) {
    const [wrong] = error instanceof Problem ? error.errors : []
    throw wrong ? ValidationError([bodyError(member, wrong.code, wrong.detail)]) : error
  }
}
