import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import { answered, type GivenAnswer } from '../../../test/support/answering.ts'
import { cellsOf } from '../../../test/support/csv.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  moderate,
  moneyOf,
  outcome,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { tellAll } from '../../../test/support/scenarios/received-events.ts'
import { sql } from '../../platform/sql.ts'
import { computeResults } from './actions.ts'
import { countedBytesMax } from './sql.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))
const owner = await advertiser(market, { funds: 10_000 })

const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ externalId: `i${n}`, data: { n } }))
const majority = { method: 'Majority' }
const offered = async (members: object = {}): Promise<number> => {
  const body = {
    totalLimit: undefined,
    items: itemsOf(1),
    overlap: 3,
    attemptsMax: 9,
    aggregation: majority,
    ...members,
  }
  return (await activeOffer(market, { advertiser: owner, members: body })).id
}
const accept = async (report: number) => expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
/** Each list is what one executor answers about the items of a slot; accepted unless they say otherwise. */
const give = async (offer: number, ...each: readonly (readonly unknown[])[]) => {
  const reports = []
  for (const values of each) {
    const report = await answered(
      market,
      offer,
      values.map((value): GivenAnswer => ({ value })),
    )
    reports.push(report)
    await accept(report)
  }
  return reports
}
const compute = () => computeResults(market.ctx)
const resultsOf = async (offer: number) => expectOk(await owner.b.get(`/v1/tasks/${offer}/results`)).items
const resultOf = async (offer: number) => (await resultsOf(offer))[0].result
const taskOf = async (offer: number) => expectOk(await owner.b.get(`/v1/tasks/${offer}`))
const answersAndConfidence = ({ answer, confidence }: { answer: unknown; confidence: number }) => [answer, confidence]

