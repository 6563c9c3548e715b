import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formerCodeOf } from '../../../test/support/fakes/totp.ts'
import { expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createAccount } from '../actions.ts'
import { deleteEnded } from '../sessions/actions.ts'

const password = 'correct horse battery'
const market = await openMarket({ signInRatePerMinute: 2, trustedProxies: ['127.0.0.1'] })
const most = 10
let serial = 0
let addresses = 0

async function person(): Promise<string> {
  const email = `guessed${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  return email
}

const elsewhere = () => `10.${(++addresses >> 8) & 255}.${addresses & 255}.7`

/** Each request comes from its own address unless one is given. */
async function ask(path: string, body: object, page = market.console(), address = elsewhere()) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return page.send('POST', `/auth/${path}`, JSON.stringify(body), headers)
}

const signIn = async (email: string, given: string, address?: string) => {
  const page = market.console()
  const answer = await ask('sign-in/email', { email, password: given }, page, address)
  return { page, ...answer }
}

const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort()
const times = <T>(count: number, work: () => T): T[] => Array.from({ length: count }, work)
const found = (count: number, status: number) => times(count, () => status)

describe('a password', () => {
  test('has an hourly limit of guesses, across all addresses and concurrent requests', async () => {
    const email = await person()
    const statuses = await statusesOf(times(15, () => signIn(email, 'a wrong password')))
    assert.deepEqual(statuses, [...found(most, 401), ...found(5, 429)])
    const refused = await signIn(` ${email.toUpperCase()}`, password)
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers.get('retry-after')) > 3_000)
    market.pass(3_601)
    assert.equal((await signIn(email, password)).status, 200)
  })

  test('gets the same responses for an unknown address', async () => {
    const statuses = await statusesOf(times(15, () => signIn('nobody@example.com', 'a wrong password')))
    assert.deepEqual(statuses, [...found(most, 401), ...found(5, 429)])
  })

  test('resets the count when correct', async () => {
    const email = await person()
    for (let time = 0; time < most + 2; time++) assert.equal((await signIn(email, password)).status, 200)
  })

  for (const home of ['198.51.100.9', '2001:db8:1:2:3:4:5:6'])
    test(`admits a user already signed in at the same address while others guess: ${home}`, async () => {
      const email = await person()
      assert.equal((await signIn(email, password, home)).status, 200)
      await Promise.all(times(most, () => signIn(email, 'a wrong password')))
      assert.equal((await signIn(email, password)).status, 429)
      assert.equal((await signIn(email, password, home)).status, 200)
    })

  test('has the same limit in an open session', async () => {
    const { page } = await signIn(await person(), password)
    const paths = ['change-password', 'two-factor/enable', 'two-factor/disable', 'two-factor/generate-backup-codes']
    const bodyOf = (path: string) =>
      path === 'change-password' ? { currentPassword: 'a wrong password', newPassword: password } : { password: 'x' }
    const codes: unknown[] = []
    for (const path of [...paths, ...paths, ...paths]) codes.push((await ask(path, bodyOf(path), page)).body.code)
    // No backup codes exist before the second factor is on.
    const round = ['invalid_password', 'invalid_password', 'invalid_password', 'second_factor_state_conflict']
    assert.deepEqual(codes, [...round, ...round, ...round.slice(0, 2), 'rate_limited', 'rate_limited'])
  })
})

test('codes have a limit across concurrent requests from everywhere', async () => {
  const email = 'codes@example.com'
  const open = await openMarket()
  await createAccount(open.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  const page = await open.signIn(email, password)
  const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
  const pages = await Promise.all(times(10, () => open.signIn(email, password)))
  // Each prompt may be guessed five times.
  const codes = times(5, () => pages)
    .flat()
    .map((each, index) =>
      index % 2
        ? each.post('/auth/two-factor/verify-totp', { code: '000000' })
        : each.post('/auth/two-factor/verify-backup-code', { code: 'aaaaa-bbbbb' }),
    )
  const statuses = await statusesOf(codes)
  assert.ok(statuses.filter((status) => status === 401).length <= 30, statuses.join())
  assert.ok(statuses.filter((status) => status === 429).length >= 20, statuses.join())
})

test('conflicts of concurrent requests in the library’s tables cause no errors', async () => {
  const email = await person()
  const { page } = await signIn(email, password)
  const answers = await Promise.all(times(10, () => ask('two-factor/enable', { password }, page)))
  const shown = answers.map(({ status }) => status).filter((status) => status !== 200)
  assert.deepEqual(shown, [])
})

test('old guesses are deleted', async () => {
  const { db } = market.ctx
  await signIn(await person(), 'a wrong password')
  market.pass(25 * 3_600 + 1)
  await deleteEnded(market.ctx)
  const { kept } = await db.one<{ kept: number }>(sql`select count(*)::integer as kept from sign_in_guesses`)
  assert.equal(kept, 0)
})

test('expired rows are deleted in batches, others are kept', async () => {
  const { db } = market.ctx
  await deleteEnded(market.ctx)
  const hourAgo = (hours: number) => sql`${db.now()} - ${hours}::integer * interval '1 hour'`
  await db.run(sql`
    insert into sign_in_guesses (subject, guesses, since)
    select 'crowd-' || each, 1, case when each <= 2500 then ${hourAgo(26)} else ${hourAgo(1)} end
    from generate_series(1, 2600) each`)
  await db.run(sql`
    insert into sign_in_verifications (identifier, value, expires_at, created_at, updated_at)
    select 'crowd-' || each, '1', case when each <= 2500 then ${hourAgo(1)} else ${hourAgo(-1)} end, ${db.now()}, ${db.now()}
    from generate_series(1, 2600) each`)
  const sent = db.sent()
  assert.equal(await deleteEnded(market.ctx), 5_000)
  assert.equal(db.sent() - sent, 1 + 3 + 3 + 1 + 1, 'a thousand at once, at most')
  const { kept } = await db.one<{ kept: number }>(sql`
    select (select count(*) from sign_in_guesses) + (select count(*) from sign_in_verifications) as kept`)
  assert.equal(kept, 200)
})
