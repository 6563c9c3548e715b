import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { assertInvariants } from '../../test/properties/invariants.ts'
import { advertiser, moneyOf, type Person, taskBody } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { connect, dataOf, errorOf, textsOf } from '../../test/support/mcp.ts'
import { deposit } from '../payments/deposits/actions-bookings.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket()
const { ctx } = market
const hour = 3600

const addMoney = (owner: Person, amount: number) => deposit(ctx, { email: owner.email, amount })
const order = await taskBody(market, { totalLimit: 1 })
const create = (assistant: Client, more: object = {}) =>
  assistant.callTool({ name: 'create_task', arguments: { ...order, maxCost: 2, estimatedCost: 1.1, ...more } })

/** Does the work while the task costs another amount than 1.10. */
async function whileRewardIs(units: number, work: () => Promise<void>): Promise<void> {
  const setTo = (reward: number) =>
    ctx.db.run(sql`update prices set reward_units = ${reward}::bigint where code = 'survey.external'`)
  await setTo(units)
  try {
    await work()
  } finally {
    await setTo(10_000)
  }
}

describe('create_task, repeated after the cost has changed,', () => {
  for (const [what, units] of [
    ['risen', 15_000],
    ['fallen', 5000],
  ] as const) {
    test(`returns the task that the call created: ${what}`, async () => {
      const owner = await advertiser(market)
      const assistant = await connect(market.url, owner.key)
      const { id } = dataOf(await create(assistant))
      await whileRewardIs(units, async () => {
        const again = await create(assistant)
        assert.equal(dataOf(again).id, id)
        assert.match(textsOf(again)[0] ?? '', /nothing was done again/)
        assert.equal(errorOf(await create(assistant, { sequence: 2 })), 'estimate_changed')
        assert.equal(errorOf(await create(assistant, { sequence: 2 })), 'estimate_changed')
      })
      assert.deepEqual(await moneyOf(owner), { available: 998.9, held: 1.1 })
      assert.notEqual(dataOf(await create(assistant, { sequence: 2 })).id, id)
      await assertInvariants(market)
    })
  }
})

describe('a refused call', () => {
  test('succeeds once money has come, however often it was refused', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const assistant = await connect(market.url, owner.key)
    for (let time = 0; time < 12; time++) assert.equal(errorOf(await create(assistant)), 'insufficient_funds')
    await addMoney(owner, 9)
    const ids = new Set([dataOf(await create(assistant)).id, dataOf(await create(assistant)).id])
    assert.equal(ids.size, 1)
    assert.deepEqual(await moneyOf(owner), { available: 8.9, held: 1.1 })
  })

  test('acts once within 24 hours of its success, not of its refusal', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const assistant = await connect(market.url, owner.key)
    assert.equal(errorOf(await create(assistant)), 'insufficient_funds')
    market.pass(23 * hour)
    await addMoney(owner, 9)
    const ids = new Set([dataOf(await create(assistant)).id])
    for (const hours of [1.5, 22]) {
      market.pass(hours * hour)
      ids.add(dataOf(await create(assistant)).id)
    }
    assert.equal(ids.size, 1)
    assert.deepEqual(await moneyOf(owner), { available: 8.9, held: 1.1 })
    await assertInvariants(market)
  })
})
