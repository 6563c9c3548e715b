import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../test/properties/invariants.ts'
import { answered } from '../../test/support/answering.ts'
import {
  activeOffer,
  executor,
  expectOk,
  membersOf,
  type Offered,
  outcome,
  type Person,
  proof,
  reserved,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { completeEnded } from '../offers/lifecycle/actions.ts'
import { sql } from '../platform/sql.ts'
import { tidyItems } from './actions.ts'
import { computeResults } from './consensus/actions.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

const value = { n: 1 }
const [answer, skip] = [{ value }, { skipped: 'Blurred' }]

/** Offers one suite of three items, which are also returned. */
async function offered(overlap: number, members: object = {}) {
  const items = [0, 1, 2].map((n) => ({ data: { n } }))
  const task = await activeOffer(market, {
    members: {
      totalLimit: undefined,
      title: 'Picture {{n}}',
      items,
      itemsPerSlot: 3,
      overlap,
      skipsMax: 1,
      ...members,
    },
  })
  const listed = expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}/items`)).items
  return { task, items: membersOf(listed, 'id') as number[] }
}

const cancelItems = async ({ id, advertiser: owner }: Offered, ...itemIds: (number | undefined)[]) =>
  expectOk(await owner.b.post(`/v1/tasks/${id}/items/cancel`, { itemIds }))
const askAgain = async ({ id, advertiser: owner }: Offered, ...itemIds: (number | undefined)[]) =>
  expectOk(await owner.b.post(`/v1/tasks/${id}/items/ask-again`, { itemIds }))
const accept = async ({ advertiser: owner }: Offered, report: number) =>
  expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
const taskOf = async ({ id, advertiser: owner }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
/** The free slots, and the money that is held for all. */
async function slotsOf(task: Offered) {
  const { counts, budget } = await taskOf(task)
  return [counts.remaining, budget.held]
}

const givenTo = async (worker: Person, reservation: number): Promise<number[]> =>
  membersOf(expectOk(await worker.a.get(`/api/executor/reservations/${reservation}/work`)).items, 'itemId')

async function submit(worker: Person, offer: number, reservationId: number, itemIds: readonly number[]) {
  const proofUrls = [await proof(worker, offer)]
  const details = { answers: itemIds.map((itemId) => ({ itemId, value })) }
  return worker.a.post(`${workPath(offer)}/submit-execution`, { reservationId, proofUrls, details })
}

describe('cancelled items of a suite that someone has', () => {
  test('stay with those who have them, and are not given to others', async () => {
    const { task, items } = await offered(3)
    const [before, after] = [await executor(market), await executor(market)]
    const held = await reserved(before, task.id)
    await cancelItems(task, items[0])
    assert.deepEqual(await slotsOf(task), [2, 3.3])
    const next = await reserved(after, task.id)
    assert.deepEqual(await givenTo(before, held), items)
    assert.deepEqual(await givenTo(after, next), items.slice(1))
    // Cancelling again what has ended changes nothing for either.
    await cancelItems(task, items[0], items[1])
    assert.deepEqual(await givenTo(before, held), items)
    assert.deepEqual(await givenTo(after, next), items.slice(1))
    assert.equal(outcome(await submit(after, task.id, next, items)), '400 details_invalid')
    assert.equal(outcome(await submit(after, task.id, next, items.slice(2))), '400 details_invalid')
    await accept(task, expectOk(await submit(after, task.id, next, items.slice(1))).id)
    await accept(task, expectOk(await submit(before, task.id, held, items)).id)

    const last = await executor(market)
    const only = await reserved(last, task.id)
    assert.deepEqual(await givenTo(last, only), items.slice(2))
    assert.equal(expectOk(await last.a.get(`/api/executor/offers/available/${task.id}`)).title, 'Picture 2')
    await accept(task, expectOk(await submit(last, task.id, only, items.slice(2))).id)
    const { status, itemCounts, budget } = await taskOf(task)
    assert.deepEqual([status, itemCounts.completed, itemCounts.cancelled, budget.held], ['Completed', 1, 2, 0])
  })

  test('stay with a rework and a renewed reservation', async () => {
    const { task, items } = await offered(2, { reworkPeriodSeconds: 3_600 })
    const [one, two] = [await executor(market), await executor(market)]
    const report = await answered(market, task.id, [answer, answer, answer], one)
    const expired = await reserved(two, task.id)
    await cancelItems(task, items[0])
    expectOk(await task.advertiser.b.post(`/v1/reports/${report}/rework`, { reason: 'Look again.' }))
    const { rework } = expectOk(await one.a.get(`/api/executor/executions/${report}`))
    assert.deepEqual(await givenTo(one, rework.reservationId), items)
    assert.equal(outcome(await submit(one, task.id, rework.reservationId, items.slice(1))), '400 details_invalid')
    expectOk(await submit(one, task.id, rework.reservationId, items))
    market.pass(3_600)
    const renewed = await reserved(two, task.id)
    assert.notEqual(renewed, expired)
    assert.deepEqual(await givenTo(two, renewed), items)
  })

  test('leave no slot if they were the last ones, and do not come back when the reservation ends', async () => {
    const { task, items } = await offered(3)
    const [one, two] = [await executor(market), await executor(market)]
    await reserved(one, task.id)
    await cancelItems(task, items[0], items[1])
    assert.deepEqual(await slotsOf(task), [2, 3.3])
    await cancelItems(task, items[2])
    assert.deepEqual(await slotsOf(task), [0, 1.1])
    assert.equal(outcome(await two.a.post(`${workPath(task.id)}/reserve`)), '409 no_slots_available')
    expectOk(await one.a.post(`${workPath(task.id)}/reservation/cancel`))
    await tidyItems(market.ctx)
    assert.deepEqual(await slotsOf(task), [0, 0])
  })

  test('stay ended when overlap is lowered and raised again', async () => {
    const { task, items } = await offered(3)
    await accept(task, await answered(market, task.id, [answer, answer, answer]))
    await cancelItems(task, items[0])
    const { b } = task.advertiser
    assert.equal(expectOk(await b.patch(`/v1/tasks/${task.id}`, { overlap: 1 })).itemCounts.completed, 2)
    expectOk(await b.patch(`/v1/tasks/${task.id}`, { overlap: 2 }))
    assert.deepEqual(await slotsOf(task), [1, 1.1])
    const worker = await executor(market)
    assert.deepEqual(await givenTo(worker, await reserved(worker, task.id)), items.slice(1))
  })
})

describe('items that wait for their advertiser', () => {
  test('after three skips are not given with the rest of their suite, and are asked again of those who did not have them', async () => {
    const { task, items } = await offered(5)
    const [first, held] = [await executor(market), await executor(market)]
    await accept(task, await answered(market, task.id, [skip, answer, answer], first))
    const former = await reserved(held, task.id)
    for (const _ of [1, 2]) await accept(task, await answered(market, task.id, [skip, answer, answer]))
    await tidyItems(market.ctx)
    const { itemCounts } = await taskOf(task)
    assert.deepEqual([itemCounts.open, itemCounts.waiting], [2, 1])
    assert.deepEqual(await slotsOf(task), [1, 2.2])

    const later = await executor(market)
    const reservation = await reserved(later, task.id)
    assert.deepEqual(await givenTo(held, former), items)
    assert.deepEqual(await givenTo(later, reservation), items.slice(1))
    await accept(task, expectOk(await submit(later, task.id, reservation, items.slice(1))).id)
    await accept(task, expectOk(await submit(held, task.id, former, items)).id)
    const asked = await askAgain(task, items[0])
    assert.deepEqual([asked.itemCounts.open, asked.itemCounts.completed], [1, 2])
    assert.deepEqual(await slotsOf(task), [4, 4.4])
    assert.equal(outcome(await first.a.post(`${workPath(task.id)}/reserve`)), '409 no_items_left')
    // The version before, which may serve meanwhile, asks again without clearing the turn.
    await market.ctx.db.run(sql`update items set ended_turn = 1 where id = ${items[0]}::bigint`)
    const again = await reserved(later, task.id)
    assert.deepEqual(await givenTo(later, again), [items[0]])
    await cancelItems(task, items[0])
    assert.deepEqual(await givenTo(later, again), [items[0]])
  })

  test('name the skips of those who had them, not of those who got the rest', async () => {
    const { task, items } = await offered(4)
    const cancel = async (skipped: string) => {
      const worker = await executor(market)
      await reserved(worker, task.id)
      expectOk(await worker.a.post(`${workPath(task.id)}/reservation/cancel`, { skipped }))
    }
    await cancel('All')
    await cancelItems(task, items[0])
    await cancel('The rest')
    const results = expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}/results`)).items
    assert.deepEqual(membersOf(results, 'skipReasons'), [['All'], ['All', 'The rest'], ['All', 'The rest']])
  })

  test('wait again if they are skipped when they are asked again', async () => {
    const { task, items } = await offered(2, { skipsMax: 2 })
    await accept(task, await answered(market, task.id, [skip, skip, answer]))
    await accept(task, await answered(market, task.id, [answer, answer, answer]))
    await askAgain(task, items[0], items[1])
    await accept(task, await answered(market, task.id, [skip, answer]))
    const { itemCounts } = await taskOf(task)
    assert.deepEqual([itemCounts.completed, itemCounts.waiting], [2, 1])
  })

  test('because answers are missing are left out when overlap is raised', async () => {
    const { task, items } = await offered(1)
    await accept(task, await answered(market, task.id, [skip, answer, answer]))
    expectOk(await task.advertiser.b.patch(`/v1/tasks/${task.id}`, { overlap: 2 }))
    const worker = await executor(market)
    assert.deepEqual(await givenTo(worker, await reserved(worker, task.id)), items.slice(1))
  })
})

test('a task that ended keeps no slots for answers that nobody asks for any more, and new items reopen it', async () => {
  const { now } = await market.ctx.db.one<{ now: Date }>(sql`select ${market.ctx.db.now()} as now`)
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString()
  const aggregation = { method: 'Majority', minConfidence: 0.5, maxOverlap: 9 }
  const { task } = await offered(1, { aggregation, endsAtUtc: after(3_600) })
  const path = `/v1/tasks/${task.id}`
  await accept(task, await answered(market, task.id, [answer, answer, answer]))
  market.pass(3_601)
  assert.equal(await completeEnded(market.ctx), 1)
  await computeResults(market.ctx)
  const ended = await taskOf(task)
  assert.deepEqual([ended.status, ended.totalLimit, ended.counts.remaining], ['Completed', 1, 0])
  expectOk(await task.advertiser.b.patch(path, { endsAtUtc: after(9_000) }))
  expectOk(await task.advertiser.b.post(`${path}/items`, { items: [{ data: { n: 3 } }] }))
  const { status, totalLimit, counts, budget } = await taskOf(task)
  assert.deepEqual([status, totalLimit, counts.remaining, budget.held], ['Active', 10, 9, 9.9])
})
