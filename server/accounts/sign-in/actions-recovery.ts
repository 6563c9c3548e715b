import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import type { Id } from '../../values/id.ts'
import type { Account } from '../account.ts'
import { findAccount } from '../actions.ts'
import { forgetHolders } from '../actions-callers.ts'
import { type AccountMail, accountMail } from '../mails.ts'
import { hashPassword } from '../password.ts'
import { lockAccount, revokeIssued } from '../sql.ts'
import { cancelEmailChange } from '../sql-email-changes.ts'
import { endSessions } from '../sql-sessions.ts'
import { brokenLink } from './problems.ts'
import {
  countMail,
  deleteSecondFactor,
  endLinks,
  findResetLink,
  markVerified,
  recordAuthenticationChange,
  useResetLink,
  writePassword,
} from './sql.ts'

/* Mailed links, and ways back for people who lost their password or second factor. */

type Dependencies = Pick<Ctx, 'db' | 'config'>

/** Mails a link to the holder of an address. Mails nothing above the hourly limit, or if the address has no account. */
export async function mailLink(
  { db, config }: Dependencies,
  kind: AccountMail,
  email: string,
  path: string,
): Promise<void> {
  const { publicUrl } = config
  const person = await countMail(db, email)
  if (person) await recordMails(db, [accountMail(kind, { email, ...person }, { publicUrl, link: publicUrl + path })])
}

/** Ends links mailed to an account, and a pending address change: they may have been requested with the old password or mailbox. */
export async function endMailedLinks(db: Db, account: Id<'account'>): Promise<void> {
  await endLinks(db, account)
  await cancelEmailChange(db, account)
}

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

/** Removes the second factor of a person who lost it, and ends their sessions; for the command line. Throws AccountNotFound. */
export async function removeSecondFactor(ctx: Ctx, email: string, reason: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  const removed = ctx.db.transaction(async (db) => {
    await lockAccount(db, account.id)
    await deleteSecondFactor(db, account.id, reason)
    await endSessions(db, account.id)
  })
  await removed.finally(forgetHolders)
  return account
}
