import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { isPassword } from '../password.ts'
import { signInKey } from '../sessions/sessions.ts'
import { readPassword, readUnconfirmed } from './sql.ts'

type Around = Pick<Ctx, 'db' | 'secretKey'>

type PasswordRequest = {
  readonly path: string
  readonly password: string | undefined
  readonly holder: Id<'account'> | undefined
}

/**
 * Whether the required password is correct. Adding a lasting way to sign in requires more than an open page. Confirming an address
 * requires the sign-up password, because someone else may have signed up with it.
 */
export async function isPasswordGiven(around: Around, { path, password, holder }: PasswordRequest): Promise<boolean> {
  if (password === undefined) return true
  const own = holder === undefined ? undefined : await readPassword(around.db, holder)
  const kept = path.startsWith('/verify-email') ? await passwordOfLink(around, path) : own
  // Without a stored password the library refuses the request.
  return kept === undefined || isPassword(password, kept.password)
}

async function passwordOfLink({ db, secretKey }: Around, path: string) {
  const token = new URL(path, 'http://localhost').searchParams.get('token') ?? ''
  const { verifyJWT } = await import('better-auth/crypto')
  const told = await verifyJWT<{ email?: unknown }>(token, signInKey(secretKey))
  return typeof told?.email === 'string' ? readUnconfirmed(db, told.email) : undefined
}
