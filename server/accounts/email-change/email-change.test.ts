import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { confirmSessions } from '../../../test/support/console.ts'
import { expectOk, membersOf, outcome, theOperator } from '../../../test/support/fixtures.ts'
import { mailsTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { advanceClosings } from '../../privacy/actions-closing-steps.ts'
import type { Id } from '../../values/id.ts'
import { createAccount, createKey } from '../actions.ts'
import { imposeSanction, restoreAccount, suspendAccount } from '../sanctions/actions.ts'
import { deleteEnded } from '../sessions/actions.ts'

const market = await openMarket()
const { ctx, owner } = market
const [path, password] = ['/settings/email', 'correct horse battery']
const day = 86_400
let serial = 0
const newAddress = () => `new${++serial}@example.com`

async function person() {
  const email = `mover${++serial}@example.com`
  const { id } = await createAccount(ctx, { email, roles: ['Advertiser', 'Executor'], language: 'en', password })
  const page = await market.signIn(email, password)
  await confirmSessions(ctx, id)
  return { id, email, page }
}
type Mover = Awaited<ReturnType<typeof person>>

/** Returns the tokens in the newest e-mail-change mail to an address. */
async function linksTo(email: string): Promise<{ confirm: string; cancel: string }> {
  for (const { body } of await mailsTo(market, email)) {
    const tokenOf = (kind: string) => new RegExp(`/${kind}-email-change\\?token=(\\S+)$`, 'm').exec(body)?.[1] ?? ''
    if (body.includes('-email-change?token=')) return { confirm: tokenOf('confirm'), cancel: tokenOf('cancel') }
  }
  return assert.fail(`no link to ${email}`)
}
const subjectsTo = async (email: string) => (await mailsTo(market, email)).map(({ subject }) => subject)

/** Opens a link in a browser that is not signed in. */
const open = (kind: 'confirm' | 'cancel', token: string) => market.console().post(`/email-change/${kind}`, { token })

async function requested({ page, email }: Mover, to = newAddress()) {
  expectOk(await page.post(path, { email: to }))
  return { to, old: await linksTo(email), fresh: await linksTo(to) }
}

/** Returns the address from the account row and from the sign-in row. */
const addressesOf = (id: number) =>
  ctx.db.one<{ account: string; signIn: string; isVerified: boolean }>(sql`
    select accounts.email as account, person.email as sign_in, email_verified as is_verified
    from accounts join sign_in_users person on person.id = accounts.id where accounts.id = ${id}::bigint`)
const both = (email: string) => ({ account: email, signIn: email, isVerified: true })

describe('a change of the e-mail address', () => {
  test('is made once both addresses have confirmed, and ends all sessions except the requesting one', async () => {
    const mover = await person()
    const other = await market.signIn(mover.email, password)
    const { secret: key } = await createKey(ctx, { email: mover.email })
    const address = newAddress()
    expectOk(await mover.page.post(path, { email: `  ${address.toUpperCase()} ` }))
    const [old, fresh] = [await linksTo(mover.email), await linksTo(address)]
    assert.deepEqual(expectOk(await open('confirm', old.confirm)), { status: 'Waiting' })
    assert.deepEqual(await addressesOf(mover.id), both(mover.email))
    const { change } = expectOk(await mover.page.get(path))
    assert.deepEqual([change.oldConfirmed, change.newConfirmed, change.byOperator], [true, false, false])
    assert.deepEqual(expectOk(await open('confirm', fresh.confirm)), { status: 'Changed' })
    assert.deepEqual(await addressesOf(mover.id), both(address))
    assert.deepEqual(expectOk(await mover.page.get(path)), { email: address, change: null })
    assert.equal(outcome(await other.get(path)), '401 token_invalid')
    assert.equal((await market.as(key).get('/v1/tasks')).status, 200, 'API keys stay')
    assert.equal(outcome(await sendPassword(mover.email)), '401 invalid_email_or_password')
    await market.signIn(address, password)
    for (const each of [mover.email, address])
      assert.equal((await subjectsTo(each))[0], 'The e-mail address of your account was changed')
    const actions = await ctx.db.many<{ action: string; data: object }>(sql`
      select action, data from audit_log where owner = ${mover.id}::bigint and action like 'account.email%' order by id`)
    assert.deepEqual(membersOf(actions, 'action'), ['account.email_change_request', 'account.email_change'])
    assert.ok(!JSON.stringify(actions).includes('@'), 'no address is in the audit log')
  })

  const sendPassword = (email: string) => market.console().post('/auth/sign-in/email', { email, password })

  test('requires a confirmed session and a different, valid address', async () => {
    const mover = await person()
    for (const email of ['nobody', 'two words@example.com', `${'x'.repeat(250)}@example.com`, 'nul\u0000@example.com'])
      assert.equal(outcome(await mover.page.post(path, { email })), '400 validation_error', email)
    assert.equal(outcome(await mover.page.post(path, { email: mover.email.toUpperCase() })), '400 validation_error')
    market.pass(601)
    assert.equal(outcome(await mover.page.post(path, { email: newAddress() })), '403 confirmation_required')
    assert.equal((await mailsTo(market, mover.email)).length, 0)
  })

  test('gives the same response for an address that has an account, which gets no link', async () => {
    const [mover, taken] = [await person(), await person()]
    const free = newAddress()
    const answers = [
      expectOk(await mover.page.post(path, { email: free })),
      expectOk(await mover.page.post(path, { email: taken.email })),
    ]
    const blank = (text: string) =>
      text
        .replaceAll(free, 'X')
        .replaceAll(taken.email, 'X')
        .replaceAll(/"[\d-]+T[^"]+"/g, 'T')
    assert.equal(blank(JSON.stringify(answers[1])), blank(JSON.stringify(answers[0])))
    const [mail] = await mailsTo(market, taken.email)
    assert.equal(mail?.subject, 'This address already has an account')
    assert.doesNotMatch(mail?.body ?? '', /token=/)
    const { confirm } = await linksTo(mover.email)
    assert.deepEqual(expectOk(await open('confirm', confirm)), { status: 'Waiting' })
    assert.deepEqual(await addressesOf(mover.id), both(mover.email))
  })

  test('is refused without partial effects if another account takes the address first', async () => {
    const mover = await person()
    const { to, old, fresh } = await requested(mover)
    expectOk(await open('confirm', old.confirm))
    await createAccount(ctx, { email: to, roles: ['Executor'], language: 'en' })
    assert.equal(outcome(await open('confirm', fresh.confirm)), '409 email_taken')
    assert.deepEqual(await addressesOf(mover.id), both(mover.email))
    const { change } = expectOk(await mover.page.get(path))
    assert.deepEqual([change.newEmail, change.newConfirmed], [to, false])
  })

  test('succeeds for only one of two concurrent requests for the same address', async () => {
    const [one, two] = [await person(), await person()]
    const to = newAddress()
    const tokens: string[] = []
    for (const mover of [one, two]) {
      const { old, fresh } = await requested(mover, to)
      expectOk(await open('confirm', old.confirm))
      tokens.push(fresh.confirm)
    }
    const outcomes = (await Promise.all(tokens.map((token) => open('confirm', token)))).map(outcome)
    assert.deepEqual(outcomes.toSorted(), ['200', '409 email_taken'])
    const addresses = [(await addressesOf(one.id)).account, (await addressesOf(two.id)).account]
    assert.equal(addresses.filter((each) => each === to).length, 1)
    assert.deepEqual(
      await ctx.db.many(sql`
      select 1 from accounts join sign_in_users person on person.id = accounts.id where accounts.email <> person.email`),
      [],
    )
  })
})

describe('the links of an address change', () => {
  test('work concurrently, each of them once', async () => {
    const mover = await person()
    const { to, old, fresh } = await requested(mover)
    const opened = [old, fresh, old, fresh, old, fresh].map(({ confirm }) => open('confirm', confirm))
    const answers = await Promise.all(opened)
    const statuses = answers.map((answer) => (answer.status === 200 ? answer.body.status : outcome(answer)))
    assert.deepEqual(statuses.toSorted(), [...Array(4).fill('400 link_invalid'), 'Changed', 'Waiting'])
    assert.deepEqual(await addressesOf(mover.id), both(to))
  })

  test('are stored as hashes and expire after a day', async () => {
    const mover = await person()
    const { old, fresh } = await requested(mover)
    const stored = JSON.stringify(await ctx.db.many(sql`select email_changes::text as row from email_changes`))
    for (const token of [old.confirm, old.cancel, fresh.confirm]) {
      assert.ok(!stored.includes(token) && !stored.includes(Buffer.from(token).toString('hex')))
    }
    market.pass(day + 1)
    assert.equal(outcome(await open('confirm', old.confirm)), '400 link_invalid')
    assert.equal(outcome(await open('cancel', old.cancel)), '400 link_invalid')
    const page = await market.signIn(mover.email, password)
    assert.equal(expectOk(await page.get(path)).change, null)
    await confirmSessions(ctx, mover.id)
    expectOk(await page.post(path, { email: newAddress() }))
    market.pass(31 * day)
    await deleteEnded(ctx)
    assert.deepEqual(await ctx.db.many(sql`select 1 from email_changes where account = ${mover.id}::bigint`), [])
  })

  test('become invalid after a cancellation: from the old mailbox, in the console, or by a newer request', async () => {
    const mover = await person()
    const first = await requested(mover)
    expectOk(await open('confirm', first.old.confirm))
    expectOk(await open('cancel', first.old.cancel))
    assert.equal(outcome(await open('cancel', first.old.cancel)), '400 link_invalid')
    const second = await requested(mover)
    expectOk(await mover.page.delete(path))
    assert.equal(outcome(await mover.page.delete(path)), '404 email_change_not_found')
    const third = await requested(mover)
    const fourth = await requested(mover)
    for (const { old, fresh } of [first, second, third])
      for (const { confirm } of [old, fresh]) assert.equal(outcome(await open('confirm', confirm)), '400 link_invalid')
    assert.equal(outcome(await open('cancel', third.old.cancel)), '400 link_invalid')
    const confirmed = await Promise.all([fourth.old, fourth.fresh].map(({ confirm }) => open('confirm', confirm)))
    assert.deepEqual(confirmed.map(outcome), ['200', '200'])
    assert.deepEqual(await addressesOf(mover.id), both(fourth.to))
  })

  test('of concurrent requests are valid for only one of them', async () => {
    const mover = await person()
    const addresses = [newAddress(), newAddress(), newAddress()]
    for (const answer of await Promise.all(addresses.map((email) => mover.page.post(path, { email })))) expectOk(answer)
    const { newEmail } = expectOk(await mover.page.get(path)).change
    for (const each of addresses) {
      const { confirm } = await linksTo(each)
      assert.equal(outcome(await open('confirm', confirm)), each === newEmail ? '200' : '400 link_invalid')
    }
  })

  test('become invalid with a new password, as does a password link sent to the old address', async () => {
    const mover = await person()
    const before = await requested(mover)
    expectOk(
      await mover.page.post('/auth/change-password', { currentPassword: password, newPassword: `${password} 2` }),
    )
    for (const { confirm } of [before.old, before.fresh])
      assert.equal(outcome(await open('confirm', confirm)), '400 link_invalid')
    await confirmSessions(ctx, mover.id)
    const reset = await resetLink(mover.email)
    const next = await requested(mover)
    const [one, two] = [await open('confirm', next.old.confirm), await open('confirm', next.fresh.confirm)]
    assert.deepEqual([outcome(one), outcome(two)], ['200', '200'])
    const newPassword = 'what an old mailbox wants'
    const answer = await market.console().post('/auth/reset-password', { token: reset, newPassword })
    assert.equal(outcome(answer), '400 link_invalid')
  })

  test('become invalid with a password reset', async () => {
    const mover = await person()
    const { old, fresh } = await requested(mover)
    const token = await resetLink(mover.email)
    expectOk(await market.console().post('/auth/reset-password', { token, newPassword: 'another one for it' }))
    for (const { confirm } of [old, fresh]) assert.equal(outcome(await open('confirm', confirm)), '400 link_invalid')
    assert.equal(outcome(await open('cancel', old.cancel)), '400 link_invalid')
  })

  test('cannot confirm for a suspended account, which can still cancel', async () => {
    const mover = await person()
    const { old, fresh } = await requested(mover)
    expectOk(await open('confirm', old.confirm))
    await suspendAccount(ctx, mover.email, 'Looks stolen.')
    assert.equal(outcome(await open('confirm', fresh.confirm)), '403 account_suspended')
    assert.deepEqual(await addressesOf(mover.id), both(mover.email))
    expectOk(await open('cancel', old.cancel))
    await restoreAccount(ctx, mover.email)
    assert.equal(outcome(await open('confirm', fresh.confirm)), '400 link_invalid')
  })

  async function resetLink(email: string): Promise<string> {
    await market.console().post('/auth/request-password-reset', { email })
    for (const { body } of await mailsTo(market, email)) {
      const token = /reset-password\?token=(\S+)$/m.exec(body)?.[1]
      if (token) return token
    }
    return assert.fail('no link')
  }
})

test('requests for an address change are limited per account and per mailbox', async () => {
  const mover = await person()
  for (let count = 0; count < 5; count++) expectOk(await mover.page.post(path, { email: newAddress() }))
  assert.equal(outcome(await mover.page.post(path, { email: newAddress() })), '429 rate_limited')
  const target = newAddress()
  for (let count = 0; count < 3; count++) {
    const email = count === 0 ? target : target.replace('@', `+${count}@`)
    expectOk(await (await person()).page.post(path, { email }))
  }
  const late = await person()
  assert.equal(outcome(await late.page.post(path, { email: target.replace('@', '+again@') })), '429 rate_limited')
  market.pass(20 * 3_600)
  await deleteEnded(ctx)
  await confirmSessions(ctx, mover.id)
  assert.equal(outcome(await mover.page.post(path, { email: newAddress() })), '429 rate_limited', 'still the same day')
  market.pass(5 * 3_600)
  await confirmSessions(ctx, mover.id)
  expectOk(await mover.page.post(path, { email: newAddress() }))
})

describe('an operator', () => {
  const reason = 'Showed the passport; the mailbox no longer exists.'
  const change = async (id: number, email: string) =>
    (await theOperator(market)).a.post(`/api/operator/accounts/${id}/email`, { email, reason })

  test('changes a lost address once the new one confirms, and both are notified', async () => {
    const mover = await person()
    const to = newAddress()
    const { change: begun } = expectOk(await change(mover.id, to))
    assert.deepEqual([begun.byOperator, begun.oldConfirmed, begun.newConfirmed], [true, true, false])
    assert.deepEqual(await addressesOf(mover.id), both(mover.email), 'a mistyped address gets nothing')
    assert.deepEqual(await subjectsTo(mover.email), ['The e-mail address of your account is being changed'])
    assert.deepEqual(expectOk(await open('confirm', (await linksTo(to)).confirm)), { status: 'Changed' })
    assert.deepEqual(await addressesOf(mover.id), both(to))
    assert.equal(outcome(await mover.page.get(path)), '401 token_invalid', 'every session ends')
    const { id: operator } = await theOperator(market)
    const audit = await ctx.db.many(sql`
      select action, account, reason from audit_log where owner = ${mover.id}::bigint and action like 'account.email%' order by id`)
    assert.deepEqual(audit, [
      { action: 'account.email_change_request', account: operator, reason },
      { action: 'account.email_change', account: operator, reason },
    ])
  })

  test('can be stopped from the old mailbox, and cannot change their own address', async () => {
    const mover = await person()
    const to = newAddress()
    expectOk(await change(mover.id, to))
    expectOk(await open('cancel', (await linksTo(mover.email)).cancel))
    assert.equal(outcome(await open('confirm', (await linksTo(to)).confirm)), '400 link_invalid')
    const { id } = await theOperator(market)
    assert.equal(outcome(await change(id, newAddress())), '409 own_interest')
    assert.equal(outcome(await change(mover.id, (await person()).email)), '409 email_taken')
    assert.equal(outcome(await change(999_999_999, newAddress())), '404 account_not_found')
  })
})

test('a change that fails halfway has no effect, and the same link completes it', async () => {
  const mover = await person()
  const { to, old, fresh } = await requested(mover)
  expectOk(await open('confirm', old.confirm))
  await owner.run(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await owner.run(
    sql`create trigger refused before update of email on sign_in_users for each row execute function refuse()`,
  )
  assert.equal((await open('confirm', fresh.confirm)).status, 500)
  assert.deepEqual(await addressesOf(mover.id), both(mover.email))
  await owner.run(sql`drop trigger refused on sign_in_users`)
  assert.deepEqual(expectOk(await open('confirm', fresh.confirm)), { status: 'Changed' })
  assert.deepEqual(await addressesOf(mover.id), both(to))
})

test('a sanction also matches an earlier address of the account', async () => {
  const mover = await person()
  const { old, fresh } = await requested(mover)
  for (const { confirm } of [old, fresh]) expectOk(await open('confirm', confirm))
  await imposeSanction(ctx, {
    account: mover.id as Id<'account'>,
    kind: 'NoReservations',
    code: 'ProofsReused',
    reason: 'The same picture in ten reports.',
  })
  await confirmSessions(ctx, mover.id)
  expectOk(await mover.page.post('/settings/closing', {}))
  market.pass(14 * day)
  for (let step = 0; step < 3; step++) await advanceClosings(ctx)
  const { count } = await ctx.db.one<{ count: number }>(sql`
    select count(*) from barred_identities where account = ${mover.id}::bigint`)
  assert.equal(count, 2)
  assert.deepEqual(await ctx.db.many(sql`select 1 from email_changes where account = ${mover.id}::bigint`), [])
})
