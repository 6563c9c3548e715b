import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, executor, expectOk, outcome, type Person, taskBody } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { templatesMax } from './template.ts'

const market = await openMarket()
const path = '/api/advertiser/task-templates'
const content = {
  title: 'Answer a short survey',
  totalLimit: 50,
  minAge: 18,
  acceptanceCriteria: [{ id: 'c1', text: 'Complete.' }],
}

const save = (owner: Person, name: string, more: object = {}) =>
  owner.a.post(path, { name, content: { ...content, ...more } })
const namesOf = async (owner: Person): Promise<string[]> =>
  expectOk(await owner.a.get(path)).items.map(({ name }: { name: string }) => name)

describe('a template of a task', () => {
  test('is kept with its content, and a task can be created from it', async () => {
    const owner = await advertiser(market)
    assert.deepEqual(expectOk(await owner.a.get(path)), { items: [] })
    const { offerPriceId } = await taskBody(market)
    const saved = expectOk(await save(owner, '  Weekly   survey ', { offerPriceId }))
    assert.deepEqual([saved.name, saved.content], ['Weekly survey', { ...content, offerPriceId }])
    const [template] = expectOk(await owner.a.get(path)).items
    const task = expectOk(await owner.b.post('/v1/tasks', { ...template.content, draft: true }))
    assert.deepEqual([task.title, task.totalLimit, task.minAge], [content.title, 50, 18])
  })

  test('keeps how the items of a task are answered, but no items', async () => {
    const owner = await advertiser(market)
    const { offerPriceId } = await taskBody(market)
    const items = { offerPriceId, title: 'Label pictures', overlap: 3, itemsPerSlot: 10, skipsMax: 2 }
    const saved = expectOk(await owner.a.post(path, { name: 'Pictures', content: items }))
    assert.deepEqual(saved.content, items)
    const task = expectOk(await owner.b.post('/v1/tasks', { ...saved.content, draft: true }))
    assert.deepEqual([task.overlap, task.itemsPerSlot, task.skipsMax], [3, 10, 2])
    const given = await owner.a.post(path, { name: 'Given', content: { ...items, items: [{ data: {} }] } })
    assert.equal(given.status, 400)
  })

  test('replaces the one with its name, and the latest comes first', async () => {
    const owner = await advertiser(market)
    for (const name of ['One', 'Two', 'One']) {
      expectOk(await save(owner, name, { title: `Title ${name}` }))
      market.pass(1)
    }
    assert.deepEqual(await namesOf(owner), ['One', 'Two'])
  })

  test('may be incomplete, but has only members of a task', async () => {
    const owner = await advertiser(market)
    expectOk(await owner.a.post(path, { name: 'Empty', content: {} }))
    const wrong = await owner.a.post(path, { name: ' ', content: { totalLimit: 0 } })
    assert.deepEqual(
      [wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)],
      [400, ['content.totalLimit']],
    )
    assert.equal(outcome(await owner.a.post(path, { name: ' ', content: {} })), '400 validation_error')
    const large = {
      details: Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`a${index}`, 'x'.repeat(1000)])),
    }
    assert.equal((await owner.a.post(path, { name: 'Large', content: large })).body.errors[0].code, 'max_bytes')
  })

  test('can be deleted, and is unknown to other accounts', async () => {
    const [owner, other, worker] = [await advertiser(market), await advertiser(market), await executor(market)]
    const { id } = expectOk(await save(owner, 'Mine'))
    assert.deepEqual(await namesOf(other), [])
    assert.equal(outcome(await other.a.delete(`${path}/${id}`)), '404 template_not_found')
    assert.equal(outcome(await worker.a.get(path)), '403 role_required')
    assert.equal(expectOk(await owner.a.delete(`${path}/${id}`)).name, 'Mine')
    assert.equal(outcome(await owner.a.delete(`${path}/${id}`)), '404 template_not_found')
    assert.deepEqual(await namesOf(owner), [])
  })

  test(`is limited to ${templatesMax} for an account, also for concurrent requests`, async () => {
    const owner = await advertiser(market)
    const answers = await Promise.all(
      Array.from({ length: templatesMax + 3 }, (_, index) => save(owner, `No. ${index}`)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, templatesMax)
    assert.deepEqual(answers.filter(({ status }) => status !== 200).map(outcome), [
      '409 too_many_templates',
      '409 too_many_templates',
      '409 too_many_templates',
    ])
    const [known = ''] = await namesOf(owner)
    expectOk(await save(owner, known, { title: 'Replaced' }))
  })
})
