import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { forgetHolders } from '../actions-callers.ts'
import { hashPassword } from '../password.ts'
import { lockAccount, revokeIssued } from '../sql.ts'
import { endSessions } from '../sql-sessions.ts'
import { endMailedLinks } from './actions-links.ts'
import { brokenLink } from './problems.ts'
import { findResetLink, markVerified, recordAuthenticationChange, useResetLink, writePassword } from './sql.ts'

type Reset = {
  readonly token: string
  readonly newPassword: string
  /** Whether access tokens and API keys stay valid. */
  readonly keepCredentials?: boolean
}

/**
 * Sets a password by a mailed link. The same transaction ends all sessions and links of the account and, unless `keepCredentials`,
 * revokes its tokens and keys. Throws LinkInvalid.
 */
export async function resetPassword({ db }: Pick<Ctx, 'db'>, reset: Reset): Promise<void> {
  // Hashing is slow: done only for a valid link and before taking locks.
  if (!(await findResetLink(db, reset.token))) throw brokenLink()
  const password = await hashPassword(reset.newPassword)
  await db
    .transaction(async (within) => {
      const link = await useResetLink(within, reset.token)
      if (!link) throw brokenLink()
      await writeReset(within, link.account, password, reset.keepCredentials === true)
    })
    .finally(forgetHolders)
}

async function writeReset(db: Db, account: Id<'account'>, password: string, keepsCredentials: boolean) {
  // Locked first: a token issued concurrently waits and then finds its session ended.
  await lockAccount(db, account)
  await writePassword(db, account, password)
  // After the password: sessions started with the old one already exist and are ended here, or are refused (insertSession).
  await endSessions(db, account)
  await markVerified(db, account)
  await endMailedLinks(db, account)
  if (!keepsCredentials) await revokeIssued(db, account)
  await recordAuthenticationChange(db, account, keepsCredentials ? 'password' : 'password_reset')
}
