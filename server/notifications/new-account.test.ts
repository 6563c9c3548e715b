import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { confirmSessions, openSession } from '../../test/support/console.ts'
import {
  advertiser,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  theOperator,
} from '../../test/support/fixtures.ts'
import { mailsTo } from '../../test/support/mailbox.ts'
import { openMarket } from '../../test/support/market.ts'
import { bank, bankOf, earn } from '../../test/support/scenarios/earnings.ts'
import { sql } from '../platform/sql.ts'
import { notify } from './actions-notify.ts'

const market = await openMarket()
const strict = await openMarket({ payoutAccountWaitHours: 24 })
const path = '/api/executor/withdrawals'
const other = { type: 'PayPal', email: 'thief@else.example' }

const rich = async (): Promise<Person> => {
  const worker = await executor(market)
  await earn(market, worker, 100)
  return worker
}

const ask = async (worker: Person, method: object = bankOf(worker)): Promise<number> =>
  expectOk(await worker.a.post(path, { amount: 10, method })).id

async function operate(id: number, ...verbs: readonly string[]): Promise<void> {
  const { a } = await theOperator(market)
  for (const verb of verbs)
    expectOk(
      await a.post(
        `/api/operator/withdrawals/${id}/${verb}`,
        verb === 'paid' ? { reference: 'B-1' } : { reason: 'A test' },
      ),
    )
}

/** Returns how many security mails about withdrawals the executor has got. */
async function warnings({ email }: Person): Promise<number> {
  await notify(market.ctx)
  return (await mailsTo(market, email)).filter(({ subject }) => /new account|новый счёт/.test(subject)).length
}

describe('a withdrawal to an account that was not used before', () => {
  test('is mailed at once with what to do, and shown in the console', async () => {
    const worker = await rich()
    await market.ctx.db.run(sql`update accounts set language = 'ru' where id = ${worker.id}::bigint`)
    const id = await ask(worker, other)
    assert.equal(await warnings(worker), 1)
    const mail = (await mailsTo(market, worker.email)).find(({ subject }) => subject.startsWith('Запрошен вывод'))
    assert.equal(mail?.subject, 'Запрошен вывод на новый счёт: 10.00 USD')
    assert.match(mail?.body ?? '', /\(PayPal\).*остановите вывод.*новый пароль.*\/stop-withdrawal\?token=/s)
    assert.ok(!mail?.body.includes('thief'), 'the account itself is not in the mail')
    const { items } = expectOk(await worker.a.get('/api/account/notifications'))
    const { kind, path: where, data } = items.find(({ kind }: { kind: string }) => kind === 'PayoutAccountNew')
    assert.deepEqual(
      [kind, where, data],
      ['PayoutAccountNew', '/executor/withdrawals', { amount: 10, currency: 'USD', about: 'PayPal', withdrawalId: id }],
    )
  })

  test('is not mailed again once an operator has approved a payment to it', async () => {
    const worker = await rich()
    await operate(await ask(worker), 'approve', 'paid')
    await operate(await ask(worker), 'approve', 'paid')
    assert.equal(await warnings(worker), 1)
    await operate(await ask(worker, other), 'approve', 'paid')
    assert.equal(await warnings(worker), 2)
  })

  test('is mailed again after a request that was cancelled: a thief could prepare it so', async () => {
    const worker = await rich()
    expectOk(await worker.a.post(`${path}/${await ask(worker, other)}/cancel`))
    await ask(worker, other)
    assert.equal(await warnings(worker), 2)
  })

  test('is mailed whatever the preferences', async () => {
    const worker = await rich()
    for (const where of ['console', 'email']) {
      const choices = [{ kind: 'PayoutAccountNew', [where]: false }]
      assert.equal(
        outcome(await worker.a.patch('/api/account/notification-settings', { choices })),
        '400 validation_error',
      )
    }
  })

  test('is mailed nothing if the request is refused', async () => {
    const worker = await executor(market)
    assert.equal((await worker.a.post(path, { amount: 10, method: bank })).status, 409)
    assert.equal(await warnings(worker), 0)
  })
})

