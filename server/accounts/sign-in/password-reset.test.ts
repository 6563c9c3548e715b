import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectOk, outcome } from '../../../test/support/fixtures.ts'
import { linkTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createAccount, createKey, issueToken } from '../actions.ts'
import { hashOf, makeSecret } from '../credential.ts'
import { insertSession } from '../sql-sessions.ts'
import { resetPassword } from './actions-recovery.ts'
import { readPassword, writePassword } from './sql.ts'

const market = await openMarket()
const { ctx, owner } = market
const [password, another] = ['correct horse battery', 'a quite different one']
let serial = 0

async function person() {
  const email = `reset${++serial}@example.com`
  const { id } = await createAccount(ctx, { email, roles: ['Advertiser'], language: 'en', password })
  const page = await market.signIn(email, password)
  const { secret: accessToken } = await issueToken(ctx, { email })
  const { secret: key } = await createKey(ctx, { email })
  await page.post('/auth/request-password-reset', { email })
  const { token } = await linkTo(market, email)
  const outcomes = async () => [
    outcome(await market.as(accessToken).get('/api/advertiser/offers')),
    outcome(await market.as(key).get('/v1/tasks')),
    outcome(await page.get('/settings/keys')),
  ]
  return { id, email, page, token: token as string, outcomes }
}

const reset = (token: string, more: object = {}) =>
  market.console().post('/auth/reset-password', { token, newPassword: another, ...more })

describe('a password reset', () => {
  test('that fails halfway has no effect, and the same link completes it', async () => {
    const { email, token, outcomes } = await person()
    await owner.run(sql`alter table credentials add constraint nothing_is_revoked check (revoked_at is null) not valid`)
    await assert.rejects(resetPassword(ctx, { token, newPassword: another }), /nothing_is_revoked/)
    await owner.run(sql`alter table credentials drop constraint nothing_is_revoked`)
    assert.deepEqual(await outcomes(), ['200', '200', '200'])
    await market.signIn(email, password)
    expectOk(await reset(token))
    assert.deepEqual(await outcomes(), ['401 token_revoked', '401 token_revoked', '401 token_invalid'])
    await market.signIn(email, another)
  })

  test('is refused with an expired link', async () => {
    const { email, token } = await person()
    const { id } = await ctx.db.one<{ id: number }>(sql`select id from accounts where email = ${email}`)
    await ctx.db.run(sql`update sign_in_verifications set expires_at = created_at where value = ${String(id)}`)
    assert.equal(outcome(await reset(token)), '400 link_invalid')
    await market.signIn(email, password)
  })

  test('leaves no token that a session issues concurrently', async () => {
    const { id, page, token } = await person()
    expectOk(await page.post('/auth/confirm', { password }))
    const issuing = Array.from({ length: 12 }, (_, at) => page.post('/settings/tokens', { name: `Token ${at}` }))
    const [resetting] = await Promise.all([reset(token), ...issuing])
    expectOk(resetting)
    const { valid } = await ctx.db.one<{ valid: number }>(sql`
      select count(*) as valid from credentials where account = ${id} and revoked_at is null`)
    assert.equal(valid, 0)
  })

  test('refuses a session started concurrently with the old password', async () => {
    const { id } = await person()
    const old = (await readPassword(ctx.db, id))?.password
    const { session } = await ctx.db.one<{ session: number }>(sql`
      insert into sign_in_sessions (user_id, token, expires_at, created_at, updated_at)
      values (${id}, ${`late ${id}`}, now() + interval '1 day', now(), now()) returning id as session`)
    const beginning = await ctx.db.transaction(async (db) => {
      await writePassword(db, id, 'another hash')
      const hash = hashOf(makeSecret('Session'))
      return { begun: insertSession(ctx.db, { session, account: id, hash, seconds: 60, password: old }) }
    })
    assert.equal(await beginning.begun, 0)
  })

  test('sets a password for an account that has none yet', async () => {
    const email = 'passwordless@example.com'
    await createAccount(ctx, { email, roles: ['Advertiser'], language: 'en' })
    await market.console().post('/auth/request-password-reset', { email })
    expectOk(await reset((await linkTo(market, email)).token as string))
    await market.signIn(email, another)
  })
})
