import { ApiError } from '../../api.ts'
import { currentLanguage } from '../../language.ts'
import { queryClient } from '../../queries.ts'

const baseUrl = '/console/api'

/** Calls the sign-in endpoints (docs/console-sign-in.md). Throws a Refusal with the error code, such as `invalid_code`. */
export async function call<Body>(path: string, body?: object): Promise<Body> {
  const headers = { 'accept-language': currentLanguage(), ...(body ? { 'content-type': 'application/json' } : {}) }
  const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
  const response = await fetch(baseUrl + path, init).catch(() => undefined)
  if (!response) throw new ApiError({})
  const payload = await response.json().catch(() => ({}))
  if (response.ok) return payload as Body
  throw new ApiError({ status: response.status, ...payload })
}

export const authCall = <Body>(path: string, body?: object): Promise<Body> => call<Body>(`/auth/${path}`, body)

/** Signs in with a password. Returns `code` if the second factor is still missing. */
export async function signInWith(email: string, password: string): Promise<'done' | 'code'> {
  const payload = await authCall<{ twoFactorRedirect?: boolean }>('sign-in/email', { email, password })
  return payload.twoFactorRedirect ? 'code' : 'done'
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
  const options = await authCall<PublicKeyCredentialRequestOptionsJSON>('passkey/generate-authenticate-options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
  if (credential) await authCall('passkey/verify-authentication', { response: credential.toJSON() })
}

/** Clears cached data of other accounts and remembers that a user is signed in. */
export function startSession(): void {
  localStorage.setItem('signed-in', 'yes')
  queryClient.clear()
}
