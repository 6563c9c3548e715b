import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  submittedWork,
  taskBody,
  theOperator,
  type Work,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { approved, bank, earn, owe, withdrawal } from '../../../test/support/scenarios/earnings.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { deposit } from '../deposits/actions-bookings.ts'
import { verifyWithdrawals } from './actions.ts'

const market = await openMarket({ clearingSeconds: 3_600 })
const { ctx } = market
const { a: operator } = await theOperator(market)
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(ctx), [])
})

const ask = ({ a }: Person, amount: number) => a.post('/api/executor/withdrawals', { amount, method: bank })
const settle = ({ a }: Person) => a.post('/api/executor/balance/settle-debt')
const moneyOf = async ({ a }: Person) => {
  const { available, debt, total } = expectOk(await a.get('/api/executor/balance'))
  return { available, debt, total }
}
const debtor = async (earned: number, owed: number): Promise<Person> => {
  const worker = await executor(market)
  await earn(market, worker, earned)
  await owe(market, worker, owed)
  return worker
}

describe('an executor with a debt', () => {
  test('cannot withdraw before settling it from earnings', async () => {
    const worker = await debtor(20, 12.5)
    assert.deepEqual(await moneyOf(worker), { available: 20, debt: 12.5, total: 20 })
    const refused = await ask(worker, 5)
    assert.deepEqual([outcome(refused), refused.body.debt, refused.body.currency], ['409 debt_unsettled', 12.5, 'USD'])
    const settled = expectOk(await settle(worker))
    assert.deepEqual([settled.available, settled.debt], [7.5, 0])
    assert.deepEqual(expectOk(await settle(worker)), settled, 'once more changes nothing')
    expectOk(await ask(worker, 7.5))
  })

  test('settles part of it with smaller earnings, shown on the statement', async () => {
    const worker = await debtor(5, 12)
    assert.deepEqual(expectOk(await settle(worker)).debt, 7)
    assert.deepEqual(await moneyOf(worker), { available: 0, debt: 7, total: 0 })
    const { items } = expectOk(await worker.a.get('/api/executor/transactions'))
    assert.deepEqual([items[0].type, items[0].account, items[0].amount], ['Settlement', 'available', -5])
    const { raw } = await worker.a.get('/api/executor/statement')
    assert.match(raw, /"Settlement","available",-5,0,0,"USD",/)
    await earn(market, worker, 8)
    assert.equal(outcome(await ask(worker, 5)), '409 debt_unsettled')
    assert.deepEqual([expectOk(await settle(worker)).debt, (await moneyOf(worker)).available], [0, 1])
  })

  test('has settlements in the audit log', async () => {
    const worker = await debtor(5, 2)
    expectOk(await settle(worker))
    const rows = await ctx.db.many<{ actor: string; account: number; data: object }>(sql`
      select actor, account, data from audit_log where action = 'debt.settle' and owner = ${worker.id}::bigint`)
    assert.deepEqual(rows, [{ actor: 'executor', account: worker.id, data: { units: 20_000 } }])
  })

  test('cannot get a pending withdrawal approved until it is settled', async () => {
    const worker = await executor(market)
    const id = await withdrawal(market, worker)
    await earn(market, worker, 3)
    await owe(market, worker, 3)
    const [row] = expectOk(await operator.get('/api/operator/withdrawals')).items.filter(
      (each: { id: number }) => each.id === id,
    )
    assert.deepEqual([row.executorDebt, row.allowedActions], [3, ['Reject']])
    assert.equal(outcome(await operator.post(`/api/operator/withdrawals/${id}/approve`)), '409 debt_unsettled')
    expectOk(await settle(worker))
    assert.deepEqual(expectOk(await operator.post(`/api/operator/withdrawals/${id}/approve`)).executorDebt, 0)
  })

  test('is left out of payouts until it is settled', async () => {
    await operator.post('/api/operator/payouts') // what other tests left
    const worker = await executor(market)
    await approved(market, worker)
    await owe(market, worker, 1)
    assert.equal(outcome(await operator.post('/api/operator/payouts')), '409 nothing_to_pay_out')
    await earn(market, worker, 1)
    expectOk(await settle(worker))
    assert.equal(expectOk(await operator.post('/api/operator/payouts')).withdrawals, 1)
  })
})

test('an advertiser with a debt can spend nothing, and what a task releases settles it at once', async () => {
  const offer = await activeOffer(market, { slots: 6 })
  const { id, advertiser: owner } = offer
  const works = [1, 2, 3, 4].map(() => submittedWork(market, id))
  const [accepted, rejected, pending, plain] = (await Promise.all(works)) as [Work, Work, Work, Work]
  expectOk(await owner.b.post(`/v1/reports/${accepted.id}/accept`))
  expectOk(await owner.b.post(`/v1/reports/${rejected.id}/reject`, { reason: 'A page is missing.' }))
  const body = await taskBody(market)
  const { id: draft } = expectOk(await owner.b.post('/v1/tasks', { ...body, draft: true }))
  await owe(market, owner, 5)
  const bulk = { items: [{ id: pending.id, action: 'accept', bonus: 1 }] }
  const spending = [
    await owner.b.post(`/v1/reports/${accepted.id}/bonus`, { amount: 1, reason: 'Well done' }),
    await owner.b.post(`/v1/reports/${pending.id}/accept`, { bonus: 1 }),
    { status: 409, body: expectOk(await owner.b.post('/v1/reports/bulk', bulk)).results[0].problem },
    await owner.b.post(`/v1/reports/${rejected.id}/accept`, { overrideRejection: true }),
    await owner.b.post('/v1/tasks', body),
    await owner.a.post('/api/advertiser/offers/submit', body),
    await owner.a.post(`/api/advertiser/offers/${draft}/submit`),
    await owner.b.patch(`/v1/tasks/${draft}`, { status: 'PendingModeration' }),
    await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 7 }),
  ] as const
  assert.deepEqual(
    spending.map(({ status, body }) => `${status} ${body.code}`),
    spending.map(() => '409 debt_unsettled'),
  )
  assert.equal(spending[0].body.debt, 5)
  expectOk(await owner.b.post(`/v1/reports/${plain.id}/accept`))
  const debt = async () => expectOk(await owner.b.get('/v1/balance')).debt
  // Of three free slots, one keeps its cost for the rejection.
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 3 }))
  assert.equal(await debt(), 2.8)
  await deposit(ctx, { email: owner.email, amount: 2.8 })
  assert.equal(await debt(), 0)
  expectOk(await owner.b.post(`/v1/reports/${pending.id}/accept`, { bonus: 1 }))
})
