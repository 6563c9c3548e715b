import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../test/support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  reserved,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { mailsTo } from '../../test/support/mailbox.ts'
import { openMarket } from '../../test/support/market.ts'
import { earn } from '../../test/support/scenarios/earnings.ts'
import { imposeSanction } from '../accounts/sanctions/actions.ts'
import { signUp } from '../accounts/sign-in/actions-sign-up.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { sql } from '../platform/sql.ts'
import { idOf } from '../values/id.ts'
import { advanceClosings } from './actions-closing-steps.ts'

const market = await openMarket()
const { ctx } = market
const path = '/settings/closing'
const day = 86_400

const pageOf = async ({ id }: Pick<Person, 'id'>) => market.console(await openSession(market, id))
const requestClosing = async (person: Person, body: object = {}) => (await pageOf(person)).post(path, body)
const statusOf = async ({ id }: Person) =>
  (await ctx.db.maybe<{ status: string }>(sql`select status from account_closings where account = ${id}::bigint`))
    ?.status
const subjectsTo = async ({ email }: Person) => (await mailsTo(market, email)).map(({ subject }) => subject)

/** Lets the grace period pass and runs every step. */
async function passGrace(): Promise<void> {
  market.pass(14 * day)
  for (let step = 0; step < 3; step++) await advanceClosings(ctx)
}

