import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../test/properties/invariants.ts'
import { type Rng, rngOf, times } from '../../test/properties/rng.ts'
import { givenTo } from '../../test/support/answering.ts'
import type { Answer } from '../../test/support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  kindsOf,
  membersOf,
  outcome,
  type Person,
  proof,
  reserved,
  taskBody,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { tidyItems } from './actions.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

const itemsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ externalId: `p${from + index}`, data: { n: from + index } }))

const offered = (count: number, members: object = {}, owner?: Person) =>
  activeOffer(market, {
    ...(owner ? { advertiser: owner } : {}),
    members: { totalLimit: undefined, items: itemsOf(count), ...members },
  })

async function answer(worker: Person, offer: number, skip = 0) {
  const reservationId = await reserved(worker, offer)
  return {
    items: await givenTo(market, reservationId),
    answer: await submitAnswers(worker, offer, reservationId, skip),
  }
}

async function submitAnswers(worker: Person, offer: number, reservationId: number, skip = 0) {
  const items = await givenTo(market, reservationId)
  const answers = items.map((itemId, place) =>
    place < skip ? { itemId, skipped: 'Blurred' } : { itemId, value: { n: 1 } },
  )
  const proofUrls = [await proof(worker, offer)]
  return worker.a.post(`${workPath(offer)}/submit-execution`, { reservationId, proofUrls, details: { answers } })
}

const review = (owner: Person, report: number, move: string, body: object = {}) =>
  owner.b.post(`/v1/reports/${report}/${move}`, body)
const taskOf = async (owner: Person, id: number) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const reserve = async (worker: Person, offer: number) => outcome(await worker.a.post(`${workPath(offer)}/reserve`))

