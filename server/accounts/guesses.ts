import type { Id } from '../values/id.ts'
import { normalEmail } from './account.ts'

/** A rate limit on guesses at `subject`: up to `most` in `seconds`, regardless of their origin. */
export type Guess = {
  readonly subject: string
  readonly most: number
  readonly seconds: number
  /** The address whose password is guessed, if the client is not signed in. */
  readonly email?: string
}

const passwordSeconds = 3_600
/** Password attempts per hour, as a multiple of the per-minute limit of one network. */
const passwordFactor = 5
const codeSeconds = 900
/** Above the library's limit of ten. The library counts only after checking, so this limit covers concurrent attempts. */
const codesMax = 30

/** Rate limit for second-factor codes of an account. */
export const codeGuess = (account: Id<'account'>): Guess => ({
  subject: `code of ${account}`,
  most: codesMax,
  seconds: codeSeconds,
})

/** Paths that take a password, a code or a link, or that send mail. */
const limitedPaths =
  /^\/(sign-in\/email|confirm|change-password|request-password-reset|reset-password|send-verification-email|verify-email|two-factor\/[^/]+|passkey\/verify-[^/]+)$/
const attemptSeconds = 60
/** Multiple of the per-account limit that one network may use across all accounts. */
const addressFactor = 6

/**
 * Returns the rate limits that an attempt counts against: per network and account, and per network across all accounts. The account
 * is the e-mail address in the request, or the signed-in account. Other requests have no such limits.
 */
export function attemptsOf({ path, body, holder }: GuessContext, network: string, perMinute: number): readonly Guess[] {
  const [kind = ''] = path.split('?')
  if (!limitedPaths.test(kind)) return []
  const { email }: { email?: unknown } = body ?? {}
  const account = typeof email === 'string' ? normalEmail(email) : holder
  return [
    { subject: `attempts at ${kind} of ${network}`, most: perMinute * addressFactor, seconds: attemptSeconds },
    { subject: `attempts at ${kind} of ${account} by ${network}`, most: perMinute, seconds: attemptSeconds },
  ]
}

/** Rate limit for signing up, per network only: there is no account yet. */
export const signUpAttempt = (network: string, perMinute: number): Guess => ({
  subject: `attempts at /sign-up of ${network}`,
  most: perMinute,
  seconds: attemptSeconds,
})

type GuessContext = { readonly path: string; readonly body: unknown; readonly holder: Id<'account'> | undefined }

/** Returns the rate limit for a password attempt: of the address that signs in, or of the signed-in account that must repeat it. */
export function passwordGuess({ path, body, holder }: GuessContext, perMinute: number): Guess | undefined {
  const given: { email?: unknown; password?: unknown; currentPassword?: unknown } = body ?? {}
  if (given.password === undefined && given.currentPassword === undefined) return undefined
  const limit = { most: perMinute * passwordFactor, seconds: passwordSeconds }
  const email = normalEmail(String(given.email))
  if (path === '/sign-in/email') return { subject: `password at ${email}`, email, ...limit }
  return holder === undefined ? undefined : { subject: `password of ${holder}`, ...limit }
}