describe('the first withdrawal to an account', () => {
  const hour = 3_600
  const approve = async (id: number) =>
    outcome(await (await theOperator(strict)).a.post(`/api/operator/withdrawals/${id}/approve`))

  test('waits for PAYOUT_ACCOUNT_WAIT_HOURS, later ones do not', async () => {
    const worker = await executor(strict)
    await earn(strict, worker, 100)
    const { id, waitsUntilUtc } = expectOk(await worker.a.post(path, { amount: 10, method: bankOf(worker) }))
    assert.ok(waitsUntilUtc)
    const { a } = await theOperator(strict)
    const seen = expectOk(await a.get(`/api/operator/withdrawals?executorId=${worker.id}`)).items[0]
    assert.deepEqual(seen.allowedActions, ['Reject'])
    assert.equal(await approve(id), '409 payout_account_waiting')
    strict.pass(24 * hour - 60)
    assert.equal(await approve(id), '409 payout_account_waiting')
    strict.pass(61)
    assert.equal(await approve(id), '200')
    expectOk(await a.post(`/api/operator/withdrawals/${id}/paid`, { reference: 'B-1' }))
    const next = expectOk(await worker.a.post(path, { amount: 10, method: bankOf(worker) }))
    assert.deepEqual([next.waitsUntilUtc, await approve(next.id)], [null, '200'])
  })

  test('needs the password or a passkey again in the console', async () => {
    const worker = await executor(strict)
    await earn(strict, worker, 100)
    const page = strict.console(await openSession(strict, worker.id))
    const asked = () => page.post('/executor/withdrawals', { amount: 10, method: bankOf(worker) })
    await strict.ctx.db.run(sql`update credentials set confirmed_at = null where account = ${worker.id}::bigint`)
    assert.equal(outcome(await asked()), '403 confirmation_required')
    assert.equal(expectOk(await worker.a.get('/api/executor/balance')).available, 100)
    await confirmSessions(strict.ctx, worker.id)
    const { id } = expectOk(await asked())
    expectOk(await page.post(`/executor/withdrawals/${id}/cancel`))
  })

  test('follows the same rules if it is a refund', async () => {
    const [owner, { a }] = [await advertiser(strict, { funds: 100 }), await theOperator(strict)]
    const [{ id: deposit }] = expectOk(await owner.a.get('/api/advertiser/deposits')).items
    const page = strict.console(await openSession(strict, owner.id))
    const request = () => page.post(`/advertiser/deposits/${deposit}/refund`, { amount: 10, method: bankOf(owner) })
    await strict.ctx.db.run(sql`update credentials set confirmed_at = null where account = ${owner.id}::bigint`)
    assert.equal(outcome(await request()), '403 confirmation_required')
    assert.equal((await moneyOf(owner)).available, 100)
    await confirmSessions(strict.ctx, owner.id)
    const first = expectOk(await request())
    const decide = async (id: number) => outcome(await a.post(`/api/operator/refunds/${id}/approve`))
    assert.equal(await decide(first.id), '409 payout_account_waiting')
    assert.deepEqual(expectOk(await a.get(`/api/operator/refunds/${first.id}`)).allowedActions, ['Reject'])

    await notify(strict.ctx)
    const mail = (await mailsTo(strict, owner.email)).find(({ subject }) => /^Refund to a new account/.test(subject))
    const [, token = ''] = /stop-withdrawal\?token=([\w.-]+)/.exec(mail?.body ?? '') ?? []
    const stop = async (sent: string) => outcome(await strict.console().post('/withdrawals/stop', { token: sent }))
    assert.equal(await stop(token.replace('r', '')), '400 link_invalid', 'no withdrawal has this token')
    assert.deepEqual((await Promise.all([stop(token), stop(token)])).sort(), ['200', '400 link_invalid'])
    assert.equal((await moneyOf(owner)).available, 100)
    assert.equal(outcome(await page.get('/advertiser/refunds')), '401 token_invalid')

    const ask = () => owner.a.post(`/api/advertiser/deposits/${deposit}/refund`, { amount: 10, method: bankOf(owner) })
    const { id, waitsUntilUtc } = expectOk(await ask())
    assert.ok(waitsUntilUtc, 'a request that was stopped does not make the account known')
    strict.pass(24 * hour)
    assert.equal(await decide(id), '200')
    expectOk(await a.post(`/api/operator/refunds/${id}/paid`, { reference: 'B-2' }))
    const later = expectOk(await ask())
    assert.deepEqual([later.waitsUntilUtc, await decide(later.id)], [null, '200'])
  })

  test('is stopped once by the mailed link, which returns the money and ends all sessions', async () => {
    const worker = await executor(strict)
    await earn(strict, worker, 100)
    const page = strict.console(await openSession(strict, worker.id))
    const { id } = expectOk(await page.post('/executor/withdrawals', { amount: 10, method: bankOf(worker) }))
    await notify(strict.ctx)
    const mail = (await mailsTo(strict, worker.email)).find(({ subject }) => /new account/.test(subject))
    const [, token = ''] = /stop-withdrawal\?token=([\w.-]+)/.exec(mail?.body ?? '') ?? []
    const stop = async (sent: string) => outcome(await strict.console().post('/withdrawals/stop', { token: sent }))
    assert.equal(await stop(token.replace(`${id}.`, `${id + 1}.`)), '400 link_invalid')
    const both = await Promise.all([stop(token), stop(token)])
    assert.deepEqual(both.sort(), ['200', '400 link_invalid'])
    assert.equal(expectOk(await worker.a.get(`${path}/${id}`)).status, 'Cancelled')
    assert.equal(expectOk(await worker.a.get('/api/executor/balance')).available, 100)
    assert.equal(outcome(await page.get('/executor/withdrawals')), '401 token_invalid')
    assert.equal(await stop(token), '400 link_invalid')
  })
})
