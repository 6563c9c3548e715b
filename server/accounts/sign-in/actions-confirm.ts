import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { confirmedSeconds, forgetHolders } from '../actions-callers.ts'
import { TokenInvalid } from '../caller.ts'
import { hashOf } from '../credential.ts'
import { isPassword } from '../password.ts'
import { signInKey } from '../sessions/sessions.ts'
import { confirmSession, endSession } from '../sql-sessions.ts'
import { wrongPassword } from './problems.ts'
import { hasSecondFactor, readPassword, readUnconfirmed } from './sql.ts'

type Dependencies = Pick<Ctx, 'db' | 'secretKey'>
type Holder = Id<'account'> | undefined
type PasswordRequest = { readonly path: string; readonly password: string | undefined; readonly holder: Holder }

/** Whether the required password is correct: the account's, or that of the sign-up, which someone else may have made. */
export async function isPasswordGiven(
  context: Dependencies,
  { path, password, holder }: PasswordRequest,
): Promise<boolean> {
  if (password === undefined) return true
  const own = holder === undefined ? undefined : await readPassword(context.db, holder)
  const stored = path.startsWith('/verify-email') ? await passwordOfLink(context, path) : own
  // Without a stored password the library refuses the request.
  return stored === undefined || isPassword(password, stored.password)
}

async function passwordOfLink({ db, secretKey }: Dependencies, path: string) {
  const token = new URL(path, 'http://localhost').searchParams.get('token') ?? ''
  const { verifyJWT } = await import('better-auth/crypto')
  const payload = await verifyJWT<{ email?: unknown }>(token, signInKey(secretKey))
  return typeof payload?.email === 'string' ? readUnconfirmed(db, payload.email) : undefined
}

/** Confirms a session with the password. Returns until when. Throws if the password is wrong or the session has ended. */
export async function confirmByPassword(
  { db }: Pick<Ctx, 'db'>,
  holder: Id<'account'>,
  { session, password }: { readonly session: string; readonly password: string },
): Promise<Date> {
  const stored = await readPassword(db, holder)
  if (!stored || !(await isPassword(password, stored.password))) throw wrongPassword('/confirm')
  const confirmed = await confirmSession(db, holder, hashOf(session), confirmedSeconds)
  if (!confirmed) throw TokenInvalid({})
  return confirmed.confirmedUntil
}

/** Confirms with a passkey of the same account, whose session replaces the previous one. One of another account confirms nothing. */
export async function confirmByPasskey(
  { db }: Pick<Ctx, 'db'>,
  holder: Id<'account'>,
  { session, before }: { readonly session: string; readonly before: string },
): Promise<void> {
  if (!(await confirmSession(db, holder, hashOf(session), confirmedSeconds))) return
  await endSession(db, hashOf(before)).finally(forgetHolders)
}

const required = { userVerification: 'required' } as const

/** Returns passkey request options for the browser that require the verification the server will check. */
export async function withVerification(
  { db }: Pick<Ctx, 'db'>,
  { path, holder, body }: { readonly path: string; readonly holder: Holder; readonly body: string },
): Promise<string> {
  if (holder === undefined) return body
  if (path === '/passkey/generate-authenticate-options') return JSON.stringify({ ...JSON.parse(body), ...required })
  if (path !== '/passkey/generate-register-options' || !(await hasSecondFactor(db, holder)).isOn) return body
  const options = JSON.parse(body)
  return JSON.stringify({ ...options, authenticatorSelection: { ...options.authenticatorSelection, ...required } })
}
