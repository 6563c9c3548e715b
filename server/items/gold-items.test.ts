import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../test/properties/invariants.ts'
import { type Rng, rngOf, times } from '../../test/properties/rng.ts'
import { givenTo } from '../../test/support/answering.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  type Offered,
  outcome,
  type Person,
  proof,
  reserved,
  taskBody,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket({ coolDownAfter: 20 })
afterEach(() => assertInvariants(market))

const page = {
  kind: 'form',
  answerSchema: { type: 'object', properties: { label: { enum: ['cat', 'dog'] } }, required: ['label'] },
}
const plain = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ externalId: `p${from + n}`, data: { n: from + n } }))
const known = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    externalId: `g${from + n}`,
    data: { n: 1_000 + from + n },
    goldAnswer: { label: 'cat' },
  }))
const offered = (items: readonly object[], members: object = {}) =>
  activeOffer(market, {
    members: { totalLimit: undefined, items, itemsPerSlot: 3, gold: { perSlot: 1 }, page, ...members },
  })
const taskOf = async ({ id, advertiser: owner }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const itemsOf = async ({ id, advertiser: owner }: Offered, query = '') =>
  expectOk(await owner.b.get(`/v1/tasks/${id}/items?pageSize=100${query}`)).items
const goldOf = async (task: Offered): Promise<Set<number>> =>
  new Set((await itemsOf(task, '&status=Gold')).map(({ id }: { id: number }) => id))
const reserve = async (worker: Person, offer: number) => outcome(await worker.a.post(`${workPath(offer)}/reserve`))

async function send(worker: Person, task: Offered, reservationId: number, label: (isGold: boolean) => object) {
  const gold = await goldOf(task)
  const given = await givenTo(market, reservationId)
  const answers = given.map((itemId) => ({ itemId, ...label(gold.has(itemId)) }))
  const proofUrls = [await proof(worker, task.id)]
  const body = { reservationId, proofUrls, details: { answers } }
  return {
    body,
    given,
    gold: given.filter((id) => gold.has(id)),
    answer: await worker.a.post(`${workPath(task.id)}/submit-execution`, body),
  }
}
const cat = () => ({ value: { label: 'cat' } })
const dog = () => ({ value: { label: 'dog' } })
const work = async (worker: Person, task: Offered, label: (isGold: boolean) => object = cat) => {
  const sent = await send(worker, task, await reserved(worker, task.id), label)
  expectOk(sent.answer)
  return sent
}
const accuracyOf = (worker: Person, { id }: Offered) =>
  market.ctx.db.maybe<{ rightCount: number; answeredCount: number }>(
    sql`select right_count, answered_count from executor_accuracy where offer = ${id}::bigint and executor = ${worker.id}::bigint`,
  )

describe('gold items', () => {
  test('are given in each slot, cost nothing more, and each executor gets each once', async () => {
    const task = await offered([...plain(8), ...known(6)])
    const { totalLimit, itemCounts, budget, gold } = await taskOf(task)
    assert.deepEqual(
      [totalLimit, budget.held, itemCounts],
      [4, 4.4, { open: 8, inProgress: 0, completed: 0, waiting: 0, cancelled: 0, gold: 6 }],
    )
    assert.deepEqual(gold, { perSlot: 1, compare: {}, minAccuracy: null, minAnswers: 5, earlierWork: 'Keep' })
    const worker = await executor(market)
    const had: number[] = []
    for (let slot = 0; slot < 4; slot++) {
      const sent = await work(worker, task)
      assert.deepEqual([sent.given.length, sent.gold.length], [3, 1])
      had.push(...sent.gold)
    }
    assert.equal(new Set(had).size, 4)
    assert.equal(await reserve(worker, task.id), '409 no_slots_available')
    assert.deepEqual({ ...(await accuracyOf(worker, task)) }, { rightCount: 4, answeredCount: 4 })
    assert.equal((await taskOf(task)).itemCounts.inProgress, 8)
  })

  test('run out for an executor, who goes on without', async () => {
    const task = await offered([...plain(6), ...known(1)])
    const worker = await executor(market)
    assert.deepEqual([(await work(worker, task)).given.length, (await work(worker, task)).given.length], [3, 2])
    assert.equal((await work(await executor(market), task)).gold.length, 1)
  })

  test('stay the same for who gives a suite back and gets it again, also after expiry', async () => {
    const task = await offered([...plain(2), ...known(20)])
    const worker = await executor(market)
    const first = await reserved(worker, task.id)
    const given = await givenTo(market, first)
    expectOk(await worker.a.post(`${workPath(task.id)}/reservation/cancel`))
    assert.deepEqual(await givenTo(market, await reserved(worker, task.id)), given)
    expectOk(await worker.a.post(`${workPath(task.id)}/reservation/cancel`))
    const other = await executor(market)
    assert.equal((await work(other, task)).gold.length, 1)
  })

  test('do not run out by cancelling', async () => {
    const task = await offered([...plain(8), ...known(2)])
    const worker = await executor(market)
    for (let round = 0; round < 4; round++) {
      await reserved(worker, task.id)
      expectOk(await worker.a.post(`${workPath(task.id)}/reservation/cancel`))
    }
    assert.equal((await work(worker, task)).gold.length, 1)
  })

  test('look like others to their executors, wherever these read them', async () => {
    const task = await offered([...known(9), ...plain(2), ...known(9, 9)])
    const worker = await executor(market)
    const reservation = await reserved(worker, task.id)
    const opened = expectOk(await worker.a.get(`/api/executor/reservations/${reservation}/work`))
    const gold = await goldOf(task)
    const shapes = opened.items.map((item: object) => Object.keys(item).join())
    assert.deepEqual([opened.items.length, new Set(shapes).size], [3, 1])
    assert.ok(opened.items.some(({ itemId }: { itemId: number }) => gold.has(itemId)))
    const { answer } = await send(worker, task, reservation, cat)
    const own = expectOk(await worker.a.get(`/api/executor/executions/${expectOk(answer).id}`))
    const detail = expectOk(await worker.a.get(`/api/executor/offers/available/${task.id}`))
    for (const seen of [opened, own, detail]) assert.doesNotMatch(JSON.stringify(seen), /gold/i)
  })

  test('have no place of their own in the refusal of missing answers', async () => {
    const task = await offered([...plain(20), ...known(20)], { itemsPerSlot: 4, gold: { perSlot: 2 } })
    const worker = await executor(market)
    for (let slot = 0; slot < 4; slot++) {
      const reservationId = await reserved(worker, task.id)
      const body = { reservationId, proofUrls: [await proof(worker, task.id)], details: { answers: [] } }
      const { status, body: refused } = await worker.a.post(`${workPath(task.id)}/submit-execution`, body)
      const [, missing = ''] = /missing: ([\d, ]+)/.exec(refused.errors[0].detail) ?? []
      const named = missing.split(', ').map(Number)
      assert.deepEqual([status, named], [400, named.toSorted((a, b) => a - b)])
      assert.equal(named.length, 4)
      expectOk((await send(worker, task, reservationId, cat)).answer)
    }
  })

  test('have ids that do not tell when they were added', async () => {
    const task = await offered([...known(40), ...plain(40)])
    const ids = (await itemsOf(task)).map(({ id, goldAnswer }: { id: number; goldAnswer?: object }) => [
      id,
      goldAnswer !== undefined,
    ])
    const changes = ids.filter(
      ([, isGold]: [number, boolean], place: number) => place > 0 && isGold !== ids[place - 1][1],
    ).length
    assert.ok(changes > 15, `in order of their ids, plain and gold items change ${changes} times`)
    assert.ok(ids.every(([id]: [number]) => id > 2 ** 52 && Number.isSafeInteger(id)))
    const added = expectOk(
      await task.advertiser.b.post(`/v1/tasks/${task.id}/items`, { items: [...plain(3, 40), ...known(2, 40)] }),
    )
    assert.deepEqual(
      added.items.map(({ externalId }: { externalId: string }) => externalId),
      ['p40', 'p41', 'p42', 'g40', 'g41'],
      'the answer has them in the order of the request',
    )
  })

  test('are compared once, however often a submission is sent', async () => {
    const task = await offered([...plain(4), ...known(4)])
    const worker = await executor(market)
    const { body, answer } = await work(worker, task)
    for (let again = 0; again < 3; again++)
      assert.equal(expectOk(await worker.a.post(`${workPath(task.id)}/submit-execution`, body)).id, expectOk(answer).id)
    const both = await reserved(worker, task.id)
    const gold = await goldOf(task)
    const answers = (await givenTo(market, both)).map((itemId) => ({ itemId, ...(gold.has(itemId) ? dog() : cat()) }))
    const second = { reservationId: both, proofUrls: [await proof(worker, task.id)], details: { answers } }
    await Promise.all([1, 2, 3].map(() => worker.a.post(`${workPath(task.id)}/submit-execution`, second)))
    assert.deepEqual({ ...(await accuracyOf(worker, task)) }, { rightCount: 1, answeredCount: 2 })
  })

  test('count by their first answer: rework changes nothing', async () => {
    const task = await offered([...plain(2), ...known(2)])
    const worker = await executor(market)
    const { answer, given } = await work(worker, task, dog)
    const report = expectOk(answer).id
    expectOk(await task.advertiser.b.post(`/v1/reports/${report}/rework`, { reason: 'Look again at each.' }))
    const { reservationId } = expectOk(await worker.a.get(`/api/executor/executions/${report}`)).rework ?? {}
    const details = { answers: given.map((itemId) => ({ itemId, ...cat() })) }
    const proofUrls = [await proof(worker, task.id)]
    const again = await worker.a.post(`${workPath(task.id)}/submit-execution`, { reservationId, proofUrls, details })
    assert.equal(outcome(again), '200', JSON.stringify(again.body))
    assert.deepEqual({ ...(await accuracyOf(worker, task)) }, { rightCount: 0, answeredCount: 1 })
  })

  test('that are skipped do not count, and never wait for their advertiser', async () => {
    const task = await offered([...plain(2), ...known(2)], { skipsMax: 1 })
    const worker = await executor(market)
    const { answer } = await work(worker, task, (isGold) => (isGold ? { skipped: 'Blurred' } : cat()))
    expectOk(await task.advertiser.b.post(`/v1/reports/${expectOk(answer).id}/accept`))
    assert.equal(await accuracyOf(worker, task), undefined)
    assert.equal((await taskOf(task)).itemCounts.gold, 2)
  })

  test('with a wrong answer are cancelled, and do not count any more', async () => {
    const task = await offered([...plain(8), ...known(8)], { gold: { perSlot: 1, minAccuracy: 0.9, minAnswers: 1 } })
    const worker = await executor(market)
    const { gold } = await work(worker, task, dog)
    assert.deepEqual({ ...(await accuracyOf(worker, task)) }, { rightCount: 0, answeredCount: 1 })
    assert.equal(await reserve(worker, task.id), '409 accuracy_too_low')
    expectOk(await task.advertiser.b.post(`/v1/tasks/${task.id}/items/cancel`, { itemIds: gold }))
    assert.deepEqual({ ...(await accuracyOf(worker, task)) }, { rightCount: 0, answeredCount: 0 })
    assert.equal(await reserve(worker, task.id), '200')
    const { itemCounts, totalLimit } = await taskOf(task)
    assert.deepEqual([itemCounts.gold, itemCounts.cancelled, totalLimit], [7, 1, 4])
  })
})

describe('gold is refused', () => {
  const refused = async (members: object) => {
    const owner = await advertiser(market)
    const answer = await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: undefined, ...members }))
    return [
      outcome(answer),
      (answer.body.errors ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ]
  }
  const invalid = (...errors: string[]) => ['400 validation_error', errors]

  test('where it does not fit', async () => {
    const items = [...plain(2), ...known(1)]
    assert.deepEqual(await refused({ items }), invalid('items.2.goldAnswer not_possible'))
    assert.deepEqual(await refused({ items, itemsPerSlot: 2, gold: { perSlot: 3 } }), invalid('gold.perSlot range'))
    assert.deepEqual(
      await refused({
        items: plain(2),
        itemsPerSlot: 2,
        gold: { perSlot: 1, compare: { a: { by: 'Set', tolerance: 1 } } },
      }),
      invalid('gold.compare.a.tolerance not_possible'),
    )
    assert.deepEqual(
      await refused({ items: plain(2), itemsPerSlot: 2, gold: { perSlot: 1, earlierWork: 'Reject' } }),
      invalid('gold.earlierWork not_possible'),
    )
    assert.deepEqual(
      await refused({
        items: plain(2),
        itemsPerSlot: 2,
        overlap: 2,
        aggregation: { method: 'Majority', minConfidence: 0.9, maxOverlap: 2 },
        gold: { perSlot: 1, minAccuracy: 0.5, earlierWork: 'AskAgain' },
      }),
      invalid('gold.earlierWork not_possible'),
    )
    const wrong = [{ data: { n: 1 }, goldAnswer: { label: 'cow' } }]
    assert.deepEqual(
      await refused({ items: wrong, itemsPerSlot: 2, gold: { perSlot: 1 }, page }),
      invalid('items.0.goldAnswer.label enum'),
    )
  })

  test('for items that have answers: an item never becomes gold', async () => {
    const task = await offered([...plain(2), ...known(2)])
    const worker = await executor(market)
    await work(worker, task)
    const again = { externalId: 'p0', data: { n: 0 }, goldAnswer: { label: 'dog' } }
    assert.equal(
      outcome(await task.advertiser.b.post(`/v1/tasks/${task.id}/items`, { items: [again] })),
      '409 item_external_id_taken',
    )
    const patch = await task.advertiser.b.patch(`/v1/tasks/${task.id}`, { gold: { perSlot: 2 } })
    assert.equal(outcome(patch), '400 validation_error')
  })

  test('with hostile values', async () => {
    const gold = { perSlot: 1 }
    for (const label of ['a\0b', { a: 1e308 }, '\ud800']) {
      const items = [{ data: { n: 1 }, goldAnswer: { label } }]
      const [status] = await refused({ items, itemsPerSlot: 2, gold })
      assert.match(String(status), /^(400|201)/, JSON.stringify(label))
    }
    const compare = JSON.parse('{"__proto__": {"by": "Exact"}, "constructor": {"by": "Set"}}')
    assert.match(
      String((await refused({ items: plain(2), itemsPerSlot: 2, gold: { perSlot: 1, compare } }))[0]),
      /^(400|201)/,
    )
  })
})