describe('closing an account', () => {
  test('is refused with all obstacles listed', async () => {
    const owner = await advertiser(market)
    const { id: offer } = await activeOffer(market, { advertiser: owner })
    const worker = await executor(market)
    await submittedWork(market, offer, worker)
    await earn(market, worker, 3)
    const codes = async (person: Person) => {
      const refused = await requestClosing(person)
      assert.equal(outcome(refused), '409 account_has_obligations')
      const shown = expectOk(await (await pageOf(person)).get(path))
      assert.deepEqual([shown.status, shown.obstacles], [null, refused.body.obstacles])
      return refused.body.obstacles.map(({ code }: { code: string }) => code)
    }
    assert.deepEqual(await codes(owner), ['AvailableBalance', 'MoneyOnHold', 'OpenOffers', 'UndecidedReports'])
    assert.deepEqual(await codes(worker), ['AvailableEarnings', 'UndecidedReports'])
    const reserving = await executor(market)
    await reserved(reserving, offer)
    assert.deepEqual(await codes(reserving), ['RunningReservations'])
  })

  test('blocks reservations and offers immediately, until it is cancelled', async () => {
    const person = await advertiser(market, {
      roles: ['Advertiser', 'Executor'],
      funds: 0,
      birthDate: '1990-01-31',
      country: 840,
      gender: 'Male',
    })
    const { id: offer } = await activeOffer(market)
    assert.equal(expectOk(await requestClosing(person)).status, 'Requested')
    assert.deepEqual(
      expectOk(await requestClosing(person)).allowedActions,
      ['CancelClosing'],
      'a second request changes nothing',
    )
    const reserve = await person.a.post(`${workPath(offer)}/reserve`)
    assert.deepEqual([outcome(reserve), reserve.body.kind], ['409 sanctioned', 'AccountClosing'])
    assert.equal(outcome(await person.b.post('/v1/tasks', await taskBody(market))), '409 sanctioned')
    assert.equal(expectOk(await (await pageOf(person)).delete(path)).status, null)
    assert.equal((await person.a.post(`${workPath(offer)}/reserve`)).status, 200)
    await passGrace()
    assert.equal(await statusOf(person), 'Cancelled')
  })

  test('sends a reminder three days before and closes on the day', async () => {
    const person = await executor(market)
    expectOk(await requestClosing(person))
    market.pass(11 * day)
    await advanceClosings(ctx)
    await advanceClosings(ctx)
    assert.deepEqual((await subjectsTo(person)).toSorted(), [
      'Your account will be closed',
      'Your account will be closed soon',
    ])
    assert.equal(await statusOf(person), 'Requested')
    market.pass(3 * day)
    await advanceClosings(ctx)
    assert.equal(await statusOf(person), 'Closed')
    assert.ok((await subjectsTo(person)).includes('Your account is closed'))
    assert.equal(outcome(await person.a.get('/api/account')), '401 token_invalid')
    market.pass(day)
    await advanceClosings(ctx)
    assert.equal(await statusOf(person), 'Erased')
    assert.deepEqual(await subjectsTo(person), [], 'the address is forgotten with its mails')
  })

  test('waits if money arrives in the meantime, and notifies the holder', async () => {
    const person = await executor(market)
    expectOk(await requestClosing(person))
    await earn(market, person, 7)
    await passGrace()
    assert.equal(await statusOf(person), 'Requested')
    assert.ok((await subjectsTo(person)).includes('Your account cannot be closed yet'))
    expectOk(await (await pageOf(person)).delete(path))
    expectOk(await requestClosing(person, { giveUpBalance: true }))
    await passGrace()
    assert.ok(['Closed', 'Erased'].includes((await statusOf(person)) ?? ''))
    const left = await ctx.db.one(sql`
      select coalesce(sum(units), 0)::bigint as units from balances where owner = ${person.id}::bigint`)
    assert.deepEqual(left, { units: 0n })
    assert.equal((await verifyLedger(ctx)).ok, true)
  })

  test('requires a confirmation; if requested by an operator, only an operator can cancel it', async () => {
    const person = await executor(market)
    const { a, id: operator } = await theOperator(market)
    const page = await pageOf(person)
    market.pass(601)
    assert.equal(outcome(await page.post(path, {})), '403 confirmation_required')
    const close = `/api/operator/accounts/${person.id}/close`
    assert.equal(expectOk(await a.post(close, { reason: 'They asked by letter.' })).status, 'Requested')
    assert.equal(outcome(await page.delete(path)), '404 closing_not_found')
    assert.equal(expectOk(await a.post(`${close}/cancel`)).status, null)
    assert.equal(
      outcome(await a.post(`/api/operator/accounts/${operator}/close`, { reason: 'Tired.' })),
      '409 own_interest',
    )
    const audit = await ctx.db.many(sql`
      select action, account, reason from audit_log where owner = ${person.id}::bigint and action like 'account.close%' order by id`)
    assert.deepEqual(audit, [
      { action: 'account.close_request', account: operator, reason: 'They asked by letter.' },
      { action: 'account.close_cancel', account: operator, reason: 'They asked by letter.' },
    ])
  })

  test('is requested once by concurrent requests, and a concurrent reservation either blocks it or is refused', async () => {
    const person = await executor(market)
    const { id: offer } = await activeOffer(market)
    const page = await pageOf(person)
    const [first, second, reserve] = await Promise.all([
      page.post(path, {}),
      page.post(path, {}),
      person.a.post(`${workPath(offer)}/reserve`),
    ])
    const isRequested = (await statusOf(person)) === 'Requested'
    for (const answer of [first, second])
      assert.ok(['200', '409 account_has_obligations'].includes(outcome(answer)), outcome(answer))
    assert.ok(['200', '409 sanctioned'].includes(outcome(reserve)), outcome(reserve))
    await passGrace()
    const isReserved = outcome(reserve) === '200' && (await person.a.get('/api/executor/reservations')).status === 200
    assert.ok(isReserved || isRequested)
  })

  test('does not remove a sanction: a new account with the address inherits it', async () => {
    const person = await executor(market)
    const sanction = { account: idOf<'account'>(person.id), kind: 'NoReservations', code: 'ProofsReused' } as const
    await imposeSanction(ctx, { ...sanction, reason: 'The same picture in ten reports.' })
    expectOk(await requestClosing(person))
    await passGrace()
    const email = person.email.replace('@', '+again@').toUpperCase()
    await signUp({ ...ctx, logger: market.logger }, { email, roles: ['Executor'], language: 'en' }, '198.51.100.7')
    const taken = await ctx.db.many(sql`
      select kind, code from sanctions where account = (select id from accounts where email = ${email.toLowerCase()})`)
    assert.deepEqual(taken, [{ kind: 'NoReservations', code: 'ProofsReused' }])
  })
})
