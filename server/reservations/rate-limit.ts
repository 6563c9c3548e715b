import { conflict, type Problem } from '../values/problems/problem.ts'

/**
 * An offer's rate limits and recent reservations. Reservations on a limited offer are numbered; the hourly limit is reached while the
 * reservation `hourlyLimit` numbers back is less than an hour old.
 */
export type ReservationRate = {
  readonly hourlyLimit: number | null
  readonly dailyLimit: number | null
  readonly lastSequenceNumber: number | null
  /** When the reservation `hourlyLimit` (or `dailyLimit`) numbers back was made; null if there is none. */
  readonly hourlyAt: Date | null
  readonly dailyAt: Date | null
}

const RateOfOfferExceeded = conflict<{ limit: number; periodSeconds: number; retryAfterSeconds: number }>(
  'rate_of_offer_exceeded',
  'Reservation rate exceeded',
  ({ limit, periodSeconds, retryAfterSeconds }) =>
    `This offer can be reserved ${limit === 1 ? 'once' : `${limit} times`} within ${periodSeconds} seconds. Try again in ${retryAfterSeconds} seconds.`,
)

/** Returns the next reservation's number; null if the offer has no rate limit. */
export const nextSequenceNumber = ({ hourlyLimit, dailyLimit, lastSequenceNumber }: ReservationRate): number | null =>
  hourlyLimit === null && dailyLimit === null ? null : (lastSequenceNumber ?? 0) + 1

/** Returns the refusal if a rate limit is reached; of two, the one that lasts longer. */
export function rateLimitRefusal(
  { hourlyLimit, dailyLimit, hourlyAt, dailyAt }: ReservationRate,
  now: Date,
): Problem | undefined {
  const exceeded = [exceededBy(hourlyLimit, hourlyAt, 3_600, now), exceededBy(dailyLimit, dailyAt, 86_400, now)]
  const [longest] = exceeded.flat().sort((a, b) => b.retryAfterSeconds - a.retryAfterSeconds)
  return longest && RateOfOfferExceeded(longest)
}

function exceededBy(limit: number | null, at: Date | null, periodSeconds: number, now: Date) {
  if (limit === null || at === null) return []
  const left = at.getTime() + periodSeconds * 1000 - now.getTime()
  return left <= 0 ? [] : [{ limit, periodSeconds, retryAfterSeconds: Math.ceil(left / 1000) }]
}
