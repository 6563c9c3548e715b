import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, executor, expectOk, type Person, submittedWork } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { sumUpEarnings } from './actions.ts'

const hour = 3_600
const market = await openMarket({ clearingSeconds: hour })
const { ctx } = market

/** Returns an executor paid for `works` executions of 1.00 each. */
async function paid(works: number, worker?: Person): Promise<Person> {
  const who = worker ?? (await executor(market))
  for (let index = 0; index < works; index++) {
    const { id, advertiser } = await activeOffer(market, { slots: 1 })
    expectOk(await advertiser.b.post(`/v1/reports/${(await submittedWork(market, id, who)).id}/accept`))
  }
  return who
}

/** Earnings of a month do not depend on the day on which the test runs. */
const toMiddleOfMonth = async () => {
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  market.pass(((15 - now.getUTCDate() + 31) % 31) * 24 * hour)
}

test('of each month and of all time are the same before and after they are summed up, also by two at once', async () => {
  await toMiddleOfMonth()
  const worker = await paid(1)
  const monthsOf = async () => {
    const { total, months } = expectOk(await worker.a.get('/api/executor/balance/months'))
    assert.equal(months.length, 12)
    assert.ok(months.every(({ from }: { from: string }) => from.endsWith('-01')))
    return [total, ...months.map(({ amount }: { amount: number }) => amount)]
  }
  const none = Array.from({ length: 12 }, () => 0)
  assert.deepEqual(await monthsOf(), [1, ...none.slice(1), 1])
  await sumUpEarnings(ctx)
  assert.deepEqual(await monthsOf(), [1, ...none.slice(1), 1], 'a new entry is not summed up yet')
  market.pass(31 * 24 * hour)
  await Promise.all([sumUpEarnings(ctx), sumUpEarnings(ctx)])
  await paid(2, worker)
  const [total, ...months] = await monthsOf()
  assert.deepEqual([total, ...months], [3, ...none.slice(2), 1, 2])
  await sumUpEarnings(ctx)
  assert.deepEqual(await monthsOf(), [total, ...months])
  market.pass(31 * 24 * hour)
  await Promise.all([sumUpEarnings(ctx), sumUpEarnings(ctx)])
  assert.deepEqual(await monthsOf(), [3, ...none.slice(3), 1, 2, 0])
})
