import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  reserved,
  submittedOffer,
  taskBody,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { ownExample } from './body-members.ts'

const market = await openMarket()
const patch = ({ b }: Person, id: number, body: object) => b.patch(`/v1/tasks/${id}`, body)

/** Every member of a task. */
const whole = {
  ...ownExample,
  description: 'Answer **ten** questions.',
  proofInstructions: 'A picture of the last page',
  acceptanceCriteria: [
    { id: 'c1', text: 'All questions are answered', required: true },
    { id: 'c2', text: 'Politely', required: false },
  ],
  details: { url: 'https://survey.example/1', estimatedMinutes: 5 },
  sourceLanguage: 'en',
  translations: { ru: { title: 'Короткий опрос' } },
  minAge: 21,
  maxAge: 65,
  gender: 'Female',
  targetCountryIds: [643, 840],
  reservationDurationSeconds: 900,
  reviewPeriodSeconds: 7_200,
  perExecutorLimit: 3,
  maxReworks: 0,
  reworkPeriodSeconds: 7_200,
  hourlyLimit: 5,
  dailyLimit: 20,
  startsAtUtc: '2090-01-01T00:00:00.000Z',
  endsAtUtc: '2090-02-01T00:00:00.000Z',
  minExecutorLevel: 2,
  autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0.95 }],
}

describe('a task', () => {
  test('returns its members and its cost', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, whole)
    const made = expectOk(await owner.b.post('/v1/tasks', body))
    assert.deepEqual({ ...made, ...whole }, made)
    const { rewardPerAction, feePerAction, addOnCostPerAction, costPerAction, currency, budget, counts, version } = made
    assert.deepEqual(
      [rewardPerAction, feePerAction, addOnCostPerAction, costPerAction, currency],
      [1, 0.1, 0, 1.1, 'USD'],
    )
    assert.deepEqual(budget, { total: 2.2, held: 2.2, spent: 0, released: 0 })
    assert.deepEqual(
      [counts.remaining, version, made.type, made.allowedActions],
      [2, 1, 'survey.external', ['Withdraw', 'Archive', 'Update']],
    )
    assert.deepEqual(expectOk(await owner.b.get(`/v1/tasks/${made.id}`)), made)
    assert.equal(expectOk(await owner.a.get(`/api/advertiser/offers/${made.id}`)).title, made.title)
  })

  test('has an external id that is unique in the account', async () => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const body = await taskBody(market, { externalId: 'order-1' })
    const { id } = expectOk(await owner.b.post('/v1/tasks', body))
    const refused = await owner.b.post('/v1/tasks', body)
    assert.deepEqual([outcome(refused), refused.body.existingTaskId], ['409 external_id_taken', id])
    expectOk(await other.b.post('/v1/tasks', body))
    const { id: second } = expectOk(await owner.b.post('/v1/tasks', { ...body, externalId: 'order-2' }))
    assert.equal(outcome(await patch(owner, second, { externalId: 'order-1' })), '409 external_id_taken')
    expectOk(await patch(owner, id, { externalId: null }))
    expectOk(await patch(owner, second, { externalId: 'order-1' }))
    assert.deepEqual(await moneyOf(owner), { available: 995.6, held: 4.4 })
  })
})

test('an advertiser barred from offering cannot submit until the sanction ends, but can write drafts', async () => {
  const owner = await advertiser(market)
  const draft = await submittedOffer(market, { advertiser: owner, members: { draft: true } })
  const { a } = await theOperator(market)
  const body = {
    accountId: owner.id,
    kind: 'NoOffers',
    code: 'UnfairRejections',
    reason: 'Rejections without a reason',
  }
  const { id, endsAtUtc } = expectOk(
    await a.post('/api/operator/sanctions', { ...body, endsAtUtc: '2090-01-01T00:00:00Z' }),
  )
  const task = await taskBody(market)
  for (const refused of [
    await owner.b.post('/v1/tasks', task),
    await owner.a.post('/api/advertiser/offers/submit', task),
    await owner.a.post(`/api/advertiser/offers/${draft.id}/submit`),
    await patch(owner, draft.id, { status: 'PendingModeration' }),
  ])
    assert.deepEqual(
      [outcome(refused), refused.body.kind, refused.body.untilUtc],
      ['409 sanctioned', 'NoOffers', endsAtUtc],
    )
  assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
  expectOk(await owner.b.post('/v1/tasks', { ...task, draft: true }))
  expectOk(await owner.b.post('/v1/tasks/estimate', task))
  expectOk(await a.post(`/api/operator/sanctions/${id}/lift`, { reason: 'They explained it' }))
  expectOk(await owner.b.post('/v1/tasks', task))
})

