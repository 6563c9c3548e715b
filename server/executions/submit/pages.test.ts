import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  moderate,
  type Offered,
  outcome,
  type Person,
  readyWork,
  reserved,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'

const market = await openMarket({ moderation: 'manual' })

const page = {
  kind: 'form',
  answerSchema: {
    type: 'object',
    // The order of a form, which is neither that of letters nor of lengths.
    properties: { zebra: { enum: ['yes', 'no'] }, a: { type: 'string', maxLength: 20 }, note: { type: 'boolean' } },
    required: ['zebra'],
  },
  show: [{ kind: 'image', value: 'https://pictures.example/1.jpg' }],
}
const other = { ...page, answerSchema: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] } }
const answered = { answers: [{ value: { zebra: 'yes' } }] }

const offered = (members: Readonly<Record<string, unknown>> = { page }): Promise<Offered> =>
  activeOffer(market, { slots: 9, members })
const task = async ({ id, advertiser: owner }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const send = async (worker: Person, { id }: Offered, details: object) => {
  const work = await readyWork(worker, id)
  return worker.a.post(`${workPath(id)}/submit-execution`, { ...work, details })
}
const schemaOf = (shown: { page: typeof page }) => JSON.stringify(shown.page.answerSchema)

describe('the page of a task', () => {
  test('is answered as it was sent, in its order; without one, the member is absent', async () => {
    const offer = await offered()
    const shown = await task(offer)
    assert.deepEqual(shown.page, page)
    assert.equal(schemaOf(shown), JSON.stringify(page.answerSchema))
    assert.ok(!('page' in (await task(await offered({})))))
    const { items } = expectOk(await offer.advertiser.b.get('/v1/tasks'))
    assert.ok(!('page' in items[0]), 'lists leave it out')
  })

  test('is checked', async () => {
    const { advertiser: owner } = await offered()
    const wrong = { ...page, html: '<p>', answerSchema: { type: 'object', properties: { a: { type: 'null' } } } }
    const answer = await owner.b.post('/v1/tasks', await taskBody(market, { page: wrong }))
    assert.equal(outcome(answer), '400 validation_error')
    assert.deepEqual(
      answer.body.errors.map(({ field }: { field: string }) => field),
      ['page.html', 'page.answerSchema.properties.a'],
    )
    const html = { kind: 'html', answerSchema: page.answerSchema, html: `<p>${'ж'.repeat(100_000)}</p>` }
    assert.equal(outcome(await owner.b.post('/v1/tasks', await taskBody(market, { page: html, draft: true }))), '201')
    const longer = { ...html, html: 'ж'.repeat(140_000) }
    assert.equal(
      (await owner.b.post('/v1/tasks', await taskBody(market, { page: longer }))).body.errors[0].code,
      'max_length',
    )
  })

  test('is content: a change waits for moderation, null removes it, and drafts change at once', async () => {
    const offer = await offered()
    const { id, advertiser: owner } = offer
    const pending = expectOk(await owner.b.patch(`/v1/tasks/${id}`, { page: other })).pendingChange
    assert.deepEqual([pending.members, pending.content.page], [['page'], other])
    assert.deepEqual((await task(offer)).page, page)
    expectOk(await moderate(market, id, 'change/approve'))
    assert.deepEqual((await task(offer)).page, other)
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { page: null }))
    assert.ok('page' in (await task(offer)))
    expectOk(await moderate(market, id, 'change/approve'))
    assert.ok(!('page' in (await task(offer))))
    const draft = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { page, draft: true })))
    assert.deepEqual(expectOk(await owner.b.patch(`/v1/tasks/${draft.id}`, { page: other })).page, other)
  })

  test('is kept by templates in its order', async () => {
    const { advertiser: owner } = await offered()
    const path = '/api/advertiser/task-templates'
    const saved = expectOk(await owner.a.post(path, { name: 'Pages', content: { page } }))
    assert.equal(schemaOf(saved.content), JSON.stringify(page.answerSchema))
    const [listed] = expectOk(await owner.a.get(path)).items
    assert.equal(schemaOf(listed.content), JSON.stringify(page.answerSchema))
  })
})

describe('work on a page', () => {
  test('has exactly one answer that fits its schema', async () => {
    const offer = await offered()
    const worker = await executor(market)
    const refused = await send(worker, offer, { answers: [{ value: { zebra: 'perhaps' } }] })
    assert.equal(outcome(refused), '400 details_invalid')
    assert.deepEqual(
      refused.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
      [['details.answers.0.value.zebra', 'enum']],
    )
    for (const details of [{}, { answers: [] }, { answers: {} }])
      assert.equal(outcome(await send(worker, offer, details)), '400 details_invalid')
    const large = { answers: [{ value: { zebra: 'yes', more: 'x'.repeat(131_072) } }] }
    assert.equal(outcome(await send(worker, offer, large)), '400 validation_error')
    const { id } = expectOk(await send(worker, offer, answered))
    const report = expectOk(await offer.advertiser.b.get(`/v1/reports/${id}`))
    assert.deepEqual([report.details, report.taskContent.page], [answered, page])
  })

  test('is checked against the version that was reserved', async () => {
    const offer = await offered()
    const [early, late] = [await executor(market), await executor(market)]
    await reserved(early, offer.id)
    expectOk(await offer.advertiser.b.patch(`/v1/tasks/${offer.id}`, { page: other }))
    expectOk(await moderate(market, offer.id, 'change/approve'))
    expectOk(await send(early, offer, answered))
    assert.equal(outcome(await send(late, offer, answered)), '400 details_invalid')
    expectOk(await send(late, offer, { answers: [{ value: { b: 'x' } }] }))
  })

  test('is announced by its kind, in the reserved version', async () => {
    const offer = await offered({})
    const [early, late] = [await executor(market), await executor(market)]
    const path = `/api/executor/offers/available/${offer.id}`
    await reserved(early, offer.id)
    expectOk(await offer.advertiser.b.patch(`/v1/tasks/${offer.id}`, { page }))
    expectOk(await moderate(market, offer.id, 'change/approve'))
    const kinds = [expectOk(await early.a.get(path)), expectOk(await late.a.get(path))].map(({ pageKind }) => pageKind)
    assert.deepEqual(kinds, [undefined, 'form'])
    expectOk(await send(early, offer, {}))
  })
})
