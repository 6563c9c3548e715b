import { conflict, type Problem } from '../values/problems/problem.ts'

/**
 * How fast an offer may be taken, and how fast it was. Those of an offer that is capped are numbered, by turns: its hourly
 * limit is reached while the one so many turns ago is less than an hour old.
 */
export type ReservationRate = {
  readonly hourlyLimit: number | null
  readonly dailyLimit: number | null
  readonly lastTurn: number | null
  /** When the one was made that is as many turns ago as the limit has, if there was one. */
  readonly hourlyAt: Date | null
  readonly dailyAt: Date | null
}

const RateOfOfferExceeded = conflict<{ limit: number; periodSeconds: number; retryAfterSeconds: number }>(
  'rate_of_offer_exceeded',
  'Reservation rate exceeded',
  ({ limit, periodSeconds, retryAfterSeconds }) =>
    `This offer can be reserved ${limit === 1 ? 'once' : `${limit} times`} within ${periodSeconds} seconds. Try again in ${retryAfterSeconds} seconds.`,
)

/** The turn of the next reservation; null where the offer has no cap. */
export const nextSequenceNumber = ({ hourlyLimit, dailyLimit, lastTurn }: ReservationRate): number | null =>
  hourlyLimit === null && dailyLimit === null ? null : (lastTurn ?? 0) + 1

/** The refusal of what would be too fast, if it is; of two limits the one that lasts longer. */
export function tooFast(
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
