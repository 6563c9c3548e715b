import type { Ctx } from '../../platform/database/ctx.ts'
import { RateLimited } from '../../platform/rate-limits/http.ts'
import type { AttemptLimit } from '../attempt-limits.ts'
import { countAttempt, hasSessionFrom } from '../sql-attempts.ts'

type Dependencies = Pick<Ctx, 'db'>

/** Counts an attempt against each limit. Throws RateLimited above one of them. */
export async function countAttempts(
  { db }: Dependencies,
  limits: readonly AttemptLimit[],
  policy = 'sign-in',
): Promise<void> {
  for (const limit of limits) {
    const { guesses, waitSeconds } = await countAttempt(db, limit)
    if (guesses > limit.max) throw RateLimited({ 'violated-policies': [policy], retryAfterSeconds: waitSeconds })
  }
}

/** Counts an attempt. Returns when the count starts again if it is above the limit. */
export async function countWithin({ db }: Dependencies, limit: AttemptLimit): Promise<Date | undefined> {
  const { guesses, endsAt } = await countAttempt(db, limit)
  return guesses > limit.max ? endsAt : undefined
}

/** Whether the account has a session from this address: the attempts of other addresses then do not count against it. */
export async function isKnownAddress({ db }: Dependencies, email: string, address: string): Promise<boolean> {
  // Normalizes addresses like the library, which stores them with sessions. Loaded at the first sign-in.
  const { normalizeIP } = await import('@better-auth/core/utils/ip')
  return (await hasSessionFrom(db, email, normalizeIP(address))) !== undefined
}
