import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, expectOk, outcome, type Person, taskBody } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { applyCatalog, exportCatalog } from '../../catalog/actions.ts'
import { estimatedMinutesIn, rewardPerHour } from './reward-per-hour.ts'

const rule = { hourlyRewardMin: 8, moderation: 'auto' } as const
const [refusing, warning, plain] = await Promise.all([
  openMarket({ ...rule, hourlyRewardRule: 'refuse' }),
  openMarket({ ...rule, hourlyRewardRule: 'warn' }),
  openMarket({ hourlyRewardMin: 8 }),
])
type Market = typeof refusing

/** A task for 1 USD that takes this many minutes. */
const minutes = async (market: Market, estimatedMinutes: number, members = {}) => ({
  ...(await taskBody(market)),
  details: { url: 'https://survey.example/1', estimatedMinutes },
  ...members,
})
const create = async (market: Market, owner: Person, estimatedMinutes: number, members = {}) =>
  owner.b.post('/v1/tasks', await minutes(market, estimatedMinutes, members))

describe('the reward per hour', () => {
  test('comes from the measured time, else from the estimate, rounded down', () => {
    assert.equal(rewardPerHour({ rewardUnits: 10_000n }, 5), 120_000n)
    assert.equal(rewardPerHour({ rewardUnits: 10_000n, workSeconds: 7 }, 5), 5_142_857n)
    assert.equal(rewardPerHour({ rewardUnits: 10_000n, workSeconds: null }, null), undefined)
  })

  test('uses only estimates that are possible', () => {
    const values = [5, 0.5, 0, -1, 10_001, '5', null, Number.NaN].map((value) =>
      estimatedMinutesIn({ estimatedMinutes: value }),
    )
    assert.deepEqual(values, [5, null, null, null, null, null, null, null])
    assert.equal(estimatedMinutesIn({}), null)
  })

  test('is in estimates and tasks, and absent without an estimated time', async () => {
    const owner = await advertiser(plain)
    const body = await minutes(plain, 6)
    assert.equal(expectOk(await owner.b.post('/v1/tasks/estimate', body)).rewardPerHour, 10)
    assert.equal(expectOk(await owner.a.post('/api/advertiser/offers/estimate', body)).rewardPerHour, 10)
    assert.equal(expectOk(await owner.b.post('/v1/tasks', body)).rewardPerHour, 10)
    const task = expectOk(await owner.b.post('/v1/tasks', await taskBody(plain)))
    assert.ok(!('rewardPerHour' in task) && !('medianWorkSeconds' in task))
  })
})

describe('the house rule on the reward per hour', () => {
  test('refuses a task that pays less, when it is made, changed, estimated or submitted', async () => {
    const owner = await advertiser(refusing)
    const refused = '400 reward_per_hour_too_low'
    const answer = await create(refusing, owner, 8)
    assert.equal(outcome(answer), refused)
    assert.deepEqual(answer.body.errors[0].field, 'details.estimatedMinutes')
    assert.match(answer.body.errors[0].detail, /7\.5000 USD.* 8\.0000 USD/)
    assert.equal(outcome(await owner.b.post('/v1/tasks/estimate', await minutes(refusing, 8))), refused)
    assert.equal(outcome(await owner.a.post('/api/advertiser/offers/estimate', await minutes(refusing, 8))), refused)
    const { id } = expectOk(await create(refusing, owner, 7, { draft: true }))
    const change = async (members: object) => outcome(await owner.b.patch(`/v1/tasks/${id}`, members))
    assert.equal(await change({ details: { estimatedMinutes: 9 } }), refused)
    assert.equal(await change({ title: 'Another title' }), '200')
    assert.equal(outcome(await owner.b.post('/v1/tasks', await taskBody(refusing))), '201')
  })

  test('names the reward if it can be chosen', async () => {
    const document = await exportCatalog(refusing.ctx)
    const prices = document.prices.map((each) => ({ ...each, reward: { min: 0.0001, max: 10_000 } }))
    await applyCatalog(refusing.ctx, { ...document, prices })
    const owner = await advertiser(refusing)
    const { body } = await create(refusing, owner, 8)
    assert.equal(body.errors[0].field, 'rewardPerAction')
    assert.equal(outcome(await create(refusing, owner, 8, { rewardPerAction: 1.0666 })), '400 reward_per_hour_too_low')
    assert.equal(outcome(await create(refusing, owner, 8, { rewardPerAction: 1.0667 })), '201')
  })

  test('only warns if the operator wants that', async () => {
    const owner = await advertiser(warning)
    const { warnings } = expectOk(await create(warning, owner, 8))
    assert.deepEqual(
      warnings.map(({ code, field }: { code: string; field: string }) => [code, field]),
      [['reward_per_hour', 'details.estimatedMinutes']],
    )
    assert.ok(!('warnings' in expectOk(await create(warning, owner, 7))))
  })

  test('is off by default', async () => {
    const owner = await advertiser(plain)
    assert.ok(!('warnings' in expectOk(await create(plain, owner, 60))))
  })

  test('is among the house rules that everybody reads, unless it is off', async () => {
    const rules = async (market: Market, language: string) => {
      const { a } = await advertiser(market)
      const { rules } = expectOk(await a.get(`/api/advertiser/offers/rules?locale=${language}`))
      return rules.find(({ code }: { code: string }) => code === 'RewardPerHour')?.text
    }
    assert.match(await rules(refusing, 'en'), /at least 8 USD/)
    assert.match(await rules(warning, 'ru'), /не меньше 8 USD/)
    assert.equal(await rules(plain, 'en'), undefined)
  })
})
