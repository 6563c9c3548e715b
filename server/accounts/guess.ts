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

type Asked = { readonly path: string; readonly body: unknown; readonly holder: Id<'account'> | undefined }

/** The password that a request guesses at: of an address that signs in, or of whoever is signed in and must give it again. */
export function passwordGuess({ path, body, holder }: Asked, perMinute: number): Guess | undefined {
  const given: { email?: unknown; password?: unknown; currentPassword?: unknown } = body ?? {}
  if (given.password === undefined && given.currentPassword === undefined) return undefined
  const limit = { most: perMinute * passwordFactor, seconds: passwordSeconds }
  const email = normalEmail(String(given.email))
  if (path === '/sign-in/email') return { subject: `password at ${email}`, email, ...limit }
  return holder === undefined ? undefined : { subject: `password of ${holder}`, ...limit }
}
