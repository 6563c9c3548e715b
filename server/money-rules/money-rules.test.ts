import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../../test/support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  moneyOf,
  operator,
  outcome,
  type Person,
  submittedWork,
  taskBody,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { bank } from '../../test/support/scenarios/earnings.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket({ moderation: 'auto', hourlyRewardRule: 'refuse' })
const [olga, oscar] = [await operator(market), await operator(market)]
const rules = '/api/operator/money-rules'
const values = '/api/operator/money-rule-values'
const hourMs = 3_600_000

/** The time by the clock of the market, which tests move. */
async function at(ms: number): Promise<string> {
  const { db } = market.ctx
  const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
  return new Date(now.getTime() + ms).toISOString()
}
const pass = (ms: number) => market.pass(ms / 1000)
const set = (rule: string, value: unknown, more: object = {}, by: Person = olga) =>
  by.a.post(values, { rule, value, ...more })
const made = async (rule: string, value: number, more: object = {}) => expectOk(await set(rule, value, more))
const held = async (name: string) =>
  expectOk(await olga.a.get(rules)).items.find(({ rule }: { rule: string }) => rule === name)
const faults = ({ status, body }: Answer) => {
  assert.equal(status, 400)
  return membersOf(body.errors, 'field')
}
const estimate = async ({ b }: Person) => expectOk(await b.post('/v1/tasks/estimate', await taskBody(market)))

