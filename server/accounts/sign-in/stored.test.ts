import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formerCodeOf } from '../../../test/support/fakes/totp.ts'
import { expectOk } from '../../../test/support/fixtures.ts'
import { linkTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { contentsOf } from '../../../test/support/scenarios/digest.ts'
import { endMail, listMails } from '../../platform/mail/mail.ts'
import { createAccount } from '../actions.ts'

const market = await openMarket()
const password = 'correct horse battery'
let serial = 0

async function person(): Promise<string> {
  const email = `stored${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  return email
}

/** Marks all mails as sent, as a working mail server would. */
async function sendAll(): Promise<void> {
  for (const { id } of await listMails(market.ctx.db, 100))
    await endMail(market.ctx.db, id, { status: 'Sent', error: null })
}

test('the token of a mailed link is nowhere in the database once the mail is sent, and works', async () => {
  const [page, email] = [market.console(), await person()]
  expectOk(await page.post('/auth/request-password-reset', { email }))
  const { token } = await linkTo(market, email)
  await sendAll()
  assert.ok(!(await contentsOf(market.ctx.db)).includes(token))
  expectOk(await page.post('/auth/reset-password', { token, newPassword: 'a quite different one' }))
})

test('what is stored of a link cannot be used as one', async () => {
  const [page, email] = [market.console(), await person()]
  expectOk(await page.post('/auth/request-password-reset', { email }))
  const stored = /\n\(\d+,([\w-]{43}),/.exec(await contentsOf(market.ctx.db))?.[1] ?? ''
  assert.notEqual(stored, '')
  for (const token of [stored, `reset-password:${stored}`]) {
    const answer = await page.post('/auth/reset-password', { token, newPassword: 'a quite different one' })
    assert.deepEqual([answer.status, answer.body.code], [400, 'link_invalid'])
  }
})

test('the code prompt is stored as a hash, and its wrong codes are still counted', async () => {
  const [page, email] = [market.console(), await person()]
  expectOk(await page.post('/auth/sign-in/email', { email, password }))
  const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
  const prompted = market.console()
  expectOk(await prompted.post('/auth/sign-in/email', { email, password }))
  const identifier = decodeURIComponent(prompted.cookies.get('market.two_factor') ?? '').split('.')[0] ?? ''
  assert.ok(identifier.length > 10)
  assert.ok(!(await contentsOf(market.ctx.db)).includes(identifier))
  const codes: unknown[] = []
  for (let time = 0; time < 6; time++)
    codes.push((await prompted.post('/auth/two-factor/verify-totp', { code: '000000' })).body.code)
  assert.deepEqual(
    codes.slice(0, 5),
    Array.from({ length: 5 }, () => 'invalid_code'),
  )
  assert.equal(codes[5], 'sign_in_expired')
})
