import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { activeOffer, executor, expectOk, type Person, workPath } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { countOutcomes, createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { times } from './rng.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

test('exactly one of 200 executors gets the last slot', async () => {
  const executors = await createMany(200, () => executor(market))
  for (let round = 0; round < times(6, 100); round++) {
    const { id } = await activeOffer(market, { slots: 1 })
    const answers = await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reserve`)))
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 no_slots_available': 199 })
    const winner = executors[answers.findIndex(({ status }) => status === 200)] as Person
    expectOk(await winner.a.post(`${workPath(id)}/reservation/cancel`))
  }
})

test('exactly seven of 100 executors get one of seven slots', async () => {
  const executors = await createMany(100, () => executor(market))
  for (let round = 0; round < times(2, 50); round++) {
    const { id, advertiser } = await activeOffer(market, { slots: 7 })
    const answers = await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reserve`)))
    assert.deepEqual(countOutcomes(answers), { 200: 7, '409 no_slots_available': 93 })
    const { counts } = expectOk(await advertiser.b.get(`/v1/tasks/${id}`))
    assert.deepEqual({ reserved: counts.reserved, remaining: counts.remaining }, { reserved: 7, remaining: 0 })
    await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reservation/cancel`)))
  }
})

test('50 concurrent reserves of one offer by one executor create one reservation', async () => {
  for (let round = 0; round < times(3, 100); round++) {
    const [{ a }, { id }] = [await executor(market), await activeOffer(market, { slots: 60 })]
    const answers = await Promise.all(Array.from({ length: 50 }, () => a.post(`${workPath(id)}/reserve`)))
    assert.deepEqual(countOutcomes(answers), { 200: 50 })
    assert.equal(new Set(answers.map(({ body }) => `${body.id} ${body.expiresAtUtc}`)).size, 1)
    assert.equal(answers.filter(({ body }) => body.alreadyExists === false).length, 1)
  }
})

test('concurrent reserves of 50 offers by one executor create one reservation', async () => {
  const offers = await createMany(50, () => activeOffer(market, { slots: times(3, 100) }))
  for (let round = 0; round < times(3, 100); round++) {
    const { a } = await executor(market)
    const answers = await Promise.all(offers.map(({ id }) => a.post(`${workPath(id)}/reserve`)))
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 active_reservation_exists': 49 })
  }
})

test('an executor with a limit of 40 reservations gets 40 of 50 concurrent ones', async () => {
  const wide = await openMarket({ activeReservationsMax: 40 })
  const offers = await createMany(50, () => activeOffer(wide, { slots: 100 }))
  for (let round = 0; round < times(2, 50); round++) {
    const { a } = await executor(wide)
    const answers = await Promise.all(offers.map(({ id }) => a.post(`${workPath(id)}/reserve`)))
    assert.deepEqual(countOutcomes(answers), { 200: 40, '409 active_reservation_exists': 10 })
  }
  await assertInvariants(wide)
})

test('slots of expired reservations can be reserved before a sweep, each once', async () => {
  const executors = await createMany(50, () => executor(market))
  for (let round = 0; round < times(2, 50); round++) {
    const { id } = await activeOffer(market, { slots: 3 })
    await createMany(3, async () => expectOk(await (await executor(market)).a.post(`${workPath(id)}/reserve`)))
    market.pass(3_600)
    const answers = await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reserve`)))
    assert.deepEqual(countOutcomes(answers), { 200: 3, '409 no_slots_available': 47 })
    await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reservation/cancel`)))
  }
})
