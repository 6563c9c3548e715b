import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { forbidden } from '../values/problem.ts'
import { forgetHolders } from './actions-callers.ts'
import type { Around } from './actions-sign-in-library.ts'
import { presentedHash, TokenInvalid } from './caller.ts'
import { hashOf } from './credential.ts'
import { isPassword } from './password.ts'
import { wrongPassword } from './sign-in-problems.ts'
import { confirmSession, endSession, isConfirmed } from './sql-sessions.ts'
import { readPassword } from './sql-sign-in.ts'

/** A confirmation counts this long. */
export const confirmedSeconds = 600

export const ConfirmationRequired = forbidden<{ validSeconds: number }>(
  'confirmation_required',
  'Confirmation required',
  ({ validSeconds }) =>
    `Give the password or a passkey again: POST /console/api/auth/confirm. It counts for ${validSeconds} s.`,
)

/** Throws ConfirmationRequired unless the caller's session was confirmed within `confirmedSeconds`. */
export async function mustBeConfirmed({ db, by }: Ctx): Promise<void> {
  if (by === 'Local') return
  const { isRecent } = await isConfirmed(db, presentedHash(by), confirmedSeconds)
  if (!isRecent) throw ConfirmationRequired({ validSeconds: confirmedSeconds })
}

/** Confirms a session by the password of its account. Returns until when it counts; throws where the password is wrong or the session has ended. */
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
 * Whoever is signed in and gives a passkey of the same account has confirmed: the session that the passkey began takes the
 * place of the one before. A passkey of another account signs in as that one, and confirms nothing.
 */
export async function confirmByPasskey(
  { db }: Pick<Around, 'db'>,
  holder: Id<'account'>,
  { session, before }: { readonly session: string; readonly before: string },
): Promise<void> {
  if (!(await confirmSession(db, holder, hashOf(session), confirmedSeconds))) return
  await endSession(db, hashOf(before)).finally(forgetHolders)
}
