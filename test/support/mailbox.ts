import assert from 'node:assert/strict'
import { listMails } from '../../server/platform/mail/mail.ts'
import type { Market } from './market.ts'

const newest = 100

/** Returns the mails to an address, newest first. */
export async function mailsTo({ ctx }: Market, email: string) {
  return (await listMails(ctx.db, newest)).filter(({ recipient }) => recipient === email)
}

/** Returns the link with a token in the newest mail that has one; mails without links may follow it. */
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
