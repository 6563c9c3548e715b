import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { cancelEmailChange } from '../sql-email-changes.ts'
import { countMail, endLinks, type Person } from './sql.ts'

/**
 * Ends the links that were mailed to an account, and a change of its address: whoever asked for them may have known the
 * password, or read the mails, that count no more.
 */
export async function endMailedLinks(db: Db, account: Id<'account'>): Promise<void> {
  await endLinks(db, account)
  await cancelEmailChange(db, account)
}

/** Counts a mail to an address that has an account. Returns its reader; nothing beyond the limit, or without an account. */
export const readerOf = (db: Db, email: string): Promise<Person | undefined> => countMail(db, email)
