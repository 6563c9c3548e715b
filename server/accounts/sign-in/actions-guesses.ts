import { RateLimited } from '../../platform/rate-limits/http.ts'
import type { Guess } from '../guesses.ts'
import { countGuess, isKnownAt } from '../sql-guesses.ts'
import type { Around } from './actions-library.ts'

/** Counts a password attempt. Throws RateLimited above the limit. */
export const mayGuess = (around: Pick<Around, 'db'>, guess: Guess): Promise<void> => count(around, guess, 'guesses')

/** Counts an attempt to sign in, sign up and so on. Throws RateLimited above one of its limits. */
export async function mayAttempt(
  around: Pick<Around, 'db'>,
  attempts: readonly Guess[],
  policy = 'sign-in',
): Promise<void> {
  for (const attempt of attempts) await count(around, attempt, policy)
}

async function count({ db }: Pick<Around, 'db'>, guess: Guess, policy: string): Promise<void> {
  const { guesses, waitSeconds } = await countGuess(db, guess)
  if (guesses > guess.most) throw RateLimited({ 'violated-policies': [policy], retryAfterSeconds: waitSeconds })
}

/**
 * Whether the account is already signed in from this address. It is then exempt from the limit that guesses from elsewhere use up;
 * its address has its own limit.
 */
export async function isAtHome({ db }: Pick<Around, 'db'>, email: string, address: string): Promise<boolean> {
  // Normalizes addresses like the library, which stores them with sessions. Loaded at the first sign-in.
  const { normalizeIP } = await import('@better-auth/core/utils/ip')
  return (await isKnownAt(db, email, normalizeIP(address))) !== undefined
}
