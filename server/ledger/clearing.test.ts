import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { activeOffer, advertiser, executor, expectOk, type Person, submittedWork } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { earn } from '../../test/support/scenarios/earnings.ts'
import { sql } from '../platform/sql.ts'
import { sumUpEarnings, verifyLedger } from './actions.ts'
import { clearDue } from './actions-clearing.ts'

const hour = 3_600
const market = await openMarket({ clearingSeconds: hour, activeReservationsMax: 10 })
const { ctx } = market
afterEach(async () => assert.deepEqual((await verifyLedger(ctx)).mismatches, []))

const earningsOf = async ({ a }: Person) => {
  const { available, pending, withdrawing, total, nextClearingAtUtc } = expectOk(await a.get('/api/executor/balance'))
  return { available, pending, withdrawing, total, next: nextClearingAtUtc !== null }
}

const wednesday = 3

/** Returns an executor paid for `works` executions of 1.00 each, a minute apart. */
async function paid(works: number, worker?: Person): Promise<Person> {
  const who = worker ?? (await executor(market))
  const owner = await advertiser(market)
  for (let index = 0; index < works; index++) {
    const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
    expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id, who)).id}/accept`))
    market.pass(60)
  }
  return who
}

describe('earnings', () => {
  test('state the minimum withdrawal', async () => {
    const worker = await executor(market)
    assert.equal(expectOk(await worker.a.get('/api/executor/balance')).withdrawalMinimum, ctx.config.withdrawalMinimum)
  })
  test('are pending for their time and then available immediately, cleared or not', async () => {
    const worker = await paid(2)
    const pending = { available: 0, pending: 2, withdrawing: 0, total: 2, next: true }
    assert.deepEqual(await earningsOf(worker), pending)
    market.pass(hour - 120)
    assert.deepEqual(await earningsOf(worker), { ...pending, available: 1, pending: 1 })
    market.pass(60)
    const available = { ...pending, available: 2, pending: 0, next: false }
    assert.deepEqual(await earningsOf(worker), available)
    assert.equal(await clearDue(ctx), 2)
    assert.deepEqual(await earningsOf(worker), available)
  })

  test('are cleared once by concurrent processes', async () => {
    const workers = [await paid(2), await paid(1), await paid(3)]
    market.pass(hour)
    const cleared = await Promise.all(Array.from({ length: 8 }, () => clearDue(ctx)))
    const shown = cleared.reduce((sum, each) => sum + each)
    assert.equal(shown, 6)
    for (const [index, expected] of [2, 1, 3].entries())
      assert.equal((await earningsOf(workers[index] as Person)).available, expected)
    assert.equal(await clearDue(ctx), 0)
  })

  test('of trusted executors are available immediately', async () => {
    const worker = await executor(market)
    await ctx.db.run(sql`update executors set accepted = 60 where account = ${worker.id}::bigint`)
    await paid(1, worker)
    assert.deepEqual(await earningsOf(worker), { available: 1, pending: 0, withdrawing: 0, total: 1, next: false })
  })

  test('are shown as moved between accounts when cleared, with their execution', async () => {
    const worker = await paid(1)
    market.pass(hour)
    await clearDue(ctx)
    const { items } = expectOk(await worker.a.get('/api/executor/transactions'))
    type Shown = {
      type: string
      account: string
      amount: number
      balanceAfter: number
      taskId: number
      reportId: number
    }
    const shown = items.map(({ type, account, amount, balanceAfter }: Shown) => [type, account, amount, balanceAfter])
    assert.deepEqual(shown, [
      ['Clearing', 'available', 1, 1],
      ['Clearing', 'pending', -1, 0],
      ['Charge', 'pending', 1, 1],
    ])
    const subjects = new Set(items.map(({ taskId, reportId }: Shown) => `${taskId} ${reportId}`))
    assert.equal(subjects.size, 1)
    assert.doesNotMatch([...subjects].join(), /null/)
  })

  test('are one entry for each event if requested, with the title of the task and when they become available', async () => {
    const worker = await executor(market)
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner, members: { title: 'Count the peas' } })
    const { id: report } = await submittedWork(market, id, worker)
    expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
    const [charge] = expectOk(await worker.a.get('/api/executor/transactions')).items
    market.pass(hour)
    await clearDue(ctx)
    await earn(market, worker, 9)
    const method = { type: 'PayPal', email: 'ann@example.com' }
    expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 5, method }))
    type Shown = { type: string; account: string; amount: number; taskTitle: string; availableAtUtc: string }
    const list = async (query: string) => {
      const page = expectOk(await worker.a.get(`/api/executor/transactions${query}`))
      assert.equal(page.items.length, page.totalCount)
      return page.items.map((item: Shown) => [item.type, item.amount, item.taskTitle, item.availableAtUtc])
    }
    const clearsAt = new Date(Date.parse(charge.createdAtUtc) + hour * 1_000).toISOString()
    assert.deepEqual(await list('?perEvent=true'), [
      ['Withdrawal', -5, null, null],
      ['Bonus', 9, null, null],
      ['Charge', 1, 'Count the peas', clearsAt],
    ])
    assert.equal((await list('')).length, 6)
  })

  test('of each week are listed, the current week last and weeks without earnings as 0', async () => {
    // In the middle of a week, because the clock moves on after each payment.
    const { today } = await ctx.db.one<{ today: number }>(
      sql`select extract(isodow from ${ctx.db.now()} at time zone 'UTC')::integer as today`,
    )
    market.pass(((wednesday - today + 7) % 7) * 24 * hour)
    const worker = await paid(1)
    const weeksOf = async () => {
      const { currency, weeks } = expectOk(await worker.a.get('/api/executor/balance/weeks'))
      assert.equal(currency, ctx.config.currency)
      const mondays = weeks.map(({ from }: { from: string }) => new Date(`${from}T00:00:00Z`).getUTCDay())
      assert.deepEqual([...new Set(mondays)], [1])
      return weeks.map(({ amount }: { amount: number }) => amount)
    }
    const none = Array.from({ length: 12 }, () => 0)
    assert.deepEqual(await weeksOf(), [...none.slice(1), 1])
    market.pass(7 * 24 * hour)
    await clearDue(ctx)
    await paid(2, worker)
    assert.deepEqual(await weeksOf(), [...none.slice(2), 1, 2])
    market.pass(11 * 7 * 24 * hour)
    assert.deepEqual(await weeksOf(), [2, ...none.slice(1)])
    await sumUpEarnings(ctx)
    assert.deepEqual(await weeksOf(), [2, ...none.slice(1)])
  })
})

test('the check of the ledger finds earnings that are pending without a clearing', async () => {
  await paid(1)
  const undone = new Error('undone')
  const tampering = ctx.db.transaction(async (db) => {
    await db.run(sql`update clearings set units = units + 1 where cleared_at is null`)
    const { ok, mismatches } = await verifyLedger({ db })
    assert.equal(ok, false)
    assert.match(mismatches.map(({ what }) => what).join(), /clearings of \d+/)
    throw undone
  })
  await assert.rejects(tampering, (error) => error === undone)
})
