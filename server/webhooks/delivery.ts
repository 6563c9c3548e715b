import type { Id } from '../values/id.ts'
import { missing } from '../values/problems/problem.ts'
import type { StatusOf, Transitions } from '../values/transitions/transitions.ts'

/** How a delivery goes from one status to the next. */
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

/** At once under way to one endpoint, and to one that did not answer well the last time. */
export const inFlightMax = 8
export const inFlightMaxFailing = 1
/** An attempt takes 15 seconds at most; whoever has not written down its end by then is taken for dead, and it is made again. */
export const leaseSeconds = 30
/** The log is kept for so long. */
export const keptDays = 30
/** Deliveries that one replay makes. */
export const replayMax = 10_000
/** What a receiver asks for is done, up to a day. */
const retryAfterSecondsMax = 86_400
/** How long an endpoint is left alone that says it has too much to do, and not for how long. */
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
  /** Of the request that the event came of. */
  readonly requestId: string | null
}

/** One attempt as the log keeps it. */
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

/** A delivery with its log and the body that was sent, as it was sent; null once the event is no longer kept. */
export type DeliveryWithLog = Delivery & {
  readonly body: string | null
  readonly log: readonly LoggedAttempt[]
}

/** An attempt that is counted and not yet made. */
export type Attempt = {
  readonly delivery: Id<'delivery'>
  readonly endpoint: Id<'endpoint'>
  readonly event: Id<'event'>
  /** Among all attempts of the delivery, and since it was last sent anew. Both from 1. */
  readonly number: number
  readonly place: number
  readonly url: string
  /** Of the endpoint when it was claimed: see its column. */
  readonly life: number
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly body: string | null
  /** Of the request that the event came of. */
  readonly requestId: string | null
  readonly startedAt: Date
  /** When it was made, or last sent anew. */
  readonly createdAt: Date
}

/** How an attempt ended: with an answer, or with the reason why there is none. */
export type Outcome = {
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly excerpt: string | null
  readonly retryAfter?: string | undefined
  /** Trying again would change nothing. */
  readonly isFinal?: boolean
}

/** What follows from it: how the delivery stands, when it is tried again, for how long the endpoint is left alone. */
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

/** Decides what follows from an attempt. `schedule` are the seconds before each attempt, `chance` is from 0 to 1. */
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

/** Retry-After is a number of seconds, or a time. What is neither asks for nothing. */
function secondsAsked(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  const seconds = /^\d{1,10}$/.test(text)
    ? Number(text)
    : / GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : 0
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), retryAfterSecondsMax)
}

/** Why an answer is no success, in words; null where it is one. */
export function complaintOf(statusCode: number): string | null {
  if (isSuccess(statusCode)) return null
  if (statusCode >= 300 && statusCode < 400) return `Answered ${statusCode}; redirects are not followed`
  return `Answered ${statusCode}`
}
