import { createHmac, timingSafeEqual } from 'node:crypto'

/** Absolute lifetime of a session in seconds, counted from the sign-in; using it does not extend it. */
export const sessionSeconds = 30 * 86_400
/** Maximum number of sessions per account. A further sign-in ends the oldest. */
export const sessionsMax = 50

/** Prefix of the sign-in library's paths. */
export const signInPath = '/console/api/auth'
/** The header that gives the library the client's address. Only our server sets it. */
export const addressHeader = 'x-client-address'

export const cookiePrefix = 'market'
const cookieName = `${cookiePrefix}.session_token`
/** If the console is served over TLS, browsers accept this cookie only over TLS. */
const securely = '__Secure-'

/** Returns the key for cookies, links and second-factor secrets, derived from the installation's secret for sign-in only. */
export const signInKey = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('sign-in').digest('base64url')

const cookieNameAt = (publicUrl: string): string => (publicUrl.startsWith('https:') ? securely : '') + cookieName

/** Returns a function that extracts the session from a Cookie header. It ignores cookies that we did not sign. */
export function sessionReader(
  secretKey: string,
  publicUrl: string,
): (cookies: string | undefined) => string | undefined {
  const [key, name] = [signInKey(secretKey), cookieNameAt(publicUrl)]
  return (cookies) => {
    const value = cookies === undefined ? undefined : cookieOf(cookies, name)
    const end = value?.lastIndexOf('.') ?? -1
    if (value === undefined || end < 0) return undefined
    const session = value.slice(0, end)
    return isSame(signatureOf(session, key), value.slice(end + 1)) ? session : undefined
  }
}

export function sessionCookie(session: string, secretKey: string, publicUrl: string): string {
  const value = encodeURIComponent(`${session}.${signatureOf(session, signInKey(secretKey))}`)
  return `${cookieNameAt(publicUrl)}=${value}`
}

/** Removes all cookies that could be taken for a session. */
export const withoutSession = (cookies: string): string[] =>
  cookies
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.split('=')[0]?.includes('session_token'))

const signatureOf = (text: string, key: string): string => createHmac('sha256', key).update(text).digest('base64')

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function cookieOf(cookies: string, name: string): string | undefined {
  const cookie = cookies.split(';').find((each) => each.trim().startsWith(`${name}=`))
  const value = cookie?.slice(cookie.indexOf('=') + 1).trim()
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}