describe('under races', () => {
  test('each slot has its share of gold, each answer counts once, and no executor gets an item twice', async (t) => {
    const rng = rngOf(t)
    const workers = await Promise.all(Array.from({ length: times(20, 200) }, () => executor(market)))
    for (let round = 0; round < times(1, 20); round++) {
      const owner = await advertiser(market, { funds: 100_000 })
      const members = { totalLimit: undefined, items: [...plain(times(40, 400)), ...known(12)], itemsPerSlot: 3, page }
      const task = await activeOffer(market, {
        advertiser: owner,
        members: { ...members, overlap: 2, gold: { perSlot: 1 }, attemptsMax: 100 },
      })
      await Promise.all(workers.map((worker) => workInParallel(worker, task, rng)))
      const wrong = await market.ctx.db.many(sql`
        select * from assignments where offer = ${task.id}::bigint and (gold is null or cardinality(gold) <> 1)`)
      assert.deepEqual(wrong, [])
      const { answers } = await market.ctx.db.one<{ answers: number }>(sql`
        select count(*) as answers from answers join items on items.id = answers.item
        where answers.offer = ${task.id}::bigint and gold_answer is not null`)
      const { counted } = await market.ctx.db.one<{ counted: number }>(sql`
        select coalesce(sum(answered_count), 0)::integer as counted from executor_accuracy where offer = ${task.id}::bigint`)
      assert.deepEqual([counted > 0, counted], [true, answers])
    }
    // Once: it reads the offers of all rounds.
    await assertInvariants(market)
  })
})

/** Reserves three times; submits each twice at once, or gives it back. */
async function workInParallel(worker: Person, task: Offered, rng: Rng): Promise<void> {
  for (let slot = 0; slot < 3; slot++) {
    const reserving = await worker.a.post(`${workPath(task.id)}/reserve`)
    assert.match(outcome(reserving), /^(200|409 (no_slots_available|no_items_left|cooling_down))$/)
    if (reserving.status !== 200) continue
    const reservationId = reserving.body.id
    if (rng.happens(0.2)) {
      await worker.a.post(`${workPath(task.id)}/reservation/cancel`)
      continue
    }
    const answers = (await givenTo(market, reservationId)).map((itemId) => ({
      itemId,
      ...(rng.happens(0.5) ? cat() : dog()),
    }))
    const body = { reservationId, proofUrls: [await proof(worker, task.id)], details: { answers } }
    const sent = await Promise.all([1, 2].map(() => worker.a.post(`${workPath(task.id)}/submit-execution`, body)))
    assert.deepEqual(
      sent.map(({ status }) => status < 300),
      [true, true],
    )
  }
}
