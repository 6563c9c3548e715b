import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'

const market = await openMarket()
const exhausted = '409 attempts_exhausted'
const reject = { reason: 'Not what was asked' }
const reserve = (worker: Person, offer: number) => worker.a.post(`${workPath(offer)}/reserve`)
const mayReserve = async (worker: Person, offer: number) => {
  const answer = await reserve(worker, offer)
  if (answer.status === 200) expectOk(await worker.a.post(`${workPath(offer)}/reservation/cancel`))
  return outcome(answer)
}

async function rejectedTwice(members: object = {}) {
  const { id, advertiser } = await activeOffer(market, { slots: 9, members: { ...members } })
  const worker = await executor(market)
  const works = []
  for (let round = 0; round < 2; round++) {
    const work = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${work.id}/reject`, reject))
    works.push(work)
  }
  return { id, advertiser, worker, works: works.map((work) => work.id) as [number, number] }
}

describe('submission attempts on an offer', () => {
  test('end after two rejections by default, and the refusal states the limit', async () => {
    const { id, worker, advertiser } = await rejectedTwice()
    const refused = await reserve(worker, id)
    assert.deepEqual([outcome(refused), refused.body.limit], [exhausted, 2])
    assert.equal(await mayReserve(await executor(market), id), '200', 'others may still reserve')
    const other = await activeOffer(market, { advertiser })
    assert.equal(await mayReserve(worker, other.id), '200', 'other offers are not affected')
  })

  test('count withdrawn work and missed rework deadlines, each submission once', async () => {
    const { id, advertiser } = await activeOffer(market, { slots: 9, members: { reworkPeriodSeconds: 3_600 } })
    const worker = await executor(market)
    const first = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${first.id}/rework`, { reason: 'Please add the second page.' }))
    const { reservationId } = expectOk(await worker.a.get(`/api/executor/executions/${first.id}`)).rework
    const again = { reservationId, proofUrls: [await proof(worker, id)] }
    expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, again))
    expectOk(await worker.a.post(`/api/executor/executions/${first.id}/withdraw`))
    assert.equal(await mayReserve(worker, id), '200', 'one submission with a revision is one attempt')
    const second = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${second.id}/rework`, { reason: 'Please add the second page.' }))
    market.pass(3_601)
    expectOk(await advertiser.b.get(`/v1/reports/${second.id}`))
    await worker.a.post(`/api/executor/executions/${second.id}/withdraw`)
    assert.equal(await mayReserve(worker, id), exhausted)
  })

  test('do not count cancelled and expired reservations', async () => {
    const { id } = await activeOffer(market, { slots: 9 })
    const worker = await executor(market)
    assert.deepEqual([await mayReserve(worker, id), await mayReserve(worker, id)], ['200', '200'])
    expectOk(await reserve(worker, id))
    market.pass(3_601)
    assert.equal(await mayReserve(worker, id), '200')
  })

  test('do not count a rejection while it is disputed, nor once it is overturned', async () => {
    const { id, advertiser, worker, works } = await rejectedTwice({ perExecutorLimit: 5 })
    expectOk(
      await worker.a.post(`/api/executor/executions/${works[0]}/dispute`, { statement: 'It is all there, I think.' }),
    )
    assert.equal(await mayReserve(worker, id), '200')
    const { items } = expectOk(await advertiser.b.get('/v1/disputes'))
    const decision = { outcome: 'Advertiser', note: 'The proof shows something else.' }
    const operator = await theOperator(market)
    expectOk(await operator.a.post(`/api/operator/disputes/${items[0].id}/decide`, decision))
    assert.equal(await mayReserve(worker, id), exhausted, 'a dispute that was lost counts again')
    expectOk(await advertiser.b.post(`/v1/reports/${works[1]}/accept`, { overrideRejection: true }))
    assert.equal(await mayReserve(worker, id), '200')
  })

  test('follow changes of the advertiser at any time', async () => {
    const { id, advertiser, worker } = await rejectedTwice({ attemptsMax: 3 })
    assert.equal(await mayReserve(worker, id), '200')
    const task = async (attemptsMax: number | null) =>
      expectOk(await advertiser.b.patch(`/v1/tasks/${id}`, { attemptsMax })).attemptsMax
    assert.equal(await task(1), 1)
    assert.equal(await mayReserve(worker, id), exhausted)
    assert.equal(await task(null), 2, 'null brings back the default')
    assert.equal(await mayReserve(worker, id), exhausted)
    assert.equal(await task(100), 100)
    assert.equal(await mayReserve(worker, id), '200')
    for (const attemptsMax of [0, 101, 1.5, '2'])
      assert.equal(outcome(await advertiser.b.patch(`/v1/tasks/${id}`, { attemptsMax })), '400 validation_error')
    const made = expectOk(await advertiser.b.post('/v1/tasks', await taskBody(market, { attemptsMax: 7 })))
    assert.equal(made.attemptsMax, 7)
  })

  test('stay within the limit when rejections and reservations race', async () => {
    const { id, advertiser } = await activeOffer(market, { slots: 9, members: { attemptsMax: 1, perExecutorLimit: 3 } })
    const worker = await executor(market)
    const work = await submittedWork(market, id, worker)
    await Promise.all([
      advertiser.b.post(`/v1/reports/${work.id}/reject`, reject),
      ...Array.from({ length: 4 }, () => reserve(worker, id)),
    ])
    await worker.a.post(`${workPath(id)}/reservation/cancel`)
    assert.equal(await mayReserve(worker, id), exhausted)
  })
})

describe('the default number of attempts', async () => {
  const strict = await openMarket({ attemptsMax: 1 })
  test('is configurable', async () => {
    const { id, advertiser } = await activeOffer(strict, { slots: 9 })
    assert.equal(expectOk(await advertiser.b.get(`/v1/tasks/${id}`)).attemptsMax, 1)
    const worker = await executor(strict)
    const work = await submittedWork(strict, id, worker)
    expectOk(await worker.a.post(`/api/executor/executions/${work.id}/withdraw`))
    assert.equal(await mayReserve(worker, id), exhausted)
  })
})