describe('a change of a task', () => {
  test('replaces the members that it names, and creates a version each time', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { ...whole, draft: true } })
    const before = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    const change = { title: 'A longer survey', minAge: null, targetCountryIds: [], totalLimit: 5, metadata: { a: 'b' } }
    const after = expectOk(await patch(owner, id, change))
    const { updatedAtUtc } = after
    const budget = { ...before.budget, total: 5.5 }
    assert.deepEqual(after, {
      ...before,
      ...change,
      metadata: { ...before.metadata, a: 'b' },
      counts: { ...before.counts, remaining: 5 },
      budget,
      version: 2,
      updatedAtUtc,
    })
    assert.deepEqual(expectOk(await patch(owner, id, {})), after, 'nothing named, nothing changed')
    assert.deepEqual(expectOk(await patch(owner, id, { title: 'A longer survey' })), after, 'nothing different')
  })

  test('merges objects, where null removes a member, and ignores no member that affects money', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, {
      members: { draft: true, metadata: { a: '1', b: '2' } },
    })
    const words = { ru: { title: 'Опрос', description: 'Коротко' } }
    expectOk(await patch(owner, id, { translations: words, metadata: { a: null, c: '3' } }))
    const after = expectOk(await patch(owner, id, { translations: { ru: { description: null } } }))
    assert.deepEqual([after.metadata, after.translations], [{ b: '2', c: '3' }, { ru: { title: 'Опрос' } }])
    assert.equal(outcome(await patch(owner, id, { totalLimit: 9, dryRun: true })), '400 validation_error')
    const dear = await patch(owner, id, { totalLimit: 9, maxCost: 9.89 })
    assert.deepEqual([outcome(dear), dear.body.totalCost], ['409 max_cost_exceeded', 9.9])
    assert.equal(expectOk(await patch(owner, id, { totalLimit: 9, maxCost: 9.9 })).totalLimit, 9)
    assert.equal(
      outcome(await patch(owner, 999_999, { gender: 'x' })),
      '400 validation_error',
      'before it is looked for',
    )
  })

  test('of the texts of a draft keeps the price that it was made with', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    const { rewardPerAction, offerPriceId } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    await market.ctx.db.run(sql`update prices set reward_units = reward_units * 5 where id = ${offerPriceId}::bigint`)
    assert.equal(expectOk(await patch(owner, id, { title: 'New' })).rewardPerAction, rewardPerAction)
    await market.ctx.db.run(sql`update prices set reward_units = reward_units / 5 where id = ${offerPriceId}::bigint`)
  })

  test('of a running task is possible though its price and add-ons are no longer offered', async () => {
    const [addOn] = await market.ctx.db.many<{ id: number }>(sql`
      insert into add_ons (code, names, cost_units, flat_units, is_active) values ('passing', '{"en":"x"}', 1, 1, true) returning id`)
    const { id, advertiser: owner } = await activeOffer(market, { members: { selectedAddOnIds: [addOn?.id] } })
    await market.ctx.db.run(sql`update add_ons set is_active = false where code = 'passing'`)
    assert.equal(expectOk(await patch(owner, id, { title: 'New', totalLimit: 3 })).totalLimit, 3)
    const draft = await submittedOffer(market, { members: { draft: true } })
    assert.equal(
      outcome(await patch(draft.advertiser, draft.id, { selectedAddOnIds: [addOn?.id] })),
      '400 unknown_add_on',
    )
  })

  test('of the limit holds or releases the difference, and is never below the slots in use', async () => {
    const { id, advertiser: owner } = await activeOffer(market, {
      advertiser: await advertiser(market, { funds: 11 }),
      slots: 5,
    })
    await reserved(await executor(market), id)
    expectOk(await patch(owner, id, { totalLimit: 9 }))
    assert.deepEqual(await moneyOf(owner), { available: 1.1, held: 9.9 })
    const refused = await patch(owner, id, { totalLimit: 11 })
    assert.deepEqual(
      [outcome(refused), refused.body.required, refused.body.shortfall],
      ['409 insufficient_funds', 2.2, 1.1],
    )
    expectOk(await patch(owner, id, { totalLimit: 1 }))
    assert.deepEqual(await moneyOf(owner), { available: 9.9, held: 1.1 })
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/pause`))
    expectOk(await patch(owner, id, { totalLimit: 4 }))
    assert.equal((await (await executor(market)).a.post(`/api/executor/offers/${id}/reserve`)).status, 404)
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/resume`))
    await reserved(await executor(market), id)
    const low = await patch(owner, id, { totalLimit: 1 })
    assert.deepEqual([outcome(low), low.body.minimum], ['409 task_state_conflict', 2])
  })

  test('may include another status; both apply or neither', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    const broke = await submittedOffer(market, {
      advertiser: await advertiser(market, { funds: 1 }),
      members: { draft: true },
    })
    assert.equal(
      expectOk(await patch(owner, id, { status: 'PendingModeration', title: 'New' })).status,
      'PendingModeration',
    )
    assert.equal(
      outcome(await patch(broke.advertiser, broke.id, { status: 'PendingModeration', title: 'New' })),
      '409 insufficient_funds',
    )
    assert.equal(expectOk(await broke.advertiser.b.get(`/v1/tasks/${broke.id}`)).title, 'A short survey')
    assert.equal(outcome(await patch(owner, id, { status: 'Active' })), '409 task_state_conflict')
    for (const status of ['Archived', 'Completed', 'Rejected']) {
      assert.equal(outcome(await patch(owner, id, { status })), '409 task_state_conflict', status)
    }
    for (const status of ['toString', 'active']) {
      assert.equal(outcome(await patch(owner, id, { status })), '400 validation_error', status)
    }
    const { id: running, advertiser: other } = await activeOffer(market)
    assert.equal(expectOk(await patch(other, running, { status: 'Paused', title: 'New' })).status, 'Paused')
    assert.equal(expectOk(await patch(other, running, { status: 'Active' })).pendingChange.content.title, 'New')
  })
})
