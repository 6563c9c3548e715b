import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import type { Id } from '../../values/id.ts'
import { type AccountMail, accountMail } from '../mails.ts'
import { cancelEmailChange } from '../sql-email-changes.ts'
import { countMail, endLinks } from './sql.ts'

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
