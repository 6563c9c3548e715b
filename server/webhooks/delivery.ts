import type { Id } from '../values/id.ts'
import { missing } from '../values/problems/problem.ts'
import type { StatusOf, Transitions } from '../values/transitions/transitions.ts'

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
/**
 * An attempt takes up to 15 seconds. If its result is not recorded by the end of the lease, its process is considered dead and it
 * is made again.
 */
export const leaseSeconds = 30
/** Retention period of the log in days. */
export const keptDays = 30
/** Maximum number of deliveries per replay. */
export const replayMax = 10_000
/** Upper limit of a receiver's Retry-After, in seconds. */
const retryAfterSecondsMax = 86_400
/** Pause for an overloaded endpoint that sends no Retry-After, in seconds. */
const slowSeconds = 5
const jitter = 0.1

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
  readonly place: number
  readonly url: string
  /** Generation of the endpoint when the attempt was claimed; see its column. */
  readonly life: number
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly body: string | null
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
  /** A retry would not help. */
  readonly isFinal?: boolean
}

/** The consequences: the delivery's status, the delay of its retry, the pause of its endpoint. */
export type Verdict = {
  readonly status: DeliveryStatus
  readonly waitSeconds: number | null
  readonly slowSeconds: number | null
  readonly isGone: boolean
}

const slowing = [429, 502, 503, 504]
const gone = 410

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** Decides what follows from an attempt. `schedule`: seconds before each attempt; `chance`: from 0 to 1, for jitter. */
export function verdictOf(attempt: Attempt, outcome: Outcome, schedule: readonly number[], chance: number): Verdict {
  const { statusCode } = outcome
  const nothing = { waitSeconds: null, slowSeconds: null, isGone: false }
  if (isSuccess(statusCode)) return { ...nothing, status: 'Delivered' }
  const asked = statusCode === null ? 0 : secondsAsked(outcome.retryAfter, attempt.startedAt)
  const rest = {
    slowSeconds: slowing.some((each) => each === statusCode) ? Math.max(asked, slowSeconds) : null,
    isGone: statusCode === gone,
  }
  const pause = schedule[attempt.place]
  if (pause === undefined || outcome.isFinal) return { ...rest, status: 'Failed', waitSeconds: null }
  return { ...rest, status: 'Retrying', waitSeconds: Math.max(asked, jittered(pause, chance)) }
}

const jittered = (seconds: number, chance: number): number => seconds * (1 - jitter + 2 * jitter * chance)

/** Parses Retry-After, which is in seconds or an HTTP date. Returns 0 for anything else. */
function secondsAsked(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  const seconds = /^\d{1,10}$/.test(text)
    ? Number(text)
    : / GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : 0
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), retryAfterSecondsMax)
}

/** Describes why a response is not a success; null if it is one. */
export function complaintOf(statusCode: number): string | null {
  if (isSuccess(statusCode)) return null
  if (statusCode >= 300 && statusCode < 400) return `Answered ${statusCode}; redirects are not followed`
  return `Answered ${statusCode}`
}
