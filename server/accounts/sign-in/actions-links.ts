import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { cancelEmailChange } from '../sql-email-changes.ts'
import { countMail, endLinks, type Person } from './sql.ts'

/** Ends links mailed to an account and a pending address change: whoever requested them may have had the old password or mailbox. */
export async function endMailedLinks(db: Db, account: Id<'account'>): Promise<void> {
  await endLinks(db, account)
  await cancelEmailChange(db, account)
}

/** Counts a mail to an address. Returns the recipient; undefined above the limit or if the address has no account. */
export const readerOf = (db: Db, email: string): Promise<Person | undefined> => countMail(db, email)
