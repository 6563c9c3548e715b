import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../../test/support/console.ts'
import { browserAt, openPushReceiver, signerOf } from '../../../test/support/fakes/push-receiver.ts'
import { executor, expectOk, membersOf, outcome, type Person } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { createAccount } from '../../accounts/actions.ts'
import { imposeSanction } from '../../accounts/sanctions/actions.ts'
import { machineSeconds } from '../../platform/clock.ts'
import { sql } from '../../platform/sql.ts'
import { advanceClosings } from '../../privacy/actions-closing-steps.ts'
import { idOf } from '../../values/id.ts'
import { notify } from '../actions-notify.ts'
import { subscriptionsMax } from '../notification.ts'
import { endPushes, sendPushes } from './actions-send.ts'
import { attemptsMax, endOf } from './push.ts'
import { claimPushes } from './sql.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { ctx, logger } = market
const { db } = ctx
const service = await openPushReceiver()
const path = '/settings/push'
const settings = '/api/account/notification-settings'
let serial = 0

/** The simplest way to cause a notification. */
const warn = ({ id }: Pick<Person, 'id'>, reason = 'Be careful.') =>
  imposeSanction(ctx, { account: idOf<'account'>(id), kind: 'Warning', code: 'Other', reason })

const consoleOf = async ({ id }: Pick<Person, 'id'>) => market.console(await openSession(market, id))

/** Returns a browser in which this person gets push messages. */
async function subscribed(person: Pick<Person, 'id'>, origin = service.origin) {
  const [page, browser] = [await consoleOf(person), browserAt(origin, `${++serial}`)]
  const state = expectOk(await page.put(path, browser.subscription))
  const received = () => service.received.filter((one) => browser.subscription.endpoint.endsWith(one.path))
  return { page, ...browser, state, received, shown: () => received().map(browser.read) }
}

/** Returns a person without notifications, and a browser of theirs. */
async function listening(origin?: string) {
  const person = await executor(market)
  await sendAll()
  return { person, browser: await subscribed(person, origin) }
}

async function sendAll(): Promise<void> {
  await notify(ctx)
  while ((await sendPushes(ctx, logger)) > 0);
}

