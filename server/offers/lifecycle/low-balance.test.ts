import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  advertiser,
  eventsOf,
  expectOk,
  moneyOf,
  type Person,
  submittedOffer,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { deposit } from '../../payments/deposits/actions-bookings.ts'

// The default threshold is 10; one action of the tests' task costs 1.10.
const market = await openMarket()
const lows = async (owner: Person) => (await eventsOf(market, owner)).filter(({ kind }) => kind === 'balance.low')
const payIn = (owner: Person, amount: number) => deposit(market.ctx, { email: owner.email, amount })
const spend = async (owner: Person, slots: number) => (await submittedOffer(market, { advertiser: owner, slots })).id

test('notifies an advertiser once when the balance falls below the threshold, with the figures at that time', async () => {
  const owner = await advertiser(market, { funds: 14.3 })
  await spend(owner, 3)
  assert.equal((await lows(owner)).length, 0, '11 is not low')
  await spend(owner, 1)
  const [event, ...more] = await lows(owner)
  assert.deepEqual(event?.data, {
    thresholdUnits: 100_000,
    previousAvailableUnits: 110_000,
    availableUnits: 99_000,
    heldUnits: 44_000,
    debtUnits: 0,
    trigger: 'TaskSubmitted',
  })
  assert.deepEqual([event?.offer, more], [null, []])
  await spend(owner, 1)
  assert.equal((await lows(owner)).length, 1, 'it is still low')
  const { isLow, lowBalanceThreshold } = expectOk(await owner.b.get('/v1/balance'))
  assert.deepEqual([isLow, lowBalanceThreshold], [true, 10])
})

test('notifies again only after the balance has reached 1.2 times the threshold', async () => {
  const owner = await advertiser(market, { funds: 10 })
  await spend(owner, 1)
  assert.equal((await lows(owner)).length, 1)
  await payIn(owner, 3.0999)
  assert.equal((await moneyOf(owner)).available, 11.9999)
  await spend(owner, 2)
  assert.equal((await lows(owner)).length, 1, 'not armed below 12')
  await payIn(owner, 2.2001)
  assert.equal((await moneyOf(owner)).available, 12)
  await spend(owner, 2)
  assert.equal((await lows(owner)).length, 2, 'armed at 12')
})

test('money released by an offer re-arms the notification, too', async () => {
  const owner = await advertiser(market, { funds: 13.2 })
  const id = await spend(owner, 4)
  assert.equal((await lows(owner)).length, 1)
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/withdraw`))
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/submit`))
  assert.equal((await lows(owner)).length, 2)
})

test('a higher limit may cause and is named by the notification; refused requests and drafts cause none', async () => {
  const owner = await advertiser(market, { funds: 12 })
  const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
  assert.equal((await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: 100 }))).status, 409)
  assert.equal((await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 100 })).status, 409)
  expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: 100, draft: true })))
  assert.deepEqual(await lows(owner), [])
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 2 }))
  assert.deepEqual(
    (await lows(owner)).map(({ data }) => data.trigger),
    ['LimitIncreased'],
  )
})

test('the event of the created offer precedes the low balance that it causes', async () => {
  const owner = await advertiser(market, { funds: 10 })
  await spend(owner, 1)
  assert.deepEqual(
    (await eventsOf(market, owner)).map(({ kind }) => kind),
    ['task.created', 'balance.low'],
  )
})

test('a balance that never reached the threshold causes no notification', async () => {
  const owner = await advertiser(market, { funds: 5 })
  await spend(owner, 1)
  assert.deepEqual(await lows(owner), [])
})
