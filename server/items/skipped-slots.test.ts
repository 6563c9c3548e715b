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
  reserved,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { tidyItems } from './actions.ts'

const market = await openMarket({ coolDownAfter: 2 })
afterEach(() => assertInvariants(market))

const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ data: { n } }))
const offered = (count: number, members: object) =>
  activeOffer(market, { members: { totalLimit: undefined, items: itemsOf(count), skipsMax: 1, ...members } })

const cancel = (worker: Person, offer: number, body?: object) =>
  worker.a.post(`${workPath(offer)}/reservation/cancel`, body)
const reserve = async (worker: Person, offer: number) => outcome(await worker.a.post(`${workPath(offer)}/reserve`))
async function skip(worker: Person, offer: number, skipped = 'The pictures do not load.') {
  const reservationId = await reserved(worker, offer)
  return expectOk(await cancel(worker, offer, { reservationId, skipped }))
}
const resultsOf = async ({ id, advertiser }: Offered) =>
  expectOk(await advertiser.b.get(`/v1/tasks/${id}/results`)).items
const countsOf = async ({ id, advertiser }: Offered) => expectOk(await advertiser.b.get(`/v1/tasks/${id}`)).itemCounts

test('a skipped slot goes to others, not to the executor who skipped it', async () => {
  const task = await offered(2, { itemsPerSlot: 2 })
  const [one, two] = [await executor(market), await executor(market)]
  assert.equal((await skip(one, task.id)).outcome, 'Cancelled')
  assert.equal(await reserve(one, task.id), '409 no_items_left')
  await answered(market, task.id, [{ value: { n: 1 } }, { value: { n: 2 } }], two)
  const results = await resultsOf(task)
  assert.deepEqual(membersOf(results, 'skipReasons'), [['The pictures do not load.'], ['The pictures do not load.']])
  assert.deepEqual(
    results.map(({ answers }: { answers: unknown[] }) => answers.length),
    [1, 1],
  )
  const exported = await task.advertiser.b.get(`/v1/tasks/${task.id}/results/export?format=jsonl`)
  assert.match(exported.raw, /"skipReasons":\["The pictures do not load\."\]/)
  const matching = await task.advertiser.b.get(`/v1/tasks/${task.id}/results?reportStatus=Pending`)
  assert.deepEqual(membersOf(expectOk(matching).items, 'skipReasons'), membersOf(results, 'skipReasons'))
})

test('skipped slots do not count towards the cool-down', async () => {
  const task = await offered(4, {})
  const worker = await executor(market)
  for (let round = 0; round < 2; round++) await skip(worker, task.id)
  assert.equal(expectOk(await worker.a.get('/api/executor/standing')).missedReservations, 0)
  await reserved(worker, task.id)
  expectOk(await cancel(worker, task.id))
  assert.equal(expectOk(await worker.a.get('/api/executor/standing')).missedReservations, 1)
  assert.equal(await reserve(worker, task.id), '200')
  expectOk(await cancel(worker, task.id))
  assert.equal(await reserve(worker, task.id), '409 cooling_down')
})

test('items that three executors have skipped wait for their advertiser, and those do not get them again', async () => {
  const task = await offered(3, { itemsPerSlot: 3, overlap: 2 })
  const { id, advertiser: owner } = task
  const before = await executor(market)
  const report = await answered(market, id, [{ skipped: 'Blurred' }, { value: { n: 1 } }, { value: { n: 2 } }], before)
  expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
  const skippers = [await executor(market), await executor(market), await executor(market)]
  for (const worker of skippers.slice(0, 2)) await skip(worker, id)
  await tidyItems(market.ctx)
  assert.deepEqual([(await countsOf(task)).open, (await countsOf(task)).waiting], [2, 1])
  await skip(skippers[2] as Person, id)
  await tidyItems(market.ctx)
  assert.deepEqual([(await countsOf(task)).open, (await countsOf(task)).waiting], [0, 3])
  const itemIds = membersOf(await resultsOf(task), 'itemId')
  expectOk(await owner.b.post(`/v1/tasks/${id}/items/ask-again`, { itemIds }))
  for (const worker of [...skippers.slice(0, 2), before]) assert.equal(await reserve(worker, id), '409 no_items_left')
  assert.equal(await reserve(skippers[2] as Person, id), '200', 'the first item was waiting when they reserved')
  assert.deepEqual(membersOf(await resultsOf(task), 'skipReasons'), [[], [], []])
})