describe('the result of an item', () => {
  test('completes it, in each list, the export and the event, and not before all answers are accepted', async () => {
    const offer = await offered()
    await give(offer, [{ label: 'cat', n: 1 }], [{ label: 'dog', n: 2 }])
    const last = await answered(market, offer, [{ value: { label: ' CAT ', n: 9 } }])
    await compute()
    assert.equal(await resultOf(offer), undefined)
    await accept(last)
    assert.equal((await resultsOf(offer))[0].status, 'InProgress', 'until its result is there')
    await compute()
    const [item] = await resultsOf(offer)
    assert.deepEqual([item.status, ...answersAndConfidence(item.result)], ['Completed', { label: 'CAT', n: 2 }, 0.3333])
    assert.deepEqual(item.result.questions, [
      { question: 'label', confidence: 0.6667, method: 'Majority', answers: 3 },
      { question: 'n', confidence: 0.3333, method: 'Median', answers: 3 },
    ])
    const [listed] = expectOk(await owner.b.get(`/v1/tasks/${offer}/items`)).items
    assert.deepEqual(listed.result, item.result)
    const lines = (await owner.b.get(`/v1/tasks/${offer}/results/export?format=jsonl`)).raw
    assert.deepEqual(JSON.parse(lines).result, item.result)
    const [heading = [], ...rows] = await cellsOf((await owner.b.get(`/v1/tasks/${offer}/results/export`)).raw)
    assert.deepEqual(heading.slice(-3), ['result.n', 'result.label', 'confidence'])
    assert.deepEqual(rows[2]?.slice(-3), ['2', 'CAT', '0.3333'])
    await tellAll(market)
    const { items: events } = expectOk(await owner.b.get('/v1/events?types=item.completed&limit=100'))
    const told = events.filter(({ data }: { data: { task: { id: number } } }) => data.task.id === offer)
    assert.equal(told.length, 1)
    assert.deepEqual(told[0].data.result, item.result)
    await compute()
    assert.deepEqual(await resultOf(offer), item.result, 'the same answers leave the time as it was')
  })

  test('has no questions that its page does not ask, so that nobody makes an item unsure by a member of their own', async () => {
    const page = (name: string) => ({
      kind: 'form',
      answerSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
    })
    const aggregation = { method: 'Weighted', minConfidence: 0.7, maxOverlap: 4 }
    const offer = await offered({ overlap: 2, items: itemsOf(2), page: page('label'), aggregation })
    const cat = { label: 'cat' }
    await give(
      offer,
      [{ ...cat, extra: 'x' }],
      [{ ...cat, extra: 'y' }],
      [{ ...cat, extra: 'long'.repeat(countedBytesMax) }],
    )
    expectOk(await owner.b.patch(`/v1/tasks/${offer}`, { page: page('animal') }))
    expectOk(await moderate(market, offer, 'change/approve'))
    await give(offer, [{ animal: 'cat', ...cat, extra: 'z' }])
    await compute()
    const results = await resultsOf(offer)
    assert.deepEqual(membersOf(results, 'status'), ['Completed', 'Completed'])
    assert.deepEqual(answersAndConfidence(results[0].result), [cat, 0.9])
    assert.deepEqual(results[1].result.answer, { animal: 'cat', label: 'cat' })
    assert.equal((await taskOf(offer)).totalLimit, 4)
  })

  test('is not there without an aggregation', async () => {
    const offer = await offered({ aggregation: undefined, overlap: 1 })
    await give(offer, [{ label: 'cat' }])
    await compute()
    const [item] = await resultsOf(offer)
    assert.ok(item.status === 'Completed' && !('result' in item) && !('aggregation' in (await taskOf(offer))))
    const [heading = []] = await cellsOf((await owner.b.get(`/v1/tasks/${offer}/results/export`)).raw)
    assert.ok(!heading.includes('confidence'))
    const agreement = expectOk(await owner.b.get(`/v1/tasks/${offer}/results/agreement`))
    assert.deepEqual(agreement, { questions: [], answers: 0, computedAtUtc: null })
  })

  test('follows a rejection that is overturned after the item was complete, and says so to nobody twice', async () => {
    const offer = await offered()
    const rejected = await answered(market, offer, [{ value: { label: 'a' } }])
    expectOk(await owner.b.post(`/v1/reports/${rejected}/reject`, { reason: 'Wrong' }))
    await give(offer, [{ label: 'a' }], [{ label: 'b' }], [{ label: 'b' }])
    await compute()
    assert.deepEqual(answersAndConfidence(await resultOf(offer)), [{ label: 'b' }, 0.6667])
    expectOk(await owner.b.post(`/v1/reports/${rejected}/accept`, { overrideRejection: true }))
    await compute()
    const [item] = await resultsOf(offer)
    assert.deepEqual([item.status, ...answersAndConfidence(item.result)], ['Completed', { label: 'a' }, 0.5])
  })

  test('believes who was right where the truth is known, if it is weighted', async () => {
    const offer = await offered({ aggregation: { method: 'Weighted' } })
    const expert = await executor(market)
    await accept(await answered(market, offer, [{ value: { label: 'a' } }], expert))
    await give(offer, [{ label: 'b' }], [{ label: 'b' }])
    await market.ctx.db.run(sql`
      insert into executor_accuracy (offer, executor, right_count, answered_count)
      select ${offer}::bigint, executor, case when executor = ${expert.id}::bigint then 96 else 46 end, 96
      from executions where offer = ${offer}::bigint`)
    await compute()
    const { answer, confidence } = await resultOf(offer)
    await market.ctx.db.run(sql`delete from executor_accuracy where offer = ${offer}::bigint`)
    assert.deepEqual([answer, confidence > 0.9], [{ label: 'a' }, true])
  })

  test('has no part of answers that are withdrawn or rejected, and cannot lose one afterwards', async () => {
    const offer = await offered({ overlap: 2 })
    const liar = await executor(market)
    const withdrawn = await answered(market, offer, [{ value: { label: 'z' } }], liar)
    expectOk(await liar.a.post(`/api/executor/executions/${withdrawn}/withdraw`))
    const honest = await executor(market)
    const kept = await answered(market, offer, [{ value: { label: 'a' } }], honest)
    await accept(kept)
    await give(offer, [{ label: 'a' }])
    await compute()
    assert.deepEqual(answersAndConfidence(await resultOf(offer)), [{ label: 'a' }, 1])
    const late = await honest.a.post(`/api/executor/executions/${kept}/withdraw`)
    assert.match(outcome(late), /^409 /)
  })

  test('is each question’s own: sets, numbers with a tolerance, exact choices, and none', async () => {
    const choice = { enum: ['a', 'A'] }
    const page = {
      kind: 'form',
      answerSchema: {
        type: 'object',
        properties: {
          choice,
          set: { type: 'array', items: { enum: ['x', 'y', 'z'] } },
          price: { type: 'number' },
          rating: { type: 'integer' },
          note: { type: 'string' },
        },
      },
    }
    const questions = [
      { question: 'note', method: 'None' },
      { question: 'price', method: 'Mean', tolerance: 1 },
      { question: 'rating', method: 'Majority' },
    ]
    const offer = await offered({ page, aggregation: { method: 'Majority', questions } })
    await give(
      offer,
      [{ choice: 'A', set: ['x', 'y'], price: 10, rating: 5, note: 'One' }],
      [{ choice: 'a', set: ['y', 'x'], price: 11, rating: 5 }],
      [{ choice: 'a', set: ['z'], price: 15, rating: 1 }],
    )
    await compute()
    const { answer, confidence, questions: found } = await resultOf(offer)
    assert.deepEqual(answer, { choice: 'a', set: ['x', 'y'], price: 12, rating: 5 })
    const shares = found.map((one: { question: string; confidence: number }) => [one.question, one.confidence])
    assert.deepEqual(shares, [
      ['choice', 0.6667],
      ['price', 0.3333],
      ['rating', 0.6667],
      ['set', 0.6667],
    ])
    assert.equal(confidence, 0.3333)
  })

  test('survives hostile values: names of Object, huge texts, numbers beyond range, deep lists, one answer', async () => {
    const offer = await offered({ overlap: 1, items: itemsOf(5), aggregation: { method: 'DawidSkene' } })
    const hostile: readonly unknown[] = [
      { ['__proto__x']: 1, constructor: 'c', toString: [[], {}] },
      { label: 'x'.repeat(countedBytesMax) },
      { label: Number.MAX_SAFE_INTEGER, other: -Number.MAX_SAFE_INTEGER },
      { label: [[[[['deep']]]]], other: null },
      { label: 'a' },
    ]
    for (const value of hostile) await give(offer, [value])
    const worker = await executor(market)
    const other = await offered({ overlap: 1 })
    await assert.rejects(answered(market, other, [{ value: { label: 1e308 } }], worker), /invalid_number/)
    await compute()
    const found = await resultsOf(offer)
    assert.deepEqual(
      found.map(({ status, result }: typeof found) => [
        status,
        result && result.confidence > 0 && result.confidence <= 1,
      ]),
      [true, undefined, true, true, true].map((isShare) => ['Completed', isShare]),
    )
    assert.deepEqual(found[0].result.answer, hostile[0])
  })
})

