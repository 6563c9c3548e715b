import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import type { ConsoleClient } from '../../../test/support/console.ts'
import { codeOf, formerCodeOf, stepNow } from '../../../test/support/fakes/totp.ts'
import { expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { contentsOf } from '../../../test/support/scenarios/digest.ts'
import { machineSeconds } from '../../platform/clock.ts'
import { createAccount } from '../actions.ts'
import { stepOf } from './totp.ts'

const market = await openMarket()
const password = 'correct horse battery'
const offers = '/advertiser/offers'
let serial = 0

type Protected = {
  readonly email: string
  readonly page: ConsoleClient
  readonly secret: string
  readonly backupCodes: readonly string[]
}

/** Returns a user with a second factor, enrolled with the previous step's code so that the next codes are unused. */
async function withCodes(at = market): Promise<Protected> {
  const email = `codes${++serial}@example.com`
  await createAccount(at.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  const page = await at.signIn(email, password)
  const { totpURI, backupCodes } = expectOk(await page.post('/auth/two-factor/enable', { password }))
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
  return { email, page, secret, backupCodes }
}

/** Returns a client that has given the password and is prompted for a code. */
async function promptedPage({ email }: { readonly email: string }, at = market): Promise<ConsoleClient> {
  const page = at.console()
  const { body } = await page.post('/auth/sign-in/email', { email, password })
  assert.deepEqual(body, { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  return page
}

const verify = async (page: ConsoleClient, code: string, kind = 'totp') => {
  const { status, body } = await page.post(`/auth/two-factor/verify-${kind}`, { code })
  return status === 200 ? '200' : `${status} ${body.code}`
}
const isIn = async (page: ConsoleClient) => (await page.get(offers)).status === 200

describe('a code', () => {
  test('follows RFC 6238', () => {
    const secret = '12345678901234567890'
    const known = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const
    for (const [seconds, code] of known) assert.equal(stepOf(code, secret, seconds), Math.floor(seconds / 30))
  })

  test('is accepted from one step early to one step late', () => {
    const at = (seconds: number) => stepOf('287082', '12345678901234567890', seconds)
    assert.deepEqual([0, 29, 30, 59, 89, 90].map(at), [1, 1, 1, 1, 1, undefined])
  })

  test('is required once set up; before that the password suffices', async () => {
    const email = `codes${++serial}@example.com`
    await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
    const page = await market.signIn(email, password)
    const wrong = await page.post('/auth/two-factor/enable', { password: 'wrong password' })
    assert.equal(wrong.status, 400)
    const { totpURI, backupCodes } = expectOk(await page.post('/auth/two-factor/enable', { password }))
    assert.match(totpURI, /^otpauth:\/\/totp\/Task%20Marketplace:codes\d+%40example\.com\?secret=[A-Z2-7]+&issuer=/)
    assert.equal(new Set(backupCodes).size, 10)
    assert.ok(await isIn(await market.signIn(email, password)))
    assert.equal(await verify(page, '000000'), '401 invalid_code')
    const code = codeOf(new URL(totpURI).searchParams.get('secret') ?? '')
    const before = page.cookies.get('market.session_token')
    assert.equal(await verify(page, code), '200')
    assert.notEqual(page.cookies.get('market.session_token'), before)
    assert.ok(await isIn(page))
    const next = await promptedPage({ email })
    assert.equal(await isIn(next), false)
    assert.equal(await verify(next, code), '401 code_used', 'the code of setting up counts no more')
  })

  test('is accepted once; afterwards neither it nor an older one is', async () => {
    const [person, since] = [await withCodes(), stepNow()]
    const first = await promptedPage(person)
    assert.equal(await verify(first, codeOf(person.secret, 0, since)), '200')
    assert.ok(await isIn(first))
    // The older code may have expired meanwhile.
    for (const aside of [0, -1])
      assert.match(
        await verify(await promptedPage(person), codeOf(person.secret, aside, since)),
        /^401 (code_used|invalid_code)$/,
      )
    assert.equal(await verify(await promptedPage(person), codeOf(person.secret, 1, since)), '200')
  })

  test('is accepted for one of several concurrent requests', async () => {
    const person = await withCodes()
    const pages = await Promise.all(Array.from({ length: 8 }, () => promptedPage(person)))
    const code = codeOf(person.secret)
    const results = await Promise.all(pages.map((page) => verify(page, code)))
    assert.equal(results.filter((each) => each === '200').length, 1, results.join())
    const inside = await Promise.all(pages.map(isIn))
    assert.equal(inside.filter(Boolean).length, 1)
  })

  test('that becomes valid while being checked is not accepted: it could be used twice', async () => {
    const person = await withCodes()
    const page = await promptedPage(person)
    const now = machineSeconds() * 1000
    const isOurs = () => new Error('who asks').stack?.includes('clock.ts')
    const clock = mock.method(Date, 'now', () => now + (isOurs() ? 0 : 30_000))
    const code = codeOf(person.secret, 2)
    const result = await verify(page, code)
    clock.mock.restore()
    assert.equal(result, '401 invalid_code')
  })

  test('is rejected two steps away, of another account, or made up', async () => {
    const [person, other] = [await withCodes(), await withCodes()]
    const codes = [
      codeOf(person.secret, -2),
      codeOf(person.secret, 2),
      codeOf(other.secret),
      '',
      '12345',
      '１２３４５６',
    ]
    for (const code of codes.filter((each) => each !== codeOf(person.secret)))
      assert.match(await verify(await promptedPage(person), code), /^40[01] /)
  })

  test('is useless without the password', async () => {
    const { secret } = await withCodes()
    assert.equal(await verify(market.console(), codeOf(secret)), '401 sign_in_expired')
  })

  test('may be guessed ten times; then even correct ones are refused for a while', async () => {
    const person = await withCodes()
    const results: string[] = []
    for (let guess = 0; guess < 10; guess++) results.push(await verify(await promptedPage(person), '000000'))
    assert.deepEqual(new Set(results), new Set(['401 invalid_code']))
    const locked = await promptedPage(person)
    assert.equal(await verify(locked, codeOf(person.secret)), '429 too_many_codes')
    assert.equal(await isIn(locked), false)
  })
})

describe('a backup code', () => {
  test('is accepted once, also by concurrent requests', async () => {
    const person = await withCodes()
    const [code = '', second = ''] = person.backupCodes
    const pages = await Promise.all(Array.from({ length: 8 }, () => promptedPage(person)))
    const results = await Promise.all(pages.map((page) => verify(page, code, 'backup-code')))
    assert.equal(results.filter((each) => each === '200').length, 1, results.join())
    assert.equal(await verify(await promptedPage(person), code, 'backup-code'), '401 invalid_code')
    assert.equal(await verify(await promptedPage(person), second, 'backup-code'), '200')
  })

  test('is replaced together with all others by a user who knows the password', async () => {
    const { page, backupCodes, ...person } = await withCodes()
    assert.equal(
      (await page.post('/auth/two-factor/generate-backup-codes', { password: 'wrong password' })).status,
      400,
    )
    const made = expectOk(await page.post('/auth/two-factor/generate-backup-codes', { password }))
    assert.equal(await verify(await promptedPage(person), backupCodes[2] ?? '', 'backup-code'), '401 invalid_code')
    assert.equal(await verify(await promptedPage(person), made.backupCodes[2], 'backup-code'), '200')
  })
})

describe('the second factor', () => {
  test('is disabled with the password and then no longer required', async () => {
    const { page, email } = await withCodes()
    assert.equal((await page.post('/auth/two-factor/disable', { password: 'wrong password' })).status, 400)
    expectOk(await page.post('/auth/two-factor/disable', { password }))
    assert.ok(await isIn(page))
    assert.ok(await isIn(await market.signIn(email, password)))
  })

  test('ends all other sessions when enabled and when disabled', async () => {
    const email = `codes${++serial}@example.com`
    await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
    const [page, before] = [await market.signIn(email, password), await market.signIn(email, password)]
    const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    assert.ok(await isIn(before), 'not yet on')
    assert.equal(await verify(page, await formerCodeOf(secret)), '200')
    assert.deepEqual([await isIn(page), await isIn(before)], [true, false])
    const meanwhile = await promptedPage({ email })
    assert.equal(await verify(meanwhile, codeOf(secret)), '200')
    assert.equal((await page.post('/auth/two-factor/disable', { password: 'wrong password' })).status, 400)
    assert.deepEqual([await isIn(page), await isIn(meanwhile)], [true, true])
    expectOk(await page.post('/auth/two-factor/disable', { password }))
    assert.deepEqual([await isIn(page), await isIn(meanwhile)], [true, false])
  })

  test('cannot be set up again while in use', async () => {
    const { page } = await withCodes()
    const { status, body } = await page.post('/auth/two-factor/enable', { password })
    assert.deepEqual([status, body.code], [409, 'second_factor_state_conflict'])
  })

  test('cannot be skipped by trusting a device', async () => {
    const person = await withCodes()
    const page = await promptedPage(person)
    const body = { code: codeOf(person.secret) }
    const trusted = await page.post('/auth/two-factor/verify-totp', { ...body, trustDevice: true })
    assert.deepEqual([trusted.status, trusted.body.errors[0].code], [400, 'unknown_member'])
    expectOk(await page.post('/auth/two-factor/verify-totp', body))
    expectOk(await page.post('/auth/sign-out'))
    const { body: again } = await page.post('/auth/sign-in/email', { email: person.email, password })
    assert.equal(again.twoFactorRedirect, true)
  })

  test('is stored so that the database alone does not reveal codes', async () => {
    const { secret, backupCodes } = await withCodes()
    const contents = await contentsOf(market.ctx.db)
    const raw = Buffer.from(secret).toString()
    for (const each of [raw, ...backupCodes]) assert.ok(!contents.includes(each))
  })
})
