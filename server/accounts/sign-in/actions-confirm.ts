import type { Id } from '../../values/id.ts'
import { forgetHolders } from '../actions-callers.ts'
import { confirmedSeconds } from '../actions-confirmed.ts'
import { TokenInvalid } from '../caller.ts'
import { hashOf } from '../credential.ts'
import { isPassword } from '../password.ts'
import { confirmSession, endSession } from '../sql-sessions.ts'
import type { Around } from './actions-library.ts'
import { wrongPassword } from './problems.ts'
import { readPassword } from './sql.ts'

/**
 * Confirms a session with the account's password. Returns the time until which the confirmation is valid. Throws if the password is
 * wrong or the session has ended.
 */
export async function confirmByPassword(
  { db }: Pick<Around, 'db'>,
  holder: Id<'account'>,
  { session, password }: { readonly session: string; readonly password: string },
): Promise<Date> {
  const kept = await readPassword(db, holder)
  if (!kept || !(await isPassword(password, kept.password))) throw wrongPassword('/confirm')
  const confirmed = await confirmSession(db, holder, hashOf(session), confirmedSeconds)
  if (!confirmed) throw TokenInvalid({})
  return confirmed.confirmedUntil
}

/**
 * Confirms with a passkey of the same account: the session that the passkey started replaces the previous one. A passkey of another
 * account signs in as that account and confirms nothing.
 */
export async function confirmByPasskey(
  { db }: Pick<Around, 'db'>,
  holder: Id<'account'>,
  { session, before }: { readonly session: string; readonly before: string },
): Promise<void> {
  if (!(await confirmSession(db, holder, hashOf(session), confirmedSeconds))) return
  await endSession(db, hashOf(before)).finally(forgetHolders)
}