describe('the agreement of a task', () => {
  test('is that of each question, as of the last computation', async () => {
    const offer = await offered({ items: itemsOf(2), itemsPerSlot: 2, overlap: 2 })
    await give(
      offer,
      [
        { label: 'a', n: 1 },
        { label: 'b', n: 2 },
      ],
      [
        { label: 'a', n: 1 },
        { label: 'a', n: 3 },
      ],
    )
    await compute()
    const { questions, answers } = expectOk(await owner.b.get(`/v1/tasks/${offer}/results/agreement`))
    assert.equal(answers, 4)
    assert.deepEqual(questions, [
      { question: 'label', scale: 'Nominal', alpha: 0, items: 2, answers: 4 },
      { question: 'n', scale: 'Interval', alpha: 0.7273, items: 2, answers: 4 },
    ])
    const stranger = await advertiser(market)
    assert.equal(outcome(await stranger.b.get(`/v1/tasks/${offer}/results/agreement`)), '404 task_not_found')
  })
})

const unsure = { ...majority, minConfidence: 0.7, maxOverlap: 4 }
/** What an execution costs: its reward and the fee. */
const cost = 1.1

describe('further answers', () => {
  const statusesOf = async (offer: number): Promise<string> =>
    (await resultsOf(offer)).map(({ status }: { status: string }) => status).join(' ')

  test('are held from the start, asked for one by one, and released as soon as the result is sure', async () => {
    const before = await moneyOf(owner)
    const offer = await offered({ overlap: 2, items: itemsOf(2), aggregation: unsure })
    const { totalLimit, budget } = await taskOf(offer)
    assert.deepEqual([totalLimit, budget.held], [8, 8 * cost])
    // Both items are answered by the same two executors: the first equally, the second differently.
    const [one, other] = [await executor(market), await executor(market)]
    for (const [worker, labels] of [
      [one, 'ab'],
      [other, 'ac'],
    ] as const)
      for (const label of labels) await accept(await answered(market, offer, [{ value: { label } }], worker))
    assert.equal(await statusesOf(offer), 'InProgress InProgress')
    await compute()
    assert.equal(await statusesOf(offer), 'Completed Open')
    const asking = await taskOf(offer)
    assert.deepEqual([asking.totalLimit, asking.status, asking.budget.held], [6, 'Active', 2 * cost])
    await give(offer, [{ label: 'c' }])
    await compute()
    assert.equal(await statusesOf(offer), 'Completed Open', 'two of three are not enough')
    await give(offer, [{ label: 'c' }])
    await compute()
    const done = await taskOf(offer)
    assert.deepEqual([done.totalLimit, done.status, done.budget.held], [6, 'Completed', 0])
    assert.deepEqual(answersAndConfidence((await resultsOf(offer))[1].result), [{ label: 'c' }, 0.75])
    assert.equal((await moneyOf(owner)).available, Math.round((before.available - 6 * cost) * 100) / 100)
  })

  test('end at the most, also if the answers never agree, and nobody answers twice', async () => {
    const offer = await offered({ overlap: 2, aggregation: unsure })
    const worker = await executor(market)
    await accept(await answered(market, offer, [{ value: { label: 'a' } }], worker))
    await give(offer, [{ label: 'b' }])
    await compute()
    assert.equal(outcome(await worker.a.post(`${workPath(offer)}/reserve`)), '409 no_items_left')
    await give(offer, [{ label: 'c' }])
    await compute()
    await give(offer, [{ label: 'd' }])
    await compute()
    const done = await taskOf(offer)
    assert.deepEqual([done.totalLimit, done.status, done.counts.accepted], [4, 'Completed', 4])
    assert.deepEqual(answersAndConfidence(await resultOf(offer)), [{ label: 'a' }, 0.25])
  })

  test('colluding executors make a wrong result sure: nothing more is asked', async () => {
    const offer = await offered({ overlap: 2, aggregation: unsure })
    await give(offer, [{ label: 'wrong' }], [{ label: 'wrong' }])
    await compute()
    const { status, totalLimit } = await taskOf(offer)
    assert.deepEqual([status, totalLimit], ['Completed', 2])
  })

  test('replace rejected ones, follow the overlap, and end with the task', async () => {
    const offer = await offered({ overlap: 2, aggregation: unsure })
    await give(offer, [{ label: 'a' }], [{ label: 'b' }])
    await compute()
    const rejected = await answered(market, offer, [{ value: { label: 'z' } }])
    expectOk(await owner.b.post(`/v1/reports/${rejected}/reject`, { reason: 'Wrong' }))
    assert.equal((await taskOf(offer)).totalLimit, 4)
    const patched = async (overlap: number) => owner.b.patch(`/v1/tasks/${offer}`, { overlap })
    assert.equal(outcome(await patched(5)), '400 validation_error')
    assert.equal(expectOk(await patched(4)).totalLimit, 4)
    await assertInvariants(market)
    expectOk(await owner.b.send('DELETE', `/v1/tasks/${offer}`))
    await compute()
    const { status, counts, budget } = await taskOf(offer)
    assert.deepEqual([status, counts.accepted], ['Archived', 2])
    assert.ok(budget.held <= cost, 'for the appeal alone')
  })

  test('are still asked for if the overlap is lowered below the answers that are there', async () => {
    const offer = await offered({ overlap: 2, aggregation: unsure })
    await give(offer, [{ label: 'a' }], [{ label: 'b' }])
    await compute()
    const { status, totalLimit } = expectOk(await owner.b.patch(`/v1/tasks/${offer}`, { overlap: 1 }))
    assert.deepEqual([status, totalLimit], ['Active', 4], 'one further answer was asked for, and one is to spare')
    await compute()
    await give(offer, [{ label: 'a' }])
    await compute()
    assert.equal((await resultsOf(offer))[0].status, 'Open', 'still not sure enough')
    await give(offer, [{ label: 'a' }])
    await compute()
    assert.deepEqual(answersAndConfidence(await resultOf(offer)), [{ label: 'a' }, 0.75])
  })

  test('are asked for once, whoever computes at the same time', async () => {
    const offer = await offered({ overlap: 2, items: itemsOf(5), aggregation: unsure })
    for (const n of [1, 2]) {
      const worker = await executor(market)
      for (let item = 0; item < 5; item++)
        await accept(await answered(market, offer, [{ value: { label: `${n}` } }], worker))
    }
    await Promise.all([compute(), compute(), compute()])
    const { totalLimit, counts } = await taskOf(offer)
    assert.deepEqual([totalLimit, counts.accepted, await statusesOf(offer)], [20, 10, 'Open Open Open Open Open'])
  })

  test('go together with a confidence, and need items', async () => {
    const refused = async (members: object) =>
      outcome(await owner.b.post('/v1/tasks', { ...(await taskBody(market)), ...members }))
    const withItems = { totalLimit: undefined, items: itemsOf(1), overlap: 2 }
    for (const aggregation of [
      { ...majority, minConfidence: 0.5 },
      { ...majority, maxOverlap: 5 },
      { ...majority, minConfidence: 1.5, maxOverlap: 5 },
      { ...majority, minConfidence: 0.5, maxOverlap: 21 },
      { method: 'Best' },
      { ...majority, questions: [{ question: 'label', method: 'Mode' }] },
      {
        ...majority,
        questions: [
          { question: 'n', method: 'Mean' },
          { question: 'n', method: 'None' },
        ],
      },
      {},
    ])
      assert.equal(await refused({ ...withItems, aggregation }), '400 validation_error')
    assert.equal(await refused({ ...withItems, overlap: 6, aggregation: unsure }), '400 validation_error')
    assert.equal(await refused({ aggregation: majority }), '400 validation_error')
    const offer = await offered()
    const changed = await owner.b.patch(`/v1/tasks/${offer}`, { aggregation: { method: 'Weighted' } })
    assert.equal(outcome(changed), '400 validation_error')
  })
})
