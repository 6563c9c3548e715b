import type { Id } from '../../values/id.ts'
import { forgetHolders } from '../actions-callers.ts'
import { hashPassword } from '../password.ts'
import { lockAccount, revokeIssued } from '../sql.ts'
import { endSessions } from '../sql-sessions.ts'
import type { Around } from './actions-library.ts'
import { endMailedLinks } from './actions-links.ts'
import { brokenLink } from './problems.ts'
import { findResetLink, markVerified, recordDoorChange, useResetLink, writePassword } from './sql.ts'

type Reset = {
  readonly token: string
  readonly newPassword: string
  /** Whether access tokens and API keys stay valid. */
  readonly keepCredentials?: boolean
}

/**
 * Sets a password by a mailed link. In one transaction it ends all sessions and links of the account and, unless `keepCredentials`,
 * revokes its tokens and keys: a failure leaves none of them valid. Throws LinkInvalid.
 */
export async function resetPassword({ db }: Pick<Around, 'db'>, reset: Reset): Promise<void> {
  // Hashing is slow: done only for a valid link and before taking locks.
  if (!(await findResetLink(db, reset.token))) throw brokenLink()
  const password = await hashPassword(reset.newPassword)
  await db
    .transaction(async (within) => {
      const link = await useResetLink(within, reset.token)
      if (!link) throw brokenLink()
      await writeReset({ db: within }, link.account, { password, keepsCredentials: reset.keepCredentials === true })
    })
    .finally(forgetHolders)
}

type NewPassword = { readonly password: string; readonly keepsCredentials: boolean }

// Locks the account first: a token issued concurrently waits and then finds its session ended.
async function writeReset({ db }: Pick<Around, 'db'>, account: Id<'account'>, { password, ...rest }: NewPassword) {
  await lockAccount(db, account)
  await writePassword(db, account, password)
  // After the password: sessions started with the old one already exist and are ended here, or are refused (insertSession).
  await endSessions(db, account)
  await markVerified(db, account)
  await endMailedLinks(db, account)
  if (!rest.keepsCredentials) await revokeIssued(db, account)
  await recordDoorChange(db, account, rest.keepsCredentials ? 'password' : 'password_reset')
}
