import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  outcome,
  submittedOffer,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { freePort } from '../../../test/support/ports.ts'

const market = await openMarket({ tasksOn: await freePort() })
const { tasksUrl } = market.ctx.config
const owner = await advertiser(market)

const answerSchema = {
  type: 'object',
  properties: { label: { enum: ['cat', 'dog'] }, count: { type: 'integer' } },
  required: ['label'],
  additionalProperties: false,
}
const html = '<p title="{{name}}">{{name}}</p>'
const page = { kind: 'html', answerSchema, html }
const data = { name: '<b>Tom' }

const tryPage = (body: object) => owner.a.post('/api/advertiser/offers/page-preview', body)
const fieldsOf = (answer: { body: { errors?: { field: string }[] } }) => answer.body.errors?.map(({ field }) => field)

describe('a page that is not saved', () => {
  test('is filled as executors would see it, for the second origin', async () => {
    const shown = { url: `${tasksUrl}/preview#task=preview`, html: html.replaceAll('{{name}}', '&lt;b&gt;Tom') }
    assert.deepEqual(expectOk(await tryPage({ page, data })), { ...shown, answer: null })
    assert.equal(expectOk(await tryPage({ page })).html, '<p title=""></p>')
    const external = { kind: 'external', answerSchema, opensIn: 'frame', url: 'https://a.example/{{name}}' }
    const url = 'https://a.example/%3Cb%3ETom#task=preview'
    assert.deepEqual(expectOk(await tryPage({ page: external, data })), { url, html: null, answer: null })
    assert.equal(expectOk(await tryPage({ page: { ...external, url: '{{name}}' }, data })).url, null)
  })

  test('has the errors that saving it would have, each with its field', async () => {
    const refused = async (change: object, item: object = data) =>
      fieldsOf(await tryPage({ page: { ...page, ...change }, data: item }))
    assert.deepEqual(await refused({ html: '<script>{{name}}</script>' }), ['page.html'])
    assert.deepEqual(await refused({ answerSchema: { type: 'object', properties: 1 } }), [
      'page.answerSchema.properties',
    ])
    assert.deepEqual(await refused({ html: '{{size}}' }), ['page'])
    assert.deepEqual(await refused({}, { name: 'x'.repeat(20_000) }), ['data'])
    assert.deepEqual(await refused({ url: 'https://a.example/' }), ['page.url'])
  })

  test('has answers that are checked as those of executors', async () => {
    const answered = (answer: object, item: object | undefined = data) => tryPage({ page, data: item, answer })
    const value = { label: 'cat', count: 3 }
    assert.deepEqual(expectOk(await answered({ form: 'task=preview&label=cat&count=3' })).answer, { value })
    assert.deepEqual(expectOk(await answered({ value })).answer, { value })
    assert.deepEqual(expectOk(await answered({ skipped: 'It is blurred.' })).answer, { skipped: 'It is blurred.' })
    assert.deepEqual(fieldsOf(await answered({ form: 'label=cow&count=three' })), ['value.label', 'value.count'])
    assert.deepEqual(fieldsOf(await answered({ value: { label: 'x'.repeat(70_000) } })), ['value'])
    assert.deepEqual(fieldsOf(await tryPage({ page, answer: { skipped: 'No.' } })), ['skipped', 'value'])
  })
})

test('the second origin saves no answer of a preview, and tells its frame what a form has', async () => {
  const send = (accept: string) =>
    fetch(`${tasksUrl}/answers`, {
      method: 'POST',
      body: new URLSearchParams({ task: 'preview', label: `'</script>` }),
      headers: { accept },
    })
  const shown = await (await send('text/html')).text()
  assert.match(shown, /This is a preview/)
  assert.ok(shown.includes(`{"task":"form","form":"task=preview&label=%27%3C%2Fscript%3E"}`))
  assert.equal((await send('application/json')).status, 404)
})

describe('moderation', () => {
  test('shows a page with the first items, and the pending change of a page in place of the approved page', async () => {
    const operator = await theOperator(market)
    const samples = async (id: number) => expectOk(await operator.a.get(`/api/operator/offers/${id}/page`)).samples
    const items = ['Tom', 'Rex', 'Ada', 'Bo'].map((name) => ({ data: { name } }))
    const members = { page, items, totalLimit: undefined }
    const { id } = await activeOffer(market, { advertiser: owner, members })
    const shown = (await samples(id)).map(({ html: filled }: { html: string }) => filled)
    assert.deepEqual(
      shown,
      ['Tom', 'Rex', 'Ada'].map((name) => html.replaceAll('{{name}}', name)),
    )
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { page: { ...page, html: '<i>{{name}}</i>' } }))
    assert.deepEqual((await samples(id))[0], {
      data: { name: 'Tom' },
      url: `${tasksUrl}/preview#task=preview`,
      html: '<i>Tom</i>',
    })
    const plain = await submittedOffer(market, { advertiser: owner })
    assert.equal(outcome(await operator.a.get(`/api/operator/offers/${plain.id}/page`)), '404 page_not_found')
  })
})