describe('a fee that an operator changes', () => {
  test('holds from its time, is announced before, and leaves held money as it was', async () => {
    const owner = await advertiser(market)
    const { id: before } = await activeOffer(market, { advertiser: owner })
    const held = (await moneyOf(owner)).held
    const { status, id } = await made('feePercent', 20, { holdsFromUtc: await at(hourMs) })
    assert.equal(status, 'Planned')
    const announced = await estimate(owner)
    assert.deepEqual([announced.feePerAction, announced.feeChange.feePercent], [0.1, 20])
    assert.equal(
      expectOk(await owner.a.post('/api/advertiser/offers/estimate', await taskBody(market))).feeChange.feePercent,
      20,
    )
    pass(hourMs)
    assert.equal((await estimate(owner)).feePerAction, 0.2)
    assert.equal('feeChange' in (await estimate(owner)), false)
    const prices = expectOk(await owner.b.get('/v1/prices'))
    assert.ok(
      prices.every(
        ({ feePerAction: fee, rewardPerAction: reward }: Record<string, number>) =>
          Number(fee) === Math.floor(Number(reward) * 2_000 + 0.001) / 10_000,
      ),
    )
    assert.equal((await moneyOf(owner)).held, held)
    expectOk(await owner.b.patch(`/v1/tasks/${before}`, { totalLimit: 4 }))
    const work = await submittedWork(market, before)
    const report = expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, {}))
    assert.equal(report.costPerAction, 1.1)
    assert.equal((await moneyOf(owner)).held, 3.3)
    const { available } = await moneyOf(owner)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/bonus`, { amount: 1, reason: 'Well done.' }))
    assert.equal((await moneyOf(owner)).available, Number((available - 1.2).toFixed(4)))
    assert.equal(outcome(await oscar.a.post(`${values}/${id}/cancel`)), '409 money_rule_value_holds')
    assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
  })

  test('holds and charges the same for an offer that is created at that moment', async () => {
    const owner = await advertiser(market)
    await made('feePercent', 10)
    for (let round = 0; round < 4; round++) {
      const body = await taskBody(market, { totalLimit: 1 })
      const offers = Array.from({ length: 6 }, () => owner.b.post('/v1/tasks', body))
      const [, ...created] = await Promise.all([set('feePercent', round % 2 ? 10.01 : 33.33), ...offers])
      const tasks = created.map(expectOk)
      const { held } = await moneyOf(owner)
      const costs = tasks.map(({ costPerAction }) => costPerAction)
      assert.equal(held, Number(costs.reduce((sum, cost) => sum + cost, 0).toFixed(4)))
      for (const { id, costPerAction } of tasks) {
        const work = await submittedWork(market, id)
        assert.equal(expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, {})).costPerAction, costPerAction)
      }
      assert.equal((await moneyOf(owner)).held, 0)
    }
    assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
  })
})

describe('money limits', () => {
  test('hold in withdrawals, balances and the reward per hour', async () => {
    const worker = await executor(market)
    const minimum = async () => expectOk(await worker.a.get('/api/executor/balance')).withdrawalMinimum
    assert.equal(await minimum(), (await held('withdrawalMinimum')).default)
    await made('withdrawalMinimum', 7)
    assert.equal(await minimum(), 7)
    const refused = await worker.a.post('/api/executor/withdrawals', { amount: 6.99, method: bank })
    assert.deepEqual([outcome(refused), refused.body.minimum], ['409 withdrawal_below_minimum', 7])
    await made('hourlyRewardMin', 12.5)
    const owner = await advertiser(market)
    const texts = JSON.stringify(expectOk(await owner.a.get('/api/advertiser/offers/rules')))
    assert.match(texts, /12\.5 USD/)
    await made('hourlyRewardMin', 0)
    assert.equal((await held('guaranteeMaxPerAdvertiser')).value, market.ctx.config.guaranteeMaxPerAdvertiser)
    await made('guaranteeMaxPerAdvertiser', 0.5)
    assert.equal((await held('guaranteeMaxPerAdvertiser')).value, 0.5)
  })

  test('show visitors what holds', async () => {
    await made('withdrawalMinimum', 9)
    pass(10_000)
    assert.equal(expectOk(await olga.a.get('/api/public/site')).withdrawalMinimum, 9)
    assert.equal(expectOk(await olga.a.get('/api/operator/site')).environment.withdrawalMinimum, 9)
  })
})

describe('a value', () => {
  test('is refused outside the bounds of its setting, and at an impossible time', async () => {
    for (const [rule, value] of [
      ['feePercent', -1],
      ['feePercent', 100.01],
      ['feePercent', 10.001],
      ['withdrawalMinimum', 0.5],
      ['withdrawalMinimum', 1_000_001],
      ['guaranteeMaxPerAdvertiser', 0.00001],
    ] as const)
      assert.deepEqual(faults(await set(rule, value)), ['value'], `${rule} ${value}`)
    assert.deepEqual(faults(await set('unknown', 1)), ['rule'])
    for (const time of [
      await at(-1000),
      '9999-12-31T00:00:00Z',
      await at(367 * 24 * hourMs),
      'tomorrow',
      '2026-13-01T00:00:00Z',
    ])
      assert.deepEqual(faults(await set('feePercent', 5, { holdsFromUtc: time })), ['holdsFromUtc'], time)
    assert.equal((await set('feePercent', 100, { holdsFromUtc: await at(300 * 24 * hourMs) })).status, 201)
  })

  test('is set by one of two operators who read the same, and both read who set what', async () => {
    const { lastValueId } = await held('withdrawalMinimum')
    const answers = await Promise.all([
      set('withdrawalMinimum', 3, { lastValueId }, olga),
      set('withdrawalMinimum', 4, { lastValueId }, oscar),
    ])
    assert.deepEqual(answers.map(outcome).sort(), ['201', '409 money_rule_changed'])
    const winner = answers[0]?.status === 201 ? olga : oscar
    const { items } = expectOk(await oscar.a.get(`${values}?rule=withdrawalMinimum`))
    assert.deepEqual([items[0].setByEmail, items[0].status, items[1].status], [winner.email, 'Holding', 'Replaced'])
    assert.equal((await held('withdrawalMinimum')).value, items[0].value)
    const audit = expectOk(await olga.a.get(`/api/operator/audit?subject=money_rule&subjectId=${items[0].id}`)).items
    assert.deepEqual(membersOf(audit, 'action'), ['money_rule.set'])
    assert.deepEqual([audit[0].data.rule, audit[0].data.value], ['withdrawalMinimum', items[0].value])
  })

  test('holds as the last of several that were set at once', async () => {
    const answers = await Promise.all([11, 12, 13, 14].map((value) => set('withdrawalMinimum', value)))
    const last = answers.map(expectOk).sort((one, other) => other.id - one.id)[0]
    assert.equal((await held('withdrawalMinimum')).value, last.value)
  })

  test('can be cancelled, once, until it holds; times are planned once', async () => {
    const holdsFromUtc = await at(2 * hourMs)
    const { id } = await made('withdrawalMinimum', 50, { holdsFromUtc })
    assert.equal(outcome(await set('withdrawalMinimum', 60, { holdsFromUtc })), '409 money_rule_time_taken')
    const cancel = (by: Person) => by.a.post(`${values}/${id}/cancel`)
    const cancelled = (await Promise.all([cancel(olga), cancel(oscar)])).map(expectOk)
    assert.deepEqual(membersOf(cancelled, 'status'), ['Cancelled', 'Cancelled'])
    assert.equal(new Set(membersOf(cancelled, 'cancelledById')).size, 1)
    expectOk(await set('withdrawalMinimum', 60, { holdsFromUtc }))
    pass(2 * hourMs)
    assert.equal((await held('withdrawalMinimum')).value, 60)
    assert.equal(outcome(await olga.a.post(`${values}/999999/cancel`)), '404 money_rule_value_not_found')
  })

  test('is planned ten times at most', async () => {
    const plan = async (n: number) => set('hourlyRewardMin', n, { holdsFromUtc: await at((n + 1) * hourMs) })
    for (let n = 0; n < 10; n++) expectOk(await plan(n))
    assert.equal(outcome(await plan(10)), '409 too_many_planned_values')
  })
})