describe('items', () => {
  test('become slots and cost, and are shared out by overlap', async () => {
    const { id, advertiser: owner } = await offered(5, { itemsPerSlot: 2, overlap: 2 })
    const { totalLimit, overlap, itemCounts, budget } = await taskOf(owner, id)
    assert.deepEqual([totalLimit, overlap, itemCounts.open, budget.held], [6, 2, 5, 6.6])
    const [one, two] = [await executor(market), await executor(market)]
    const had: number[][] = []
    for (const worker of [one, one, one, two, two, two]) had.push((await answer(worker, id)).items)
    assert.deepEqual(
      had.slice(0, 3).flat(),
      had.slice(3).flat(),
      'the suites with the fewest missing answers come first',
    )
    assert.equal(new Set(had.slice(0, 3).flat()).size, 5)
    assert.equal(await reserve(await executor(market), id), '409 no_slots_available')
    assert.deepEqual((await taskOf(owner, id)).itemCounts, {
      open: 0,
      inProgress: 5,
      completed: 0,
      waiting: 0,
      cancelled: 0,
    })
  })

  test('are refused to those who had all of them, who do not see the offer either', async () => {
    const { id } = await offered(2, { overlap: 2 })
    const worker = await executor(market)
    await answer(worker, id)
    await answer(worker, id)
    assert.equal(await reserve(worker, id), '409 no_items_left')
    const list = expectOk(await worker.a.get('/api/executor/offers/available?OnlyEligible=true&pageSize=100'))
    assert.equal(
      list.items.some((offer: { id: number }) => offer.id === id),
      false,
    )
    assert.deepEqual(expectOk(await worker.a.get(`/api/executor/offers/available/${id}`)).ineligibleReasons, [
      'no_items_left',
    ])
  })

  test('complete the offer with an event for each', async () => {
    const { id, advertiser: owner } = await offered(2, { itemsPerSlot: 2 })
    const { answer: sent } = await answer(await executor(market), id)
    expectOk(await review(owner, sent.body.id, 'accept'))
    const task = await taskOf(owner, id)
    assert.deepEqual([task.status, task.itemCounts.completed], ['Completed', 2])
    assert.equal((await kindsOf(market, owner)).filter((kind) => kind === 'item.completed').length, 2)
    // More items reopen it.
    expectOk(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(1, 9) }))
    assert.equal((await taskOf(owner, id)).status, 'Active')
  })

  test('return when a reservation is cancelled, or work is rejected or withdrawn', async () => {
    const { id, advertiser: owner } = await offered(1, { attemptsMax: 5 })
    const [one, two, three] = await Promise.all([executor(market), executor(market), executor(market)])
    await reserved(one, id)
    assert.equal(await reserve(two, id), '409 no_slots_available')
    expectOk(await one.a.post(`${workPath(id)}/reservation/cancel`))
    const { answer: first } = await answer(two, id)
    expectOk(await review(owner, first.body.id, 'reject', { reason: 'Wrong' }))
    assert.equal(await reserve(two, id), '409 no_items_left', 'rejected work excludes its executor')
    const { answer: second } = await answer(three, id)
    expectOk(await three.a.post(`/api/executor/executions/${second.body.id}/withdraw`))
    const { answer: last } = await answer(one, id)
    expectOk(await review(owner, last.body.id, 'accept'))
    assert.equal((await taskOf(owner, id)).status, 'Completed')
  })

  test('fill up suites that nobody has yet', async () => {
    const { id, advertiser: owner } = await offered(3, { itemsPerSlot: 5 })
    const added = expectOk(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(3, 3) }))
    assert.deepEqual([added.totalLimit, added.itemCounts.open, added.items.length], [2, 6, 3])
    const worker = await executor(market)
    assert.equal((await answer(worker, id)).items.length, 5)
    expectOk(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(4, 6) }))
    assert.equal((await answer(worker, id)).items.length, 5)
  })

  test('are cancelled, which frees slots that no other item needs', async () => {
    const { id, advertiser: owner } = await offered(6, { itemsPerSlot: 2, overlap: 2 })
    await answer(await executor(market), id)
    const { items } = expectOk(await owner.b.get(`/v1/tasks/${id}/items`))
    const cancelled = expectOk(
      await owner.b.post(`/v1/tasks/${id}/items/cancel`, { itemIds: [items[2].id, items[4].id] }),
    )
    // Two suites of one item each were merged.
    assert.deepEqual([cancelled.totalLimit, cancelled.itemCounts.cancelled], [4, 2])
    const all = expectOk(await owner.b.post(`/v1/tasks/${id}/items/cancel`, { all: true }))
    assert.deepEqual(
      [all.totalLimit, all.itemCounts],
      [1, { open: 0, inProgress: 0, completed: 0, waiting: 0, cancelled: 6 }],
    )
    assert.equal((await taskOf(owner, id)).budget.held, 1.1)
  })

  test('that were skipped wait for their advertiser, who asks again', async () => {
    const { id, advertiser: owner } = await offered(2, { itemsPerSlot: 2, skipsMax: 1 })
    const worker = await executor(market)
    const { answer: sent, items } = await answer(worker, id, 1)
    expectOk(await review(owner, sent.body.id, 'accept'))
    assert.deepEqual((await taskOf(owner, id)).itemCounts, {
      open: 0,
      inProgress: 0,
      completed: 1,
      waiting: 1,
      cancelled: 0,
    })
    for (const [overlap, open] of [
      [2, 1],
      [1, 0],
    ]) {
      const { itemCounts } = expectOk(await owner.b.patch(`/v1/tasks/${id}`, { overlap }))
      assert.deepEqual([itemCounts.open, itemCounts.waiting], [open, 1])
    }
    const again = expectOk(await owner.b.post(`/v1/tasks/${id}/items/ask-again`, { itemIds: [items[0]] }))
    assert.deepEqual([again.totalLimit, again.itemCounts.open], [2, 1])
    assert.equal(await reserve(worker, id), '409 no_items_left')
    const other = await executor(market)
    assert.equal(await reserve(other, id), '200')
    expectOk(await other.a.post(`${workPath(id)}/reservation/cancel`))
    assert.equal(await reserve(worker, id), '409 no_items_left')
    const { answer: last } = await answer(await executor(market), id)
    expectOk(await review(owner, last.body.id, 'accept'))
    assert.equal((await taskOf(owner, id)).itemCounts.completed, 2)
  })

  test('get more or fewer answers when overlap changes', async () => {
    const { id, advertiser: owner } = await offered(2, { overlap: 3 })
    const first = await executor(market)
    for (const _ of [1, 2]) expectOk(await review(owner, (await answer(first, id)).answer.body.id, 'accept'))
    const second = await executor(market)
    assert.equal(await reserve(second, id), '200')
    const change = (members: object) => owner.b.patch(`/v1/tasks/${id}`, members)
    const lower = expectOk(await change({ overlap: 1 }))
    assert.deepEqual(
      [lower.status, lower.overlap, lower.totalLimit, lower.counts.remaining, lower.budget.held],
      ['Active', 1, 3, 0, 1.1],
    )
    assert.deepEqual([lower.itemCounts.completed, lower.itemCounts.inProgress], [1, 1])
    expectOk(await second.a.post(`${workPath(id)}/reservation/cancel`))
    await tidyItems(market.ctx)
    const ended = await taskOf(owner, id)
    assert.deepEqual([ended.status, ended.totalLimit, ended.budget.held], ['Completed', 2, 0])
    const raised = expectOk(await change({ overlap: 2 }))
    assert.deepEqual([raised.status, raised.totalLimit, raised.itemCounts.open], ['Active', 4, 2])
    assert.equal(await reserve(first, id), '409 no_items_left')
    assert.equal(await reserve(second, id), '200')
    assert.equal(outcome(await change({ overlap: 21 })), '400 validation_error')
    assert.equal(outcome(await change({ overlap: 20, maxCost: 5 })), '409 max_cost_exceeded')
    assert.equal(expectOk(await change({ overlap: null })).overlap, 1)
    const other = await activeOffer(market, { advertiser: owner })
    assert.equal(outcome(await owner.b.patch(`/v1/tasks/${other.id}`, { overlap: 2 })), '409 task_not_editable')
  })

  test('of a rework get other answers, or come back after its deadline', async () => {
    const { id, advertiser: owner } = await offered(1, { reworkPeriodSeconds: 3_600 })
    const worker = await executor(market)
    const { answer: first, items } = await answer(worker, id)
    const askAgain = async () => {
      expectOk(await review(owner, first.body.id, 'rework', { reason: 'Look again.' }))
      const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${first.body.id}`))
      return { reservationId: rework.reservationId, proofUrls: [await proof(worker, id)] }
    }
    const again = await askAgain()
    const submit = (itemId: number | undefined, body: object) =>
      worker.a.post(`${workPath(id)}/submit-execution`, {
        ...body,
        details: { answers: [{ itemId, value: { n: 2 } }] },
      })
    assert.equal(outcome(await submit(9_999_999, again)), '400 details_invalid')
    expectOk(await submit(items[0], again))
    const { items: results } = expectOk(await owner.b.get(`/v1/tasks/${id}/results`))
    assert.deepEqual(membersOf(results[0].answers, 'value'), [{ n: 2 }])
    const late = await askAgain()
    market.pass(3_600)
    assert.equal(outcome(await submit(items[0], late)), '409 reservation_expired')
    assert.deepEqual([(await taskOf(owner, id)).itemCounts.open], [1])
  })

  test('that were rejected too often are set aside by the job, with the money of their slots', async () => {
    const { id, advertiser: owner } = await offered(1)
    await market.ctx.db.run(sql`update suites set rejections = 9 where offer = ${id}::bigint`)
    const { answer: sent } = await answer(await executor(market), id)
    expectOk(await review(owner, sent.body.id, 'reject', { reason: 'Wrong' }))
    assert.equal(await tidyItems(market.ctx), 1)
    const { totalLimit, itemCounts } = await taskOf(owner, id)
    assert.deepEqual([totalLimit, itemCounts.waiting], [0, 1])
  })

  test('of an overturned rejection need no further answer', async () => {
    const { id, advertiser: owner } = await offered(2)
    const worker = await executor(market)
    const { answer: sent } = await answer(worker, id)
    expectOk(await review(owner, sent.body.id, 'reject', { reason: 'Wrong' }))
    expectOk(await review(owner, sent.body.id, 'accept', { overrideRejection: true }))
    await tidyItems(market.ctx)
    const { totalLimit, counts, itemCounts } = await taskOf(owner, id)
    assert.deepEqual([itemCounts.completed, itemCounts.open, counts.remaining], [1, 1, 1])
    assert.equal(totalLimit - counts.accepted, 1)
  })
})

describe('items are refused', () => {
  const wrong = async (members: object) => {
    const owner = await advertiser(market)
    return outcome(await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: undefined, ...members })))
  }

  test('with contradictions', async () => {
    assert.equal(await wrong({ items: itemsOf(1), totalLimit: 3 }), '400 validation_error')
    assert.equal(await wrong({ skipsMax: 1 }), '400 validation_error')
    assert.equal(await wrong({ items: itemsOf(1), skipsMax: 2 }), '400 validation_error')
    assert.equal(await wrong({ items: [...itemsOf(1), ...itemsOf(1)] }), '400 validation_error')
    assert.equal(await wrong({ items: [{ data: { text: 'x'.repeat(20_000) } }] }), '400 validation_error')
    assert.equal(await wrong({ overlap: 2 }), '409 no_items_added')
    assert.equal(await wrong({ overlap: 21, items: itemsOf(1) }), '400 validation_error')
    assert.equal(await wrong({}), '400 validation_error')
  })

  test('if the task cannot take them', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const add = (task: number) => owner.b.post(`/v1/tasks/${task}/items`, { items: itemsOf(1) })
    assert.equal(outcome(await add(id)), '409 offer_without_items')
    const { id: own } = await offered(1, {}, owner)
    assert.equal(
      outcome(await (await advertiser(market)).b.post(`/v1/tasks/${own}/items`, { items: itemsOf(1) })),
      '404 task_not_found',
    )
    assert.equal(outcome(await (await advertiser(market)).b.get(`/v1/tasks/${own}/items`)), '404 task_not_found')
  })

  test('twice with one externalId, and beyond the money of the account', async () => {
    const owner = await advertiser(market, { funds: 2 })
    const { id } = await activeOffer(market, {
      advertiser: owner,
      members: { totalLimit: undefined, items: itemsOf(1) },
    })
    assert.equal(
      outcome(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(1) })),
      '409 item_external_id_taken',
    )
    assert.equal(
      outcome(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(5, 5) })),
      '409 insufficient_funds',
    )
    assert.equal((await taskOf(owner, id)).itemCounts.open, 1)
    assert.equal(outcome(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 5 })), '409 task_not_editable')
  })
})

test('placeholders are names that every item has', async () => {
  const title = 'Picture {{n}}'
  const { id, advertiser: owner } = await offered(2, { title })
  const wrong = async (answered: Promise<Answer>) => membersOf((await answered).body.errors, 'field')
  const add = (data: object) => owner.b.post(`/v1/tasks/${id}/items`, { items: [{ data }] })
  assert.deepEqual(await wrong(add({ m: 1 })), ['items.0.data.n'])
  assert.deepEqual(await wrong(add({ n: { deep: 1 } })), ['items.0.data.n'])
  expectOk(await add({ n: 3 }))
  assert.deepEqual(await wrong(owner.b.patch(`/v1/tasks/${id}`, { description: 'See {{other}}' })), ['description'])
  const show = [{ kind: 'image', value: '{{file}}' }]
  const page = { kind: 'form', answerSchema: { type: 'object', properties: { label: { type: 'string' } } }, show }
  const body = await taskBody(market, { totalLimit: undefined, items: itemsOf(1), title: '{{none}}', page })
  assert.deepEqual(await wrong(owner.b.post('/v1/tasks', body)), ['title', 'page'])
  expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { title: 'Braces {{x}} without items' })))
})

test('a draft takes items before it is submitted', async () => {
  const owner = await advertiser(market)
  const body = await taskBody(market, { totalLimit: undefined, overlap: 3, draft: true })
  const { id, totalLimit } = expectOk(await owner.b.post('/v1/tasks', body))
  assert.equal(totalLimit, 0)
  assert.equal(outcome(await owner.b.patch(`/v1/tasks/${id}`, { status: 'PendingModeration' })), '409 no_items_added')
  assert.equal(expectOk(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(2) })).totalLimit, 6)
  const submitted = expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'PendingModeration' }))
  assert.equal(submitted.budget.held, 6.6)
})

type Race = { readonly id: number; readonly owner: Person; readonly workers: readonly Person[] }

/** Executors reserve, cancel, submit and withdraw, while their advertiser decides, adds and cancels items. */
async function race(rng: Rng, { id, owner, workers }: Race): Promise<void> {
  const unexpected: string[] = []
  const known =
    /^(2..|409 (no_slots_available|no_items_left|skips_exhausted|cooling_down|report_already_decided|offer_unavailable))$/
  const note = (answered: Answer) => {
    if (!known.test(outcome(answered))) unexpected.push(answered.raw)
    return answered
  }
  const work = async (worker: Person) => {
    for (let round = 0; round < 6; round++) {
      const { status, body } = note(await worker.a.post(`${workPath(id)}/reserve`))
      if (status >= 300) continue
      if (rng.happens(0.2)) {
        note(await worker.a.post(`${workPath(id)}/reservation/cancel`, rng.happens(0.4) ? { skipped: 'Blurred' } : {}))
        continue
      }
      const sent = note(await submitAnswers(worker, id, body.id))
      const report = sent.body.id
      const move = rng.whole(10)
      if (move < 3) note(await review(owner, report, 'reject', { reason: 'Wrong' }))
      else if (move < 8) note(await review(owner, report, 'accept'))
      else note(await worker.a.post(`/api/executor/executions/${report}/withdraw`))
    }
  }
  const change = async () => {
    for (let round = 0; round < 8; round++) {
      note(await owner.b.post(`/v1/tasks/${id}/items`, { items: itemsOf(3, 10_000 + 3 * round) }))
      const { items } = expectOk(await owner.b.get(`/v1/tasks/${id}/items?status=Open&pageSize=5`))
      const itemIds = membersOf(items, 'id')
      if (itemIds.length > 0) note(await owner.b.post(`/v1/tasks/${id}/items/cancel`, { itemIds }))
      await tidyItems(market.ctx)
    }
  }
  await Promise.all([...workers.map(work), change()])
  assert.deepEqual(unexpected, [])
}

describe('under races', () => {
  test('each suite is given as often as it is wanted, and never twice to one executor', async (t) => {
    const rng = rngOf(t)
    const workers = await Promise.all(Array.from({ length: times(24, 200) }, () => executor(market)))
    for (let round = 0; round < times(1, 20); round++) {
      const owner = await advertiser(market, { funds: 100_000 })
      const { id } = await offered(
        times(30, 1_000),
        { overlap: 3, itemsPerSlot: 2, skipsMax: 1, attemptsMax: 100 },
        owner,
      )
      await race(rng, { id, owner, workers })
    }
    // Once: it reads the offers of all rounds.
    await assertInvariants(market)
  })
})
