import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { executor, expectOk, outcome, type Person, theOperator } from '../../test/support/fixtures.ts'
import { mailsTo } from '../../test/support/mailbox.ts'
import { openMarket } from '../../test/support/market.ts'
import { bank, earn } from '../../test/support/scenarios/earnings.ts'
import { sql } from '../platform/sql.ts'
import { notify } from './actions-notify.ts'

const market = await openMarket()
const path = '/api/executor/withdrawals'
const other = { type: 'PayPal', email: 'thief@else.example' }

const rich = async (): Promise<Person> => {
  const worker = await executor(market)
  await earn(market, worker, 100)
  return worker
}

const ask = async (worker: Person, method: object = bank): Promise<number> =>
  expectOk(await worker.a.post(path, { amount: 10, method })).id

async function operate(id: number, ...verbs: readonly string[]): Promise<void> {
  const { a } = await theOperator(market)
  for (const verb of verbs)
    expectOk(
      await a.post(`/api/operator/withdrawals/${id}/${verb}`, verb === 'paid' ? { reference: 'B-1' } : undefined),
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
    await ask(worker, other)
    assert.equal(await warnings(worker), 1)
    const mail = (await mailsTo(market, worker.email)).find(({ subject }) => subject.startsWith('Запрошен вывод'))
    assert.equal(mail?.subject, 'Запрошен вывод на новый счёт: 10.00 USD')
    assert.match(mail?.body ?? '', /\(PayPal\).*отмените вывод.*новый пароль.*другие сеансы/s)
    assert.ok(!mail?.body.includes('thief'), 'the account itself is not in the mail')
    const { items } = expectOk(await worker.a.get('/api/account/notifications'))
    const { kind, path: where, data } = items.find(({ kind }: { kind: string }) => kind === 'PayoutAccountNew')
    assert.deepEqual(
      [kind, where, data],
      ['PayoutAccountNew', '/executor/withdrawals', { amount: 10, currency: 'USD', about: 'PayPal' }],
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