const openPushes = async ({ id }: Person) =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) from push_messages join push_subscriptions using (session) where account = ${id}::bigint`)
  ).count

describe('a push message', () => {
  test('says what the bell shows, to every browser of the account, encrypted and signed', async () => {
    const { person, browser } = await listening()
    const other = await subscribed(person)
    await warn(person)
    await sendAll()
    const [item] = expectOk(await person.a.get('/api/account/notifications')).items
    const title = 'A sanction was imposed on your account'
    const expected = [{ title, path: '/settings/account', tag: `notification-${item.id}` }]
    assert.deepEqual([browser.shown(), other.shown()], [expected, expected])
    const [message] = browser.received()
    assert.ok(message)
    assert.ok(!message.body.includes('sanction') && message.body.length < 3_000)
    const { encoding, ttl } = { encoding: message.headers['content-encoding'], ttl: message.headers['ttl'] }
    assert.deepEqual([encoding, ttl, message.headers['topic']], ['aes128gcm', '86400', undefined])
    const { isOurs, subject, expiresAt } = await signerOf(message, browser.state.publicKey, service.origin)
    assert.deepEqual([isOurs, subject], [true, 'mailto:nobody@localhost'])
    assert.ok(expiresAt > machineSeconds() && expiresAt < machineSeconds() + 86_400)
  })

  test('is in the language of the person, and never has what a person wrote as a reason', async () => {
    const { person, browser } = await listening()
    expectOk(await person.a.patch('/api/account', { language: 'ru' }))
    await warn(person, 'A secret reason')
    await sendAll()
    const [{ title }] = browser.shown()
    assert.match(title, /^[А-Яа-яё\s]+$/)
  })

  test('is sent for the kinds that are chosen, and that appear in the console', async () => {
    const { person, browser } = await listening()
    const choose = (choice: object) => person.a.patch(settings, { choices: [{ kind: 'WorkRejected', ...choice }] })
    const chosen = async (choice: object) =>
      expectOk(await choose(choice)).choices.find(({ kind }: { kind: string }) => kind === 'WorkRejected').push
    assert.equal(await chosen({}), true, 'as by mail')
    assert.equal(await chosen({ console: false }), false)
    const refused = await choose({ push: true })
    assert.deepEqual(
      [outcome(refused), membersOf(refused.body.errors, 'code')],
      ['400 validation_error', ['console_off']],
    )
    assert.equal(await chosen({ console: true }), true)
    assert.equal(await chosen({ push: false }), false)
    expectOk(await person.a.patch(settings, { choices: [{ kind: 'SanctionImposed', push: false }] }))
    await warn(person)
    await sendAll()
    assert.deepEqual(browser.received(), [])
  })

  test('is not sent once it is read, or a day late', async () => {
    const { person, browser } = await listening()
    await warn(person)
    await notify(ctx)
    expectOk(await person.a.post('/api/account/notifications/read', { all: true }))
    await warn(person)
    await notify(ctx)
    market.pass(86_401)
    await sendAll()
    assert.deepEqual([browser.received(), await openPushes(person)], [[], 0])
  })

  test('is sent again after a minute if its sender died, with the same tag', async () => {
    const { person, browser } = await listening()
    await warn(person)
    await notify(ctx)
    assert.equal((await claimPushes(db, 10)).length, 1, 'by a process that dies then')
    await sendAll()
    assert.deepEqual(browser.received(), [])
    market.pass(60)
    await sendAll()
    await sendAll()
    assert.equal(browser.received().length, 1)
    await endPushes(ctx)
  })

  for (const status of [429, 500, 503])
    test(`is sent ${attemptsMax} times while its push service answers ${status}`, async () => {
      const { person, browser } = await listening()
      service.reply(status)
      await warn(person)
      for (let turn = 0; turn < attemptsMax + 2; turn++) {
        await sendAll()
        market.pass(1_800)
      }
      service.reply(201)
      assert.deepEqual([browser.received().length, await openPushes(person)], [attemptsMax, 0])
      assert.equal(expectOk(await browser.page.get(path)).isOn, true)
    })

  for (const status of [302, 400, 403, 413])
    test(`is given up at the answer ${status}, and no redirect is followed`, async () => {
      const { person, browser } = await listening()
      service.reply(status)
      await warn(person)
      await sendAll()
      service.reply(201)
      assert.deepEqual([browser.received().length, await openPushes(person)], [1, 0])
      assert.ok(!service.received.some((one) => one.path === '/elsewhere'))
    })

  for (const status of [404, 410])
    test(`ends the subscription at the answer ${status}`, async () => {
      const { person, browser } = await listening()
      service.reply(status)
      for (const _ of ['one', 'two']) await warn(person)
      await sendAll()
      service.reply(201)
      assert.equal(browser.received().length, 1)
      assert.equal(expectOk(await browser.page.get(path)).isOn, false)
    })

  test('to a browser whose push service does not answer delays no other', async () => {
    const { person, browser } = await listening()
    const dead = await subscribed(person, 'http://127.0.0.1:9')
    await warn(person)
    await warn(person)
    await sendAll()
    assert.deepEqual([browser.received().length, await openPushes(person)], [2, 2])
    expectOk(await dead.page.delete(path))
    assert.equal(await openPushes(person), 0)
  })

  test('ends the subscription if the secret key is another one', async () => {
    const { person, browser } = await listening()
    await warn(person)
    await notify(ctx)
    await sendPushes({ ...ctx, secretKey: 'another secret key of this marketplace' }, logger)
    assert.deepEqual([browser.received(), expectOk(await browser.page.get(path)).isOn], [[], false])
  })
})

test('what a push service answers decides how it goes on', () => {
  const ends = [null, 200, 201, 301, 400, 404, 410, 429, 500].map((status) => endOf(status, 1))
  const expected = ['Waiting', 'Sent', 'Sent', 'Failed', 'Failed', 'Gone', 'Gone', 'Waiting', 'Waiting']
  assert.deepEqual(ends, expected)
  assert.deepEqual(
    [null, 503].map((status) => endOf(status, attemptsMax)),
    ['Failed', 'Failed'],
  )
})

describe('a subscription', () => {
  test('is of one browser, which knows of the others', async () => {
    const person = await executor(market)
    const [one, other] = [await subscribed(person), await consoleOf(person)]
    const stateIn = async (page: typeof other) => {
      const { isOn, others } = expectOk(await page.get(path))
      return [isOn, others]
    }
    assert.deepEqual(
      [await stateIn(one.page), await stateIn(other)],
      [
        [true, 0],
        [false, 1],
      ],
    )
    expectOk(await one.page.put(path, browserAt(service.origin, 'renewed').subscription))
    assert.deepEqual(await stateIn(one.page), [true, 0])
    assert.equal(expectOk(await one.page.delete(path)).isOn, false)
    assert.deepEqual(await stateIn(other), [false, 0])
  })

  test('goes to who signs in next in the same browser', async () => {
    const [first, second] = [await executor(market), await executor(market)]
    const before = await subscribed(first)
    const page = await consoleOf(second)
    expectOk(await page.put(path, before.subscription))
    assert.equal(expectOk(await before.page.get(path)).isOn, false)
    assert.equal(expectOk(await page.get(path)).isOn, true)
  })

  test(`is one of ${subscriptionsMax}: a further one ends the oldest`, async () => {
    const person = await executor(market)
    const first = await subscribed(person)
    for (let more = 1; more <= subscriptionsMax; more++) {
      market.pass(1)
      assert.equal((await subscribed(person)).state.others, Math.min(more, subscriptionsMax - 1))
    }
    assert.equal(expectOk(await first.page.get(path)).isOn, false)
  })

  test('ends with its session, at a sign-out and at a new password, which is a new session here, too', async () => {
    const [email, password] = ['push@example.com', 'correct horse battery']
    const { id } = await createAccount(ctx, { email, roles: ['Executor'], language: 'en', password })
    const [here, there] = [await subscribed({ id }), await market.signIn(email, password)]
    expectOk(await there.put(path, browserAt(service.origin, 'there').subscription))
    expectOk(await here.page.post('/auth/sign-out'))
    assert.equal(expectOk(await there.get(path)).others, 0)
    const third = await subscribed({ id })
    const body = { currentPassword: password, newPassword: 'another horse battery' }
    expectOk(await there.post('/auth/change-password', body))
    assert.equal((await third.page.get(path)).status, 401)
    const left = await db.many<object>(sql`select from push_subscriptions where account = ${id}::bigint`)
    assert.equal(left.length, 0)
  })

  test('ends when the account is closed', async () => {
    const { person, browser } = await listening()
    expectOk(await browser.page.post('/settings/closing', { giveUpBalance: true }))
    market.pass(14 * 86_400)
    await advanceClosings(ctx)
    const left = await db.many<object>(sql`select from push_subscriptions where account = ${person.id}::bigint`)
    assert.deepEqual(left, [])
  })

  test('is sealed', async () => {
    const { subscription } = await subscribed(await executor(market))
    const [row] = await db.many<{ sealed: Buffer }>(
      sql`select sealed from push_subscriptions order by created_at desc limit 1`,
    )
    assert.ok(row && !row.sealed.includes(subscription.keys.auth) && !row.sealed.includes('127.0.0.1'))
  })
})

describe('a subscription is refused', async () => {
  const guarded = await openMarket()
  const page = guarded.console(await openSession(guarded, (await executor(guarded)).id))
  const { keys } = browserAt(service.origin, 'x').subscription
  const good = 'https://8.8.8.8/push/1'
  const wrongFields = async (body: object) => membersOf((await page.put(path, body)).body.errors, 'field')

  for (const endpoint of [
    'http://8.8.8.8/push',
    'https://127.0.0.1/push',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://8.8.8.8:22/',
    'https://user:name@8.8.8.8/',
    'file:///etc/passwd',
    'push',
  ])
    test(`with the address ${endpoint}`, async () =>
      assert.deepEqual(await wrongFields({ endpoint, keys }), ['endpoint']))

  test('with keys that are none', async () => {
    expectOk(await page.put(path, { endpoint: good, keys }))
    const p256dh = `B${'A'.repeat(86)}`
    assert.deepEqual(await wrongFields({ endpoint: good, keys: { ...keys, p256dh } }), ['keys.p256dh'])
    assert.deepEqual(await wrongFields({ endpoint: good, keys: { p256dh: keys.p256dh, auth: 'short' } }), ['keys.auth'])
    assert.deepEqual(await wrongFields({ endpoint: good }), ['keys'])
  })

  test('and a name that leads to a private address later is not called', async () => {
    const { person, browser } = await listening()
    await warn(person)
    await notify(ctx)
    const strict = { ...ctx, config: { ...ctx.config, webhookAllowPrivate: false } }
    await sendPushes(strict, logger)
    assert.deepEqual([browser.received(), await openPushes(person)], [[], 1])
    await endPushes(strict)
  })
})
