import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import { answered, givenTo } from '../../../test/support/answering.ts'
import {
  activeOffer,
  executor,
  expectOk,
  membersOf,
  type Offered,
  outcome,
  type Person,
  reserved,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { computeResults } from '../../items/consensus/actions.ts'
import { sql } from '../../platform/sql.ts'
import { settleStops } from './actions.ts'

const market = await openMarket({ rejectionPercentMax: 30, newAdvertiserRejectionsMax: 2 })
afterEach(() => assertInvariants(market))

const gold = { perSlot: 1, minAccuracy: 0.6, minAnswers: 2 }
const items = (plain: number, known: number) => [
  ...Array.from({ length: plain }, (_, n) => ({ data: { n } })),
  ...Array.from({ length: known }, (_, n) => ({ data: { n: 1_000 + n }, goldAnswer: { label: 'cat' } })),
]
const offered = (plain: number, members: object = {}) =>
  activeOffer(market, {
    members: { totalLimit: undefined, items: items(plain, 9), itemsPerSlot: 2, gold, ...members },
  })
const label = (text: string) => Array.from({ length: 9 }, () => ({ value: { label: text } }))
const work = (worker: Person, { id }: Offered, text: string) => answered(market, id, label(text), worker)
const reserve = (worker: Person, { id }: Offered) => worker.a.post(`${workPath(id)}/reserve`)
const detailOf = async (worker: Person, { id }: Offered) =>
  expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
const accuraciesOf = async ({ id, advertiser }: Offered) =>
  expectOk(await advertiser.b.get(`/v1/tasks/${id}/accuracies`)).items
const listedTo = async (worker: Person): Promise<number[]> =>
  membersOf(expectOk(await worker.a.get('/api/executor/offers/available?OnlyEligible=true&pageSize=100')).items, 'id')
const statusesOf = async ({ id, advertiser }: Offered) =>
  membersOf(expectOk(await advertiser.b.get(`/v1/tasks/${id}/reports?sort=id`)).items, 'status')

/** Asserts that the advertiser and operators see which answers were wrong, and the executor does not. */
async function assertShown({ advertiser }: Offered, worker: Person, report: number): Promise<void> {
  const operator = await theOperator(market)
  for (const shown of [
    expectOk(await advertiser.b.get(`/v1/reports/${report}`)),
    expectOk(await operator.a.get(`/api/operator/reports/${report}`)),
  ]) {
    const known = shown.answeredItems.filter((item: object) => 'goldAnswer' in item)
    assert.deepEqual(membersOf(known, 'goldAnswer'), [{ label: 'cat' }])
    assert.deepEqual(membersOf(known, 'isRight'), [false])
    assert.equal(shown.answeredItems.length, 2)
  }
  const own = expectOk(await worker.a.get(`/api/executor/executions/${report}`))
  assert.ok(!JSON.stringify(own).includes('goldAnswer'))
}

describe('accuracy below the threshold', () => {
  test('ends further slots in reserve, list and detail, with both figures', async () => {
    const task = await offered(6)
    const worker = await executor(market)
    await work(worker, task, 'dog')
    assert.equal((await detailOf(worker, task)).ownAccuracy, undefined)
    assert.ok((await listedTo(worker)).includes(task.id))
    await work(worker, task, 'cat')
    const refused = await reserve(worker, task)
    assert.equal(outcome(refused), '409 accuracy_too_low')
    assert.deepEqual([refused.body.accuracy, refused.body.minAccuracy], [0.5, 0.6])
    const detail = await detailOf(worker, task)
    assert.deepEqual(detail.ineligibleReasons, ['accuracy_too_low'])
    assert.deepEqual(detail.ownAccuracy, { accuracy: 0.5, minAccuracy: 0.6, passed: null })
    assert.ok(!(await listedTo(worker)).includes(task.id))
    const [listed] = await accuraciesOf(task)
    assert.deepEqual(
      [listed.rightCount, listed.answeredCount, listed.accuracy, listed.stoppedAtUtc !== null],
      [1, 2, 0.5, true],
    )
    const [decision] = await market.ctx.db.many<object>(
      sql`select actor, data from audit_log where action = 'task.stop_executor' and subject_id = ${task.id}::bigint`,
    )
    assert.deepEqual(
      { ...decision },
      { actor: 'system', data: { cause: 'Accuracy', right: 1, answered: 2, minAccuracy: 0.6 } },
    )
  })

  test('does not stop who reaches it, or has too few answers', async () => {
    const task = await offered(6, { gold: { ...gold, minAccuracy: 0.5 } })
    const worker = await executor(market)
    await work(worker, task, 'dog')
    assert.equal(outcome(await reserve(worker, task)), '200')
    expectOk(await worker.a.post(`${workPath(task.id)}/reservation/cancel`))
    await work(worker, task, 'cat')
    assert.equal(outcome(await reserve(worker, task)), '200')
  })

  test('ends when a known answer was wrong, and too few are left to tell', async () => {
    const task = await offered(6)
    const worker = await executor(market)
    await work(worker, task, 'dog')
    await work(worker, task, 'dog')
    assert.equal(outcome(await reserve(worker, task)), '409 accuracy_too_low')
    const given = await market.ctx.db.one<{ item: number }>(
      sql`select item from gold_given where offer = ${task.id}::bigint and is_right is not null limit 1`,
    )
    expectOk(await task.advertiser.b.post(`/v1/tasks/${task.id}/items/cancel`, { itemIds: [given.item] }))
    assert.equal(outcome(await reserve(worker, task)), '200')
  })

  test('keeps earlier work, or rejects it so that its items come back and it can be appealed', async () => {
    for (const earlierWork of ['Keep', 'Reject']) {
      const task = await offered(3, { gold: { ...gold, earlierWork }, overlap: 2 })
      const worker = await executor(market)
      const first = await work(worker, task, 'dog')
      expectOk(await task.advertiser.b.post(`/v1/reports/${first}/accept`))
      const report = await work(worker, task, 'dog')
      await settleStops(market.ctx)
      assert.equal(await settleStops(market.ctx), 0)
      const own = expectOk(await worker.a.get(`/api/executor/executions/${report}`))
      assert.equal(own.status, earlierWork === 'Keep' ? 'Pending' : 'Rejected')
      const { itemCounts, counts } = expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}`))
      assert.deepEqual([counts.remaining, itemCounts.open], [earlierWork === 'Keep' ? 4 : 5, 3])
      if (earlierWork === 'Keep') continue
      assert.equal(own.decision.reasonCode, 'Gold')
      assert.match(own.decision.reason, /0 of 2/)
      const appeal = await worker.a.post(`/api/executor/executions/${report}/dispute`, {
        statement: 'My answers were right.',
      })
      assert.equal(outcome(appeal), '200')
      await assertShown(task, worker, report)
    }
  })

  test('has earlier work answered once more, by others and from held money', async () => {
    const task = await offered(2, {
      gold: { ...gold, earlierWork: 'AskAgain' },
      aggregation: { method: 'Majority', minConfidence: 0.5, maxOverlap: 2 },
    })
    const state = async () => {
      const { totalLimit, counts, itemCounts } = expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}`))
      return [totalLimit, counts.accepted, itemCounts.completed]
    }
    const worker = await executor(market)
    const reports = [await work(worker, task, 'dog'), await work(worker, task, 'dog')]
    expectOk(await task.advertiser.b.post(`/v1/reports/${reports[0]}/accept`))
    await settleStops(market.ctx)
    assert.equal(await settleStops(market.ctx), 0)
    assert.deepEqual((await statusesOf(task)).toSorted(), ['Accepted', 'Pending'])
    expectOk(await task.advertiser.b.post(`/v1/reports/${reports[1]}/accept`))
    await computeResults(market.ctx)
    assert.deepEqual(await state(), [4, 2, 0])
    const other = await executor(market)
    for (let slot = 0; slot < 2; slot++)
      expectOk(await task.advertiser.b.post(`/v1/reports/${await work(other, task, 'cat')}/accept`))
    await computeResults(market.ctx)
    assert.deepEqual(await state(), [4, 4, 2])
  })

  test('rejects within the limit of the advertiser; beyond it, an operator decides', async () => {
    const task = await offered(6, { gold: { ...gold, minAnswers: 4, earlierWork: 'Reject' } })
    const worker = await executor(market)
    for (let slot = 0; slot < 4; slot++) await work(worker, task, 'dog')
    await settleStops(market.ctx)
    assert.equal(await settleStops(market.ctx), 0)
    const statuses = await statusesOf(task)
    assert.deepEqual(statuses.toSorted(), ['Pending', 'Pending', 'Rejected', 'Rejected'])
    const held = expectOk(await (await theOperator(market)).a.get('/api/operator/held-rejections?pageSize=100')).items
    assert.equal(held.filter(({ taskId }: { taskId: number }) => taskId === task.id).length, 2)
  })
})

