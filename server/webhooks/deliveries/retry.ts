import { type Attempt, attemptsMaxOf, type DeliveryStatus, isSuccess, type Outcome } from './delivery.ts'

/** Upper limit of a receiver's Retry-After, in seconds. */
const retryAfterSecondsMax = 86_400
/** Pause of an overloaded endpoint that sends no Retry-After, in seconds. */
const pauseSecondsMin = 5
/** Random share by which a delay is longer or shorter, so that retries of many deliveries do not coincide. */
const jitter = 0.1

/** Statuses that pause the whole endpoint. */
const overloaded: readonly (number | null)[] = [429, 502, 503, 504]
const gone = 410

/** What follows from an attempt. */
export type RetryDecision = {
  readonly status: DeliveryStatus
  /** Delay of the next attempt; null if there is none. */
  readonly waitSeconds: number | null
  /** Pause of the endpoint; null if it is not overloaded. */
  readonly pauseSeconds: number | null
  readonly isGone: boolean
}

/**
 * Decides whether and when a delivery is retried. `schedule`: seconds before each attempt, the setting WEBHOOK_RETRY_SECONDS;
 * `random`: from 0 to 1, for jitter.
 */
export function decideRetry(
  attempt: Attempt,
  { statusCode, error, retryAfter, isFinal }: Outcome,
  schedule: readonly number[],
  random: number,
): RetryDecision {
  if (isSuccess(statusCode) && error === null)
    return { status: 'Delivered', waitSeconds: null, pauseSeconds: null, isGone: false }
  const requested = statusCode === null ? 0 : retryAfterSeconds(retryAfter, attempt.startedAt)
  const endpoint = {
    pauseSeconds: overloaded.includes(statusCode) ? Math.max(requested, pauseSecondsMin) : null,
    isGone: statusCode === gone,
  }
  const delay = schedule[attempt.roundNumber]
  const isLast = attempt.roundNumber >= attemptsMaxOf(attempt, schedule.length)
  if (delay === undefined || isLast || isFinal) return { ...endpoint, status: 'Failed', waitSeconds: null }
  const waitSeconds = Math.max(requested, delay * (1 - jitter + 2 * jitter * random))
  return { ...endpoint, status: 'Retrying', waitSeconds }
}

/** Parses Retry-After, which is in seconds or an HTTP date. Returns 0 for anything else. */
function retryAfterSeconds(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  const seconds = /^\d{1,10}$/.test(text)
    ? Number(text)
    : / GMT$/.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : 0
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), retryAfterSecondsMax)
}
