import assert from 'node:assert/strict'
import { listMails } from '../../server/platform/mail/mail.ts'
import type { Market } from './market.ts'

const newest = 100

/** The mails to an address, the newest first. */
export async function mailsTo({ ctx }: Market, email: string) {
  return (await listMails(ctx.db, newest)).filter(({ recipient }) => recipient === email)
}

/** The link with a token in the newest mail to an address that has one; what tells of a change may be mailed meanwhile. */
export async function linkTo(
  market: Market,
  email: string,
): Promise<{ readonly path: string; readonly token: string }> {
  for (const { body } of await mailsTo(market, email)) {
    const link = URL.parse(/^http\S+$/m.exec(body)?.[0] ?? '')
    const token = link?.searchParams.get('token')
    if (link && token) return { path: link.pathname, token }
  }
  return assert.fail(`no mail with a link to ${email}`)
}
