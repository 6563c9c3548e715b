import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countOutcomes } from '../../../test/properties/concurrently.ts'
import { advertiser, expectOk, moneyOf, outcome, taskBody } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { digestOf } from '../../../test/support/scenarios/digest.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()

/** Returns the last id taken from the offer sequence. */
const lastId = () => market.ctx.db.one<{ last: number }>(sql`select last_value as last from offers_id_seq`)

describe('a task', () => {
  test('an estimate leaves no trace: no id, no money, no event, even repeated and in parallel', async () => {
    const owner = await advertiser(market, { funds: 2.2 })
    const body = await taskBody(market, { externalId: 'tried', maxCost: 2.2, metadata: { a: 'b' } })
    const before = await digestOf(market.ctx.db)
    const last = await lastId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.b.post('/v1/tasks/estimate', body)))
    assert.ok(
      answers.every(({ status, body: { sufficient, available } }) => status === 200 && sufficient && available === 2.2),
    )
    expectOk(await owner.b.post('/v1/tasks/estimate', { ...body, draft: true }))
    assert.deepEqual([await lastId(), await digestOf(market.ctx.db)], [last, before])
    expectOk(await owner.b.post('/v1/tasks', body))
    assert.equal(expectOk(await owner.b.post('/v1/tasks/estimate', { ...body, externalId: null })).sufficient, false)
  })

  test('an estimate is refused for the same reasons as the order', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const tried = async (members: Readonly<Record<string, unknown>>) =>
      owner.b.post('/v1/tasks/estimate', await taskBody(market, members))
    const { body } = await tried({ maxCost: 2.1999 })
    assert.deepEqual(
      [body.code, body.maxCost, body.totalCost, body.currency],
      ['max_cost_exceeded', 2.1999, 2.2, 'USD'],
    )
    assert.equal(outcome(await tried({ offerPriceId: 4_711_000 })), '400 unknown_price')
    assert.equal(outcome(await tried({ allowListId: 4_711_000 })), '400 unknown_list')
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true, externalId: 'x' })))
    assert.equal(outcome(await tried({ externalId: 'x' })), '409 external_id_taken')
  })

  test('is created once by twenty concurrent requests with one external id, with and without idempotency keys', async () => {
    for (const keyed of [false, true]) {
      const owner = await advertiser(market)
      const body = JSON.stringify(await taskBody(market, { externalId: 'order-1' }))
      const send = (_: unknown, index: number) =>
        owner.b.send('POST', '/v1/tasks', body, {
          'content-type': 'application/json',
          ...(keyed ? { 'idempotency-key': `"race-${index}"` } : {}),
        })
      const answers = await Promise.all(Array.from({ length: 20 }, send))
      assert.deepEqual(countOutcomes(answers), { 201: 1, '409 external_id_taken': 19 })
      const made = answers.find(({ status }) => status === 201)?.body.id
      const existingIds = answers.flatMap((answer) => answer.body.existingTaskId ?? [])
      assert.deepEqual(new Set(existingIds), new Set([made]))
      assert.deepEqual(await moneyOf(owner), { available: 997.8, held: 2.2 })
    }
  })

  test('gets an external id once of twenty that request it at the same time', async () => {
    const owner = await advertiser(market)
    const make = async () => expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true }))).id
    const ids: number[] = await Promise.all(Array.from({ length: 20 }, make))
    const answers = await Promise.all(ids.map((id) => owner.b.patch(`/v1/tasks/${id}`, { externalId: 'wanted' })))
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 external_id_taken': 19 })
    const [winner] = expectOk(await owner.b.get('/v1/tasks?externalId=wanted')).items
    assert.ok(answers.every(({ body }) => body.id === winner.id || body.existingTaskId === winner.id))
  })
})
