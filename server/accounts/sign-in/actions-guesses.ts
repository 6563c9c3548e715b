import { RateLimited } from '../../platform/rate-limits/http.ts'
import type { Guess } from '../guesses.ts'
import { countGuess, isKnownAt } from '../sql-guesses.ts'
import type { Around } from './actions-library.ts'

/** Counts a guess at a password; refuses those beyond. */
export const mayGuess = (around: Pick<Around, 'db'>, guess: Guess): Promise<void> => count(around, guess, 'guesses')

/** Counts an attempt to sign in, to sign up and the like. Throws RateLimited beyond one of its limits. */
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

/** Who is signed in from there already is not kept out by those who guess elsewhere; their address has a limit, too. */
export async function isAtHome({ db }: Pick<Around, 'db'>, email: string, address: string): Promise<boolean> {
  // In the form in which the library keeps addresses with sessions; it is loaded with the first who sign in.
  const { normalizeIP } = await import('@better-auth/core/utils/ip')
  return (await isKnownAt(db, email, normalizeIP(address))) !== undefined
}
