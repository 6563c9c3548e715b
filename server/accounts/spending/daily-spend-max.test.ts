import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { openSession } from '../../../test/support/console.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  membersOf,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { decide, disputedWork, mustBeInOrder } from '../../../test/support/scenarios/appeals.ts'
import { sql } from '../../platform/sql.ts'
import { createKey } from '../actions.ts'

const market = await openMarket()
const { ctx } = market
afterEach(() => mustBeInOrder(market))
const keys = '/settings/keys'
const exceeded = '409 daily_spend_max_exceeded'
// A slot of the test task costs 1.10.
const task = (slots: number, more: object = {}) => taskBody(market, { totalLimit: slots, ...more })

/** An advertiser's new key with a daily maximum. */
async function keyOf(owner: Person, dailySpendMax: number | null) {
  const { secret } = await createKey(ctx, { email: owner.email, dailySpendMax })
  return market.as(secret)
}
const spent = async (key: { get: Person['b']['get'] }) => {
  const shown = expectOk(await key.get('/v1/account')).key
  return [shown.spentToday, shown.dailySpendMax]
}

describe('the daily maximum of an API key', () => {
  test('counts new tasks, and refuses the one that would exceed it without creating anything', async () => {
    const owner = await advertiser(market)
    const key = await keyOf(owner, 5)
    expectOk(await key.post('/v1/tasks', await task(4)))
    const refused = await key.post('/v1/tasks', await task(1))
    assert.equal(outcome(refused), exceeded)
    const { dailySpendMax, spentToday, required, currency, resetsAtUtc } = refused.body
    assert.deepEqual([dailySpendMax, spentToday, required, currency], [5, 4.4, 1.1, 'USD'])
    const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
    const left = Date.parse(resetsAtUtc) - now.getTime()
    assert.ok(left > 0 && left <= 86_400_000 && resetsAtUtc.endsWith('T00:00:00.000Z'), resetsAtUtc)
    assert.deepEqual(await moneyOf(owner), { available: 995.6, held: 4.4 })
    assert.deepEqual(await spent(key), [4.4, 5])
    assert.equal(expectOk(await key.get('/v1/tasks')).totalCount, 1)
  })

  test('does not count drafts and estimates until they are submitted', async () => {
    const owner = await advertiser(market)
    const key = await keyOf(owner, 2)
    const draft = expectOk(await key.post('/v1/tasks', await task(2, { draft: true })))
    expectOk(await key.post('/v1/tasks/estimate', await task(2)))
    assert.deepEqual(await spent(key), [0, 2])
    const submit = await key.patch(`/v1/tasks/${draft.id}`, { status: 'PendingModeration' })
    assert.equal(outcome(submit), '409 max_cost_required')
    assert.equal(
      outcome(await key.patch(`/v1/tasks/${draft.id}`, { status: 'PendingModeration', maxCost: 1_000 })),
      exceeded,
    )
    assert.equal(expectOk(await key.get(`/v1/tasks/${draft.id}`)).status, 'Draft')
    expectOk(await key.patch(`/v1/tasks/${draft.id}`, { totalLimit: 1, status: 'PendingModeration', maxCost: 1_000 }))
    assert.deepEqual(await spent(key), [1.1, 2])
  })

  test('counts a raised quantity, and money that is released does not count back', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const key = await keyOf(owner, 5)
    const refused = await key.patch(`/v1/tasks/${id}`, { totalLimit: 4 })
    assert.deepEqual([outcome(refused), refused.body.totalCost], ['409 max_cost_required', 4.4])
    expectOk(await key.patch(`/v1/tasks/${id}`, { totalLimit: 4, maxCost: 4.4 }))
    assert.deepEqual(await spent(key), [3.3, 5])
    expectOk(await key.patch(`/v1/tasks/${id}`, { totalLimit: 2 }))
    assert.equal(outcome(await key.patch(`/v1/tasks/${id}`, { totalLimit: 4, maxCost: 1_000 })), exceeded)
    expectOk(await key.delete(`/v1/tasks/${id}`))
    assert.deepEqual(await spent(key), [3.3, 5])
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
  })

  test('counts bonuses with their fee, alone and with an acceptance, which takes nothing by itself', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const [first, second] = [await submittedWork(market, id), await submittedWork(market, id)]
    const key = await keyOf(owner, 2)
    expectOk(await key.post(`/v1/reports/${first.id}/accept`))
    assert.deepEqual(await spent(key), [0, 2])
    expectOk(await key.post(`/v1/reports/${first.id}/bonus`, { amount: 1, reason: 'Well done' }))
    assert.deepEqual(await spent(key), [1.1, 2])
    assert.equal(outcome(await key.post(`/v1/reports/${first.id}/bonus`, { amount: 1, reason: 'Again' })), exceeded)
    assert.equal(outcome(await key.post(`/v1/reports/${second.id}/accept`, { bonus: 1 })), exceeded)
    assert.equal(expectOk(await key.get(`/v1/reports/${second.id}`)).status, 'Pending')
    const item = { id: second.id, action: 'accept', bonus: 1 }
    const [result] = expectOk(await key.post('/v1/reports/bulk', { items: [item] })).results
    assert.equal(result.problem.code, 'daily_spend_max_exceeded')
    expectOk(await key.post(`/v1/reports/${second.id}/accept`, { bonus: 0.5 }))
    assert.deepEqual(await spent(key), [1.65, 2])
  })

  test('counts what an overridden rejection takes from the available balance', async () => {
    const work = await disputedWork(market)
    const { owner } = work
    expectOk(await decide(market, work.dispute, 'Advertiser'))
    expectOk(await owner.b.delete(`/v1/tasks/${work.offer}`))
    const poor = await keyOf(owner, 1)
    const override = { overrideRejection: true }
    assert.equal(outcome(await poor.post(`/v1/reports/${work.id}/accept`, override)), exceeded)
    const rich = await keyOf(owner, 1.1)
    expectOk(await rich.post(`/v1/reports/${work.id}/accept`, override))
    assert.deepEqual(await spent(rich), [1.1, 1.1])
  })

  test('counts a retried request once, and each key for itself', async () => {
    const owner = await advertiser(market)
    const [key, other] = [await keyOf(owner, 1.1), await keyOf(owner, null)]
    const body = JSON.stringify(await task(1))
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' }
    const answers = [
      await key.send('POST', '/v1/tasks', body, headers),
      await key.send('POST', '/v1/tasks', body, headers),
    ]
    const found = answers.map(({ status, body: { id } }) => [status, id])
    assert.deepEqual(found, [
      [201, answers[0]?.body.id],
      [201, answers[0]?.body.id],
    ])
    assert.equal(outcome(await key.post('/v1/tasks', await task(1))), exceeded)
    expectOk(await other.post('/v1/tasks', await task(9)))
    assert.deepEqual(
      [await spent(key), await spent(other)],
      [
        [1.1, 1.1],
        [9.9, null],
      ],
    )
  })

  test('begins again with the next UTC day', async () => {
    const key = await keyOf(await advertiser(market), 1.1)
    expectOk(await key.post('/v1/tasks', await task(1)))
    const { resetsAtUtc } = (await key.post('/v1/tasks', await task(1))).body
    const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
    market.pass((Date.parse(resetsAtUtc) - now.getTime()) / 1000)
    assert.deepEqual(await spent(key), [0, 1.1])
    expectOk(await key.post('/v1/tasks', await task(1)))
    assert.deepEqual(await spent(key), [1.1, 1.1])
  })

  test('forgets nothing when a request that began before midnight counts after one that began later', async () => {
    const owner = await advertiser(market)
    const { id, secret } = await createKey(ctx, { email: owner.email, dailySpendMax: 3.3 })
    const key = market.as(secret)
    expectOk(await key.post('/v1/tasks', await task(2)))
    const dayOfCount = async () =>
      (await ctx.db.one<{ day: string }>(sql`select spent_on::text as day from credentials where id = ${id}`)).day
    await ctx.db.run(sql`update credentials set spent_on = spent_on + 1 where id = ${id}`)
    const later = await dayOfCount()
    assert.deepEqual(await spent(key), [2.2, 3.3])
    const refused = await key.post('/v1/tasks', await task(2))
    assert.deepEqual([outcome(refused), refused.body.spentToday], [exceeded, 2.2])
    expectOk(await key.post('/v1/tasks', await task(1)))
    assert.deepEqual([await spent(key), await dayOfCount()], [[3.3, 3.3], later])
    assert.equal(outcome(await key.post('/v1/tasks', await task(1))), exceeded)
  })

  test('of 0 lets the key spend nothing, and says nothing about money that is missing', async () => {
    const owner = await advertiser(market, { funds: 1 })
    assert.equal(outcome(await (await keyOf(owner, 0)).post('/v1/tasks', await task(1))), '409 insufficient_funds')
    const rich = await advertiser(market)
    assert.equal(outcome(await (await keyOf(rich, 0)).post('/v1/tasks', await task(1))), exceeded)
  })

  test('holds exactly when 32 requests of every kind compete', async () => {
    for (let round = 0; round < 2; round++) {
      const { id, advertiser: owner } = await activeOffer(market, { slots: 8 })
      const work = await Promise.all(Array.from({ length: 8 }, () => submittedWork(market, id)))
      for (const each of work) expectOk(await owner.b.post(`/v1/reports/${each.id}/accept`))
      const drafts = await Promise.all(
        Array.from({ length: 8 }, async () =>
          expectOk(await owner.b.post('/v1/tasks', await task(1, { draft: true }))),
        ),
      )
      const key = await keyOf(owner, 11)
      const before = await moneyOf(owner)
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, index) => [
          await key.post('/v1/tasks', await task(1)),
          await key.post(`/v1/reports/${work[index]?.id}/bonus`, { amount: 1, reason: 'Thanks' }),
          await key.patch(`/v1/tasks/${drafts[index].id}`, { status: 'PendingModeration', maxCost: 2 }),
          await key.post('/v1/tasks', await task(1)),
        ]),
      )
      const outcomes = answers.flat().map((answer) => outcome(answer))
      assert.equal(outcomes.filter((each) => each === exceeded).length, 22, String(outcomes))
      assert.equal(outcomes.filter((each) => /^20[01]$/.test(each)).length, 10, String(outcomes))
      assert.deepEqual(await spent(key), [11, 11])
      assert.equal(Math.round((before.available - (await moneyOf(owner)).available) * 100), 1100)
    }
  })
})

