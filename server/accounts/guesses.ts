import type { Id } from '../values/id.ts'
import { normalEmail } from './account.ts'

/** What is guessed at, and how often it may be within so many seconds, wherever the guesses come from. */
export type Guess = {
  readonly subject: string
  readonly most: number
  readonly seconds: number
  /** At whose password somebody guesses who is not signed in. */
  readonly email?: string
}

const passwordSeconds = 3_600
/** So many times what one address may try in a minute. */
const passwordFactor = 5
const codeSeconds = 900
/** More than the library's ten, which it counts after looking: this holds of those that come at the same moment. */
const codesMax = 30

/** Guesses at the code of an account. */
export const codeGuess = (account: Id<'account'>): Guess => ({
  subject: `code of ${account}`,
  most: codesMax,
  seconds: codeSeconds,
})

/** Paths that take a password, a code or a link, or that send a mail. */
const limitedPaths =
  /^\/(sign-in\/email|confirm|change-password|request-password-reset|reset-password|send-verification-email|verify-email|two-factor\/[^/]+|passkey\/verify-[^/]+)$/
const attemptSeconds = 60
/** What one address may try at all accounts together, in attempts at one. */
const addressFactor = 6

/**
 * Returns the rate limits that an attempt counts against: of its network for one account, and for all accounts. The account
 * is the e-mail address that the request names, or whoever is signed in. Other requests have no limit of this kind.
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

/** The rate limit of signing up: an address has no account yet that could be named. */
export const signUpAttempt = (network: string, perMinute: number): Guess => ({
  subject: `attempts at /sign-up of ${network}`,
  most: perMinute,
  seconds: attemptSeconds,
})

type GuessContext = { readonly path: string; readonly body: unknown; readonly holder: Id<'account'> | undefined }

/** The password that a request guesses at: of an address that signs in, or of whoever is signed in and must give it again. */
export function passwordGuess({ path, body, holder }: GuessContext, perMinute: number): Guess | undefined {
  const given: { email?: unknown; password?: unknown; currentPassword?: unknown } = body ?? {}
  if (given.password === undefined && given.currentPassword === undefined) return undefined
  const limit = { most: perMinute * passwordFactor, seconds: passwordSeconds }
  const email = normalEmail(String(given.email))
  if (path === '/sign-in/email') return { subject: `password at ${email}`, email, ...limit }
  return holder === undefined ? undefined : { subject: `password of ${holder}`, ...limit }
}
