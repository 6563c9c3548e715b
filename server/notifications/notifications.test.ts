import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, executor, expectOk, membersOf, outcome, type Person } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { imposeSanction } from '../accounts/sanctions/actions.ts'
import { listMails, type StoredMail } from '../platform/mail/mail.ts'
import { sql } from '../platform/sql.ts'
import { idOf } from '../values/id.ts'
import { notify, sweepNotifications } from './actions-notify.ts'
import type { NotificationValues } from './notification.ts'

const market = await openMarket()
const { ctx } = market
const { db } = ctx
const path = '/api/account/notifications'
const settings = '/api/account/notification-settings'

type Item = { readonly id: number; readonly kind: string; readonly email: boolean; readonly data: NotificationValues }
type Wrong = { readonly field: string; readonly code: string }

/** The simplest way to cause a notification. */
const warn = ({ id }: Person, reason = 'A test', on = ctx) =>
  imposeSanction(on, { account: idOf<'account'>(id), kind: 'Warning', code: 'Other', reason })

const quiet = async () => {
  const person = await executor(market)
  await notify(ctx)
  expectOk(await person.a.post(`${path}/read`, { all: true }))
  return person
}
const list = async ({ a }: Person, query = '') => expectOk(await a.get(`${path}?pageSize=100${query}`))
const reasons = async (person: Person) =>
  (await list(person)).items.flatMap(({ data }: Item) => data.reason ?? []).reverse()
const mailsTo = async ({ email }: Person): Promise<StoredMail[]> =>
  (await listMails(db, 1000)).filter(({ recipient }) => recipient === email).reverse()

describe('notifications', () => {
  test('are counted, filtered and marked as read: by id, or all up to one', async () => {
    const person = await quiet()
    for (const reason of ['one', 'two', 'three']) await warn(person, reason)
    await notify(ctx)
    const { items, unreadCount, totalCount } = await list(person)
    assert.deepEqual([unreadCount, totalCount], [3, 4])
    const found = items.slice(0, 3).map(({ data }: Item) => data.reason)
    assert.deepEqual(found, ['three', 'two', 'one'])
    const [three, two, one] = items.map(({ id }: Item) => id)
    assert.deepEqual(expectOk(await person.a.post(`${path}/read`, { all: true, upToId: one })), { unreadCount: 2 })
    assert.deepEqual(membersOf((await list(person, '&unread=true')).items, 'id'), [three, two])
    assert.deepEqual(expectOk(await person.a.post(`${path}/read`, { ids: [two, two] })), { unreadCount: 1 })
    assert.deepEqual(expectOk(await person.a.post(`${path}/read`, { all: true })), { unreadCount: 0 })
  })

  test('are marked either by ids or all at once', async () => {
    const { a } = await quiet()
    for (const body of [
      {},
      { ids: [1], all: true },
      { ids: [1], upToId: 1 },
      { upToId: 1 },
      { all: false },
      { ids: [] },
    ])
      assert.equal(outcome(await a.post(`${path}/read`, body)), '400 validation_error', JSON.stringify(body))
  })

  test('are deleted after ninety days, and the oldest beyond a thousand', async () => {
    const person = await quiet()
    await db.run(sql`
      insert into notifications (account, kind, cause, data, is_shown, created_at)
      select ${person.id}::bigint, 'DepositArrived', 'many:' || place, '{}', true, ${db.now()}
      from generate_series(1, 1100) place`)
    assert.equal((await list(person)).unreadCount, 100)
    await warn(person, 'the newest')
    await notify(ctx)
    assert.equal((await list(person)).totalCount, 1000)
    assert.deepEqual(await reasons(person), ['the newest'])
    market.pass(89 * 86_400)
    await sweepNotifications(ctx)
    const kept = () => db.one(sql`select count(*) as count from notifications where account = ${person.id}::bigint`)
    assert.deepEqual(await kept(), { count: 1000 })
    market.pass(2 * 86_400)
    assert.ok((await sweepNotifications(ctx)) >= 1000)
    assert.deepEqual(await kept(), { count: 0 })
  })
})

