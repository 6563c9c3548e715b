import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countOutcomes } from '../../../test/properties/concurrently.ts'
import { advertiser, expectOk, membersOf, moneyOf, outcome, taskBody } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { digestOf } from '../../../test/support/scenarios/digest.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()
const path = '/api/advertiser/offers/estimate'
const fieldsOf = (answer: { body: { errors: readonly { field: string }[] } }) =>
  answer.body.errors.map(({ field }) => field)

describe('an estimate', () => {
  test('lists the cost of each part and the missing amount; stores nothing', async () => {
    const owner = await advertiser(market, { funds: 5 })
    const addOns = await market.ctx.db.many<{ id: number }>(sql`select id from add_ons where is_active order by id`)
    const body = await taskBody(market, { totalLimit: 10, selectedAddOnIds: addOns.map(({ id }) => id) })
    const before = await digestOf(market.ctx.db)
    const estimate = expectOk(await owner.a.post(`${path}?locale=ru`, body))
    assert.deepEqual(await digestOf(market.ctx.db), before)
    assert.deepEqual(
      membersOf(estimate.addOns, 'id'),
      addOns.map(({ id }) => id),
    )
    const sum = (member: string) =>
      estimate.addOns.reduce((all: number, addOn: Record<string, number>) => all + (addOn[member] ?? 0), 0)
    assert.equal(estimate.addOnCostPerAction, sum('costPerAction'))
    assert.equal(estimate.flatCost, sum('costFlat'))
    const rounded = (amount: number) => Math.round(amount * 10_000) / 10_000
    assert.equal(estimate.costPerAction, rounded(1.1 + estimate.addOnCostPerAction))
    assert.equal(estimate.totalCost, rounded(10 * estimate.costPerAction + estimate.flatCost))
    assert.equal(estimate.missing, rounded(estimate.totalCost - 5))
    assert.equal(expectOk(await owner.a.post(path, await taskBody(market, { totalLimit: 1 }))).missing, 0)
    const refused = await owner.a.post('/api/advertiser/offers/submit', body)
    assert.equal(refused.body.shortfall, estimate.missing)
  })

  test('without details gives the cost before they are complete, and still reports other errors', async () => {
    const owner = await advertiser(market)
    const { id: offerPriceId } = await market.ctx.db.one<{ id: number }>(sql`
      update prices set details_mode = 'strict' where code = 'web.usability_test' returning id`)
    const body = await taskBody(market, { offerPriceId, details: { url: 'half an addr' } })
    assert.equal(outcome(await owner.a.post(path, body)), '400 details_invalid')
    assert.equal(expectOk(await owner.a.post(`${path}?withoutDetails=true`, body)).totalCost, 5.5)
    const wrong = await owner.a.post(`${path}?withoutDetails=true`, { ...body, targetCountryIds: [1] })
    assert.equal(outcome(wrong), '400 unknown_country')
    assert.equal(outcome(await owner.a.post('/api/advertiser/offers/submit', body)), '400 details_invalid')
  })

  test('reports a single error as the order would, and several at once', async () => {
    const owner = await advertiser(market)
    const tried = async (members: Record<string, unknown>) => owner.a.post(path, await taskBody(market, members))
    assert.equal(outcome(await tried({ offerPriceId: 4_711_000 })), '400 unknown_price')
    assert.equal(outcome(await tried({ targetCountryIds: [1] })), '400 unknown_country')
    assert.equal(outcome(await tried({ details: { url: 5 } })), '400 details_invalid')
    const several = await tried({ targetCountryIds: [840, 1], selectedAddOnIds: [4_711_000], details: { url: 5 } })
    assert.equal(outcome(several), '400 validation_error')
    assert.deepEqual(fieldsOf(several), ['targetCountryIds.1', 'selectedAddOnIds', 'details.url'])
    assert.deepEqual(fieldsOf(await tried({ title: ' ', minAge: 60, maxAge: 20 })), ['title', 'maxAge'])
    assert.deepEqual(fieldsOf(await tried({ offerPriceId: 'x', totalLimit: 0 })), ['offerPriceId', 'totalLimit'])
  })
})

test('estimating, creating, changing and submitting a task warn about incomplete details until they are corrected', async () => {
  const owner = await advertiser(market)
  const body = { ...(await taskBody(market)), details: { url: 'https://survey.example/1', estimatedMinuts: 5 } }
  const warnings = [
    { code: 'required', field: 'details.estimatedMinutes', message: 'Is missing.' },
    {
      code: 'additional_properties',
      field: 'details.estimatedMinuts',
      message: 'Is not a member that this task type knows.',
    },
  ]
  const draft = expectOk(await owner.b.post('/v1/tasks', { ...body, draft: true }))
  const change = (members: object) => owner.b.patch(`/v1/tasks/${draft.id}`, members)
  const warned = [
    draft,
    expectOk(await owner.b.post('/v1/tasks/estimate', body)),
    expectOk(await owner.a.post(path, body)),
    expectOk(await owner.a.post('/api/advertiser/offers/draft', body)),
    expectOk(await change({ details: { url: 'https://survey.example/2' } })),
    expectOk(await owner.b.post('/v1/tasks', body)),
    expectOk(await change({ status: 'PendingModeration' })),
  ]
  for (const answer of warned) assert.deepEqual(answer.warnings, warnings)
  const russian = await owner.a.post(`${path}?locale=ru`, body)
  assert.equal(russian.body.warnings[0].message, 'Нужно заполнить.')
  const right = { details: { estimatedMinutes: 5, estimatedMinuts: null } }
  expectOk(await change({ status: 'Draft' }))
  for (const answer of [await change(right), await owner.b.get(`/v1/tasks/${draft.id}`)])
    assert.equal('warnings' in expectOk(answer), false)
})

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
})