test('skipping a slot is refused where items may not be skipped, and without a reason', async () => {
  const worker = await executor(market)
  const skipped = 'The pictures do not load.'
  const refused = async (members: Readonly<Record<string, unknown>>, body: object) => {
    const { id } = await activeOffer(market, { members })
    await reserved(worker, id)
    const answer = await cancel(worker, id, body)
    expectOk(await cancel(worker, id, { skipped: null }))
    return [outcome(answer), membersOf(answer.body.errors, 'code')]
  }
  const items = { totalLimit: undefined, items: itemsOf(1) }
  assert.deepEqual(await refused({}, { skipped }), ['400 validation_error', ['skips']])
  market.pass(48 * 3_600)
  assert.deepEqual(await refused(items, { skipped }), ['400 validation_error', ['skips']])
  market.pass(48 * 3_600)
  assert.deepEqual((await refused({ ...items, skipsMax: 1 }, { skipped: ' ' }))[0], '400 validation_error')
})

test('a repeated skip is refused, and a concurrent one counts once', async () => {
  const task = await offered(2, {})
  const worker = await executor(market)
  const reservationId = await reserved(worker, task.id)
  const body = { reservationId, skipped: 'Blurred' }
  const outcomes = (await Promise.all([1, 2, 3].map(() => cancel(worker, task.id, body)))).map(outcome).toSorted()
  assert.deepEqual(outcomes, ['200', '409 reservation_not_active', '409 reservation_not_active'])
  assert.deepEqual(membersOf(await resultsOf(task), 'skipReasons').flat(), ['Blurred'])
})

describe('who only skips', () => {
  const reasonsOf = async (worker: Person, offer: number) => {
    const list = expectOk(await worker.a.get('/api/executor/offers/available?pageSize=100')).items
    const only = expectOk(await worker.a.get('/api/executor/offers/available?OnlyEligible=true&pageSize=100')).items
    const listed = list.find(({ id }: { id: number }) => id === offer)
    const detail = expectOk(await worker.a.get(`/api/executor/offers/available/${offer}`))
    assert.deepEqual(detail.ineligibleReasons, listed.ineligibleReasons)
    assert.equal(membersOf(only, 'id').includes(offer), listed.eligible)
    return listed.ineligibleReasons
  }

  test('gets no more of the task after three slots, and sets aside no more with two others', async () => {
    const task = await offered(3, {})
    const skippers = [await executor(market), await executor(market), await executor(market)]
    for (const worker of skippers) {
      for (let slot = 0; slot < 3; slot++) {
        assert.deepEqual(await reasonsOf(worker, task.id), [])
        await skip(worker, task.id)
      }
    }
    await tidyItems(market.ctx)
    expectOk(await task.advertiser.b.post(`/v1/tasks/${task.id}/items`, { items: itemsOf(2) }))
    assert.deepEqual([(await countsOf(task)).open, (await countsOf(task)).waiting], [2, 3])
    for (const worker of skippers) {
      const refused = await worker.a.post(`${workPath(task.id)}/reserve`)
      assert.deepEqual([outcome(refused), refused.body.limit], ['409 skips_exhausted', 3])
      assert.deepEqual(await reasonsOf(worker, task.id), ['skips_exhausted'])
    }
    const other = await offered(1, {})
    assert.equal(await reserve(skippers[0] as Person, other.id), '200', 'other tasks are not affected')
  })

  test('can skip one more for each submission, until it is rejected', async () => {
    const task = await offered(6, {})
    const worker = await executor(market)
    const report = await answered(market, task.id, [{ value: {} }], worker)
    for (let slot = 0; slot < 3; slot++) await skip(worker, task.id)
    assert.equal(await reserve(worker, task.id), '200')
    expectOk(await cancel(worker, task.id))
    expectOk(await task.advertiser.b.post(`/v1/reports/${report}/reject`, { reason: 'Wrong' }))
    assert.equal(await reserve(worker, task.id), '409 skips_exhausted')
    assert.deepEqual(await reasonsOf(worker, task.id), ['skips_exhausted'])
  })

  test('in submitted work sets nothing aside before it is accepted', async () => {
    const task = await offered(2, { itemsPerSlot: 2, overlap: 5, attemptsMax: 1 })
    const { b } = task.advertiser
    const reports: number[] = []
    const workers = [await executor(market), await executor(market), await executor(market), await executor(market)]
    for (const worker of workers)
      reports.push(await answered(market, task.id, [{ skipped: 'Blurred' }, { value: {} }], worker))
    expectOk(await b.post(`/v1/reports/${reports[0]}/reject`, { reason: 'Wrong' }))
    expectOk(await (workers[1] as Person).a.post(`/api/executor/executions/${reports[1]}/withdraw`))
    for (const report of reports.slice(2)) expectOk(await b.post(`/v1/reports/${report}/accept`))
    await tidyItems(market.ctx)
    assert.equal((await countsOf(task)).waiting, 0)
    expectOk(await b.post(`/v1/reports/${reports[0]}/accept`, { overrideRejection: true }))
    await tidyItems(market.ctx)
    assert.equal((await countsOf(task)).waiting, 1)
  })
})