describe('the setting dailySpendMax', () => {
  const ownerOf = async () => {
    const owner = await advertiser(market)
    const session = await openSession(market, owner.id)
    return { owner, console: market.console(session) }
  }

  test('is made with the key, shown in the list, changed and removed; other members stay', async () => {
    const { owner, console } = await ownerOf()
    const allowedNetworks = ['127.0.0.0/8', '::1/128']
    const made = expectOk(await console.post(keys, { name: 'Shop', dailySpendMax: 12.3456, allowedNetworks }))
    assert.deepEqual([made.dailySpendMax, made.spentToday], [12.3456, 0])
    expectOk(await market.as(made.secret).post('/v1/tasks', await task(1)))
    const [listed] = expectOk(await console.get(keys)).items
    assert.deepEqual([listed.id, listed.dailySpendMax, listed.spentToday], [made.id, 12.3456, 1.1])
    const change = async (body: object) => expectOk(await console.patch(`${keys}/${made.id}`, body))
    assert.deepEqual((await change({ dailySpendMax: 1 })).allowedNetworks, allowedNetworks)
    assert.equal(outcome(await market.as(made.secret).post('/v1/tasks', await task(1))), exceeded)
    assert.equal((await change({ allowedNetworks: [] })).dailySpendMax, 1)
    assert.equal((await change({})).dailySpendMax, 1)
    assert.equal((await change({ dailySpendMax: null })).dailySpendMax, null)
    expectOk(await market.as(made.secret).post('/v1/tasks', await task(1)))
    const decisions = await ctx.db.many<{ data: object }>(sql`
      select data from audit_log where action = 'account.key_daily_spend_max' and owner = ${owner.id} order by id`)
    assert.deepEqual(membersOf(decisions, 'data'), [
      { key: made.id, units: 10_000 },
      { key: made.id, units: null },
    ])
  })

  test('counts the morning of a key that gets its maximum at noon', async () => {
    const { console } = await ownerOf()
    const { id, secret } = expectOk(await console.post(keys, { name: 'Shop' }))
    expectOk(await market.as(secret).post('/v1/tasks', await task(3)))
    assert.equal(expectOk(await console.patch(`${keys}/${id}`, { dailySpendMax: 4 })).spentToday, 3.3)
    assert.equal(outcome(await market.as(secret).post('/v1/tasks', await task(1))), exceeded)
  })

  test('is raised or removed only in a confirmed session, and lowered in any', async () => {
    const { console } = await ownerOf()
    const { id } = expectOk(await console.post(keys, { name: 'Shop', dailySpendMax: 10 }))
    await ctx.db.run(sql`update credentials set confirmed_at = null where kind = 'Session'`)
    const change = async (dailySpendMax: number | null) =>
      outcome(await console.patch(`${keys}/${id}`, { dailySpendMax }))
    assert.deepEqual(
      [await change(11), await change(null), await change(10), await change(9)],
      ['403 confirmation_required', '403 confirmation_required', '200', '200'],
    )
  })
})
