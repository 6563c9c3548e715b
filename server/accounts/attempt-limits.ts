import type { Id } from '../values/id.ts'
import { normalEmail } from './account.ts'

/** A rate limit: up to `max` attempts at `subject` in `seconds`, regardless of their origin. */
export type AttemptLimit = {
  readonly subject: string
  readonly max: number
  readonly seconds: number
  /** The address whose password is tried, if the client is not signed in. */
  readonly email?: string
}

const passwordSeconds = 3_600
/** Password attempts per hour, as a multiple of the per-minute limit of one network. */
const passwordFactor = 5
const codeSeconds = 900
/** Above the library's limit of ten. The library counts only after checking, so this limit covers concurrent attempts. */
const codesMax = 30

export const codeLimit = (account: Id<'account'>): AttemptLimit => ({
  subject: `code of ${account}`,
  max: codesMax,
  seconds: codeSeconds,
})

/** Paths that take a password, a code or a link, or that send mail. */
const limitedPaths =
  /^\/(sign-in\/email|confirm|change-password|request-password-reset|reset-password|send-verification-email|verify-email|two-factor\/[^/]+|passkey\/verify-[^/]+)$/
const attemptSeconds = 60
/** Multiple of the per-account limit that one network may use across all accounts. */
const networkFactor = 6

type Attempt = { readonly path: string; readonly body: unknown; readonly holder: Id<'account'> | undefined }

/** Returns an attempt's limits: per network, and per network and account (the request's e-mail address, or the signed-in account). */
export function attemptLimits({ path, body, holder }: Attempt, network: string, perMinute: number): AttemptLimit[] {
  const [kind = ''] = path.split('?')
  if (!limitedPaths.test(kind)) return []
  const { email }: { email?: unknown } = body ?? {}
  const account = typeof email === 'string' ? normalEmail(email) : holder
  return [
    { subject: `attempts at ${kind} of ${network}`, max: perMinute * networkFactor, seconds: attemptSeconds },
    { subject: `attempts at ${kind} of ${account} by ${network}`, max: perMinute, seconds: attemptSeconds },
  ]
}

/** Limits requests that name no account, such as signing up, per network. */
export const networkLimit = (path: string, network: string, perMinute: number): AttemptLimit => ({
  subject: `attempts at ${path} of ${network}`,
  max: perMinute,
  seconds: attemptSeconds,
})

/** Returns the limit of a password attempt: for the address that signs in, or for the signed-in account that must repeat it. */
export function passwordLimit({ path, body, holder }: Attempt, perMinute: number): AttemptLimit | undefined {
  const given: { email?: unknown; password?: unknown; currentPassword?: unknown } = body ?? {}
  if (given.password === undefined && given.currentPassword === undefined) return undefined
  const limit = { max: perMinute * passwordFactor, seconds: passwordSeconds }
  const email = normalEmail(String(given.email))
  if (path === '/sign-in/email') return { subject: `password at ${email}`, email, ...limit }
  return holder === undefined ? undefined : { subject: `password of ${holder}`, ...limit }
}