describe('notification preferences', () => {
  test('cover the kinds of the account’s roles, with defaults', async () => {
    const kinds = async ({ a }: Person) => expectOk(await a.get(settings)).choices.map(({ kind }: Item) => kind)
    const [owner, worker] = [await kinds(await advertiser(market)), await kinds(await executor(market))]
    assert.ok(owner.includes('ReportSubmitted') && !owner.includes('WorkAccepted'))
    assert.ok(worker.includes('WorkAccepted') && !worker.includes('ReportSubmitted'))
    assert.ok([owner, worker].every((all) => all.includes('DisputeDecided') && all.includes('CredentialCreated')))
  })

  test('are rejected, each with its location, if the account does not have them', async () => {
    const { a } = await executor(market)
    const choices = [
      { kind: 'ReportSubmitted', email: true },
      { kind: 'WorkAccepted', email: true },
      { kind: 'WorkAccepted', email: false },
      { kind: 'CredentialCreated', console: false },
    ]
    const refused = await a.patch(settings, { choices })
    assert.equal(outcome(refused), '400 validation_error')
    const found = refused.body.errors.map(({ field, code }: Wrong) => [field, code])
    assert.deepEqual(found, [
      ['choices.0.kind', 'role'],
      ['choices.2.kind', 'unique'],
      ['choices.3.console', 'fixed'],
    ])
    const { choices: kept } = expectOk(await a.get(settings))
    assert.equal(kept.find(({ kind }: Item) => kind === 'WorkAccepted').email, false)
    assert.equal(outcome(await a.patch(settings, { choices: [{ kind: 'Weather' }] })), '400 validation_error')
  })

  test('are respected: neither, mail only, or console only', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const book = async (reference: string) => {
      const operator = { accountId: owner.id, amount: 5, reference, method: 'Manual' }
      await db.run(sql`
        insert into audit_log (actor, action, subject, subject_id, owner, data, created_at)
        values ('operator', 'deposit.book', 'deposit', 1, ${operator.accountId}::bigint, '{"units": 50000}', ${db.now()})`)
      await notify(ctx)
    }
    const choose = async (choice: object) =>
      expectOk(await owner.a.patch(settings, { choices: [{ kind: 'DepositArrived', ...choice }] }))
    const told = async () => {
      const shown = (await list(owner)).items.filter(({ kind }: Item) => kind === 'DepositArrived')
      const mails = (await mailsTo(owner)).filter(({ subject }) => subject.includes('Deposit'))
      return [shown.length, mails.length]
    }
    await choose({ console: false, email: false })
    await book('1')
    assert.deepEqual(await told(), [0, 0])
    await choose({ email: true })
    await book('2')
    assert.deepEqual(await told(), [0, 1])
    await choose({ console: true, email: false })
    await book('3')
    assert.deepEqual(await told(), [1, 1])
  })
})

test('a mail is in the recipient’s language and links to the console', async () => {
  const [english, russian] = [await quiet(), await quiet()]
  await db.run(sql`update accounts set language = 'ru-RU' where id = ${russian.id}::bigint`)
  await warn(english, 'Be careful.\r\nBcc: everybody@example.com')
  await warn(russian, 'Осторожно.')
  await notify(ctx)
  const [mail] = (await mailsTo(english)).slice(-1)
  assert.equal(mail?.subject, 'A sanction was imposed on your account')
  assert.match(mail?.body ?? '', /^Reason: Be careful\. Bcc: everybody@example\.com$/m)
  assert.ok(mail?.body.includes(`${ctx.config.publicUrl}/settings/account`))
  const [other] = (await mailsTo(russian)).slice(-1)
  assert.equal(other?.subject, 'На вашу учётную запись наложена санкция')
  assert.match(other?.body ?? '', /^Причина: Осторожно\.$/m)
})

describe('each notification is created once', () => {
  test('by several concurrent workers', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, quiet))
    for (const person of people) await warn(person)
    await Promise.all(Array.from({ length: 8 }, () => notify(ctx)))
    await notify(ctx)
    for (const person of people) {
      assert.deepEqual(await reasons(person), ['A test'])
      assert.equal((await mailsTo(person)).filter(({ subject }) => subject.includes('sanction')).length, 1)
    }
  })

  test('after a worker is killed halfway', async () => {
    const person = await quiet()
    await warn(person)
    await db.transaction(async (within) => {
      await within.run(sql`lock table mails in share mode`)
      let hasEnded = false
      const killed = assert.rejects(notify({ ...ctx, db: db.beside({ connectionsMax: 1 }) })).finally(() => {
        hasEnded = true
      })
      while (!hasEnded) await within.run(killsWaiting)
      await killed
    })
    assert.deepEqual(await reasons(person), [])
    await notify(ctx)
    await notify(ctx)
    assert.deepEqual(await reasons(person), ['A test'])
    assert.equal((await mailsTo(person)).filter(({ subject }) => subject.includes('sanction')).length, 1)
  })

  test('even if a lower id commits after a higher one', async () => {
    const [early, late] = [await quiet(), await quiet()]
    await db.transaction(async (within) => {
      await warn(early, 'first', { ...ctx, db: within })
      await warn(late, 'second')
      await notify(ctx)
      assert.deepEqual(await reasons(late), [])
    })
    await notify(ctx)
    assert.deepEqual([await reasons(early), await reasons(late)], [['first'], ['second']])
  })
})

/** Terminates the connection that waits for a lock in this database. */
const killsWaiting = sql`
  select pg_terminate_backend(pid) from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`
