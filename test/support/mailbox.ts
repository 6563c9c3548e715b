import assert from 'node:assert/strict'
import { listMails } from '../../server/platform/mails.ts'
import type { Market } from './market.ts'

const newest = 100

/** The mails to an address, the newest first. */
export async function mailsTo({ ctx }: Market, email: string) {
  return (await listMails(ctx.db, newest)).filter(({ recipient }) => recipient === email)
}

/** The link in the newest mail to an address: where it leads, and its token. */
export async function linkTo(
  market: Market,
  email: string,
): Promise<{ readonly path: string; readonly token: string }> {
  const [mail] = await mailsTo(market, email)
  const link = URL.parse(/^http\S+$/m.exec(mail?.body ?? '')?.[0] ?? '')
  assert.ok(link, `no mail with a link to ${email}`)
  return { path: link.pathname, token: link.searchParams.get('token') ?? '' }
}
