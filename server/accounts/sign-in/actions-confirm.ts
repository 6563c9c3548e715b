import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { confirmedSeconds, forgetHolders } from '../actions-callers.ts'
import { TokenInvalid } from '../caller.ts'
import { hashOf } from '../credential.ts'
import { hashPassword, isPassword } from '../password.ts'
import { signInKey } from '../sessions/sessions.ts'
import { confirmSession, endSession } from '../sql-sessions.ts'
import { wrongPassword } from './problems.ts'
import { hasSecondFactor, readPassword, readUnconfirmed, writePassword } from './sql.ts'

type Dependencies = Pick<Ctx, 'db' | 'secretKey'>
type Holder = Id<'account'> | undefined

/** Whether the password is that of the signed-in account. True if none is required. */
export async function isPasswordGiven(
  { db }: Pick<Ctx, 'db'>,
  { password, holder }: { readonly password: string | undefined; readonly holder: Holder },
): Promise<boolean> {
  // Without a stored password the library refuses the request.
  const stored = password === undefined || holder === undefined ? undefined : await readPassword(db, holder)
  return password === undefined || stored === undefined || isPassword(password, stored.password)
}

/**
 * Sets the password of an account whose address a mailed link confirms: someone else may have chosen that of the sign-up. Does
 * nothing for an invalid link or a confirmed address, which the library answers.
 */
export async function choosePassword(
  { db, secretKey }: Dependencies,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const { verifyJWT } = await import('better-auth/crypto')
  const payload = await verifyJWT<{ email?: unknown }>(token, signInKey(secretKey))
  const unconfirmed = typeof payload?.email === 'string' ? await readUnconfirmed(db, payload.email) : undefined
  if (unconfirmed) await writePassword(db, unconfirmed.account, await hashPassword(password))
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
