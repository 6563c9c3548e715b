import { createHmac, timingSafeEqual } from 'node:crypto'

/** A session ends so long after signing in; using it does not prolong it. */
export const sessionSeconds = 30 * 86_400
/** Sessions of one account. Whoever signs in once more ends the oldest. */
export const sessionsMax = 50

/** Where the library that signs people in is asked; its own addresses follow. */
export const signInPath = '/console/api/auth'
/** What tells it the address of the client. Only our edge sets it. */
export const addressHeader = 'x-client-address'

export const cookiePrefix = 'market'
const cookieName = `${cookiePrefix}.session_token`
/** Where the pages come over TLS, the browser takes the cookie from nowhere else. */
const securely = '__Secure-'

/** What cookies, links and the secrets of second factors are protected with: one key of the installation, for signing in alone. */
export const signInKey = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('sign-in').digest('base64url')

const cookieNameAt = (publicUrl: string): string => (publicUrl.startsWith('https:') ? securely : '') + cookieName

/** Finds the session in a Cookie header: it is one only if we signed it. */
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

/** The cookie of a session, as a browser sends it back. */
export function sessionCookie(session: string, secretKey: string, publicUrl: string): string {
  const value = encodeURIComponent(`${session}.${signatureOf(session, signInKey(secretKey))}`)
  return `${cookieNameAt(publicUrl)}=${value}`
}

/** The cookies without any that could be taken for a session's. */
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
  const found = cookies.split(';').find((each) => each.trim().startsWith(`${name}=`))
  const value = found?.slice(found.indexOf('=') + 1).trim()
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}
