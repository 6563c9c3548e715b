import { Refusal } from '../../api.ts'
import { languageNow } from '../../language.ts'
import { queries } from '../../queries.ts'

const place = '/console/api'

/** Calls the sign-in endpoints (docs/console-sign-in.md). Throws a Refusal with the error code, such as `invalid_code`. */
export async function call<Body>(path: string, body?: object): Promise<Body> {
  const headers = { 'accept-language': languageNow(), ...(body ? { 'content-type': 'application/json' } : {}) }
  const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
  const response = await fetch(place + path, sent).catch(() => undefined)
  if (!response) throw new Refusal({})
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer as Body
  throw new Refusal({ status: response.status, ...answer })
}

export const authCall = <Body>(path: string, body?: object): Promise<Body> => call<Body>(`/auth/${path}`, body)

/** Signs in with a password. Returns `code` if the second factor is still missing. */
export async function signInWith(email: string, password: string): Promise<'done' | 'code'> {
  const answer = await authCall<{ twoFactorRedirect?: boolean }>('sign-in/email', { email, password })
  return answer.twoFactorRedirect ? 'code' : 'done'
}

/** Returns the address that a link confirms, which is in the link's JWT. */
export function emailOfLink(token: string): string {
  const [, claims = ''] = token.split('.')
  const { email } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return String(email)
}

/** An authenticator code has six digits; a backup code is longer. */
export const confirmCode = (code: string): Promise<unknown> =>
  authCall(`two-factor/verify-${/^\d{6}$/.test(code) ? 'totp' : 'backup-code'}`, { code })

/** Passkeys require a host name and a secure context. */
export const hasPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

export async function signInWithPasskey(): Promise<void> {
  const query = await authCall<PublicKeyCredentialRequestOptionsJSON>('passkey/generate-authenticate-options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(query)
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
  if (found) await authCall('passkey/verify-authentication', { response: found.toJSON() })
}

/** Clears cached data of other accounts and remembers that a user is signed in. */
export function beginSession(): void {
  localStorage.setItem('signed-in', 'yes')
  queries.clear()
}
