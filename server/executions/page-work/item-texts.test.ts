import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moderate,
  outcome,
  proof,
  reserved,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { runImports } from '../../items/imports/actions-worker.ts'

const market = await openMarket()

const items = [
  { data: { place: 'Café *Uno*', url: 'https://cafe.example/a' } },
  { data: { place: 'Bar', url: 'https://bar.example/' } },
]
const texts = {
  title: 'Visit {{place}}',
  description: 'Go to **{{place}}** at {{url}}.',
  proofInstructions: 'A picture of {{place}}',
  translations: { ru: { title: 'Сходите в {{place}}' } },
}
const offered = (members: object = {}) =>
  activeOffer(market, { members: { totalLimit: undefined, items, ...texts, ...members } })

const first = {
  title: 'Visit Café *Uno*',
  description: 'Go to **Café \\*Uno\\*** at <https://cafe.example/a>.',
  proofInstructions: 'A picture of Café \\*Uno\\*',
  details: {},
}
const named = {
  title: 'Visit [place]',
  description: 'Go to **\\[place\\]** at \\[url\\].',
  proofInstructions: 'A picture of \\[place\\]',
  details: {},
}
const textsOf = ({ title, description, proofInstructions, details }: typeof first) => ({
  title,
  description,
  proofInstructions,
  details,
})

describe('the texts of a task with items', () => {
  test('name their placeholders until an item is reserved, and then say what it has', async () => {
    const { id, advertiser: owner } = await offered()
    const worker = await executor(market)
    const path = `/api/executor/offers/available/${id}`
    const { items: listed } = expectOk(await worker.a.get('/api/executor/offers/available?pageSize=100'))
    assert.equal(listed.find((offer: { id: number }) => offer.id === id).title, named.title)
    assert.deepEqual(textsOf(expectOk(await worker.a.get(path))), named)

    const reservationId = await reserved(worker, id)
    const detail = expectOk(await worker.a.get(path))
    assert.deepEqual([textsOf(detail), detail.pageKind], [first, 'form'])
    assert.equal(expectOk(await worker.a.get(`${path}?locale=ru`)).title, 'Сходите в Café *Uno*')
    const { items: own } = expectOk(await worker.a.get('/api/executor/reservations'))
    assert.equal(own[0].offerTitle, named.title)

    const work = expectOk(await worker.a.get(`/api/executor/reservations/${reservationId}/work?locale=ru`))
    const [{ itemId, instructions }] = work.items
    assert.deepEqual(instructions, { ...first, title: 'Сходите в Café *Uno*' })
    const details = { answers: [{ itemId, value: {} }] }
    const body = { reservationId, proofUrls: [await proof(worker, id)], details }
    const { id: report } = expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, body))
    const opened = expectOk(await worker.a.get(`/api/executor/executions/${report}`))
    assert.deepEqual([opened.offerTitle, textsOf(opened.offerContent)], [named.title, first])
    // The advertiser reads the task as it is.
    const { taskTitle, taskContent } = expectOk(await owner.b.get(`/v1/reports/${report}`))
    assert.deepEqual([taskTitle, taskContent.description], [texts.title, texts.description])
  })

  test('are those of each item if a slot has several', async () => {
    const { id } = await offered({ itemsPerSlot: 2 })
    const worker = await executor(market)
    const reservationId = await reserved(worker, id)
    assert.deepEqual(textsOf(expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))), named)
    const work = expectOk(await worker.a.get(`/api/executor/reservations/${reservationId}/work`))
    assert.deepEqual(work.items[0].instructions, first)
    assert.equal(work.items[1].instructions.title, 'Visit Bar')
  })

  test('can be filled after a pending change, too: items that lack one of its names are refused', async () => {
    const { id, advertiser: owner } = await offered({
      title: 'Visit',
      description: null,
      proofInstructions: null,
      translations: {},
    })
    const path = `/v1/tasks/${id}`
    const add = (data: object) => owner.b.post(`${path}/items`, { items: [{ data }] })
    expectOk(await owner.b.patch(path, { title: 'Visit {{place}}' }))
    const refused = await add({ url: 'https://cafe.example/b' })
    assert.deepEqual([outcome(refused), refused.body.errors[0].field], ['400 validation_error', 'items.0.data.place'])
    const file = await owner.b.send('POST', `${path}/imports`, 'url\nhttps://cafe.example/b\n', {
      'content-type': 'text/csv',
    })
    await runImports(market.ctx)
    const { status, reason } = expectOk(await owner.b.get(`${path}/imports/${expectOk(file).id}`))
    assert.deepEqual([status, reason.code], ['Failed', 'validation_error'])
    expectOk(await add({ place: 'Zoo' }))
    expectOk(await moderate(market, id, 'change/approve'))
    expectOk(await owner.b.patch(path, { attemptsMax: 5 }))
  })

  test('stay as they are without items', async () => {
    const { id } = await activeOffer(market, { members: texts })
    const worker = await executor(market)
    const { title, description } = expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
    assert.deepEqual([title, description], [texts.title, texts.description])
  })
})

describe('details of a task with items', () => {
  test('are checked and filled as addresses', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, { totalLimit: undefined, items, draft: true })
    const send = async (details: object) => outcome(await owner.b.post('/v1/tasks', { ...body, details }))
    assert.equal(await send({ url: 'https://x.example/{{place}}' }), '201')
    assert.equal(await send({ url: '{{url}}' }), '201')
    assert.equal(await send({ url: 'https://{{place}}.example/' }), '400 validation_error')
    assert.equal(await send({ url: '{{missing}}' }), '400 validation_error')
    assert.equal(await send({ text: '{{place}}'.repeat(501) }), '400 validation_error')
  })
})