describe('a quiz', () => {
  const quiz = (known: number, members: object = {}) =>
    activeOffer(market, {
      members: {
        totalLimit: 3,
        items: items(0, known),
        itemsPerSlot: 4,
        gold: { perSlot: 4, minAccuracy: 0.75 },
        ...members,
      },
    })

  test('has only gold items, as many slots as it says, and shows who passed', async () => {
    const task = await quiz(4)
    const { totalLimit, perExecutorLimit, budget, itemCounts } = expectOk(
      await task.advertiser.b.get(`/v1/tasks/${task.id}`),
    )
    assert.deepEqual([totalLimit, perExecutorLimit, budget.held, itemCounts.gold], [3, 1, 3.3, 4])
    const [good, bad, other] = [await executor(market), await executor(market), await executor(market)]
    await work(good, task, 'cat')
    await work(bad, task, 'dog')
    assert.deepEqual((await detailOf(good, task)).ownAccuracy, { accuracy: 1, minAccuracy: 0.75, passed: true })
    assert.deepEqual((await detailOf(bad, task)).ownAccuracy, { accuracy: 0, minAccuracy: 0.75, passed: false })
    assert.equal(outcome(await reserve(bad, task)), '409 per_executor_limit_reached')
    assert.deepEqual(membersOf(await accuraciesOf(task), 'passed'), [true, false])
    assert.equal((await givenTo(market, await reserved(other, task.id))).length, 4)
    expectOk(await other.a.post(`${workPath(task.id)}/reservation/cancel`))
    await work(other, task, 'cat')
    assert.equal(outcome(await reserve(await executor(market), task)), '409 no_slots_available')
  })

  test('has other items each time, until none is left', async () => {
    const task = await quiz(8, { perExecutorLimit: 3 })
    const worker = await executor(market)
    await work(worker, task, 'cat')
    await work(worker, task, 'cat')
    assert.equal(outcome(await reserve(worker, task)), '409 no_items_left')
    const [{ answeredCount }] = await accuraciesOf(task)
    assert.equal(answeredCount, 8)
  })

  test('gives the slot of rejected work to others, and can get more slots', async () => {
    const task = await quiz(8)
    const report = await work(await executor(market), task, 'dog')
    expectOk(await task.advertiser.b.post(`/v1/reports/${report}/reject`, { reason: 'Please read the instructions.' }))
    const changed = expectOk(await task.advertiser.b.patch(`/v1/tasks/${task.id}`, { totalLimit: 5 }))
    assert.deepEqual([changed.totalLimit, changed.counts.remaining], [5, 5])
    await work(await executor(market), task, 'cat')
    const plain = await task.advertiser.b.post(`/v1/tasks/${task.id}/items`, { items: [{ data: { n: 1 } }] })
    assert.equal(outcome(plain), '400 validation_error')
  })
})
