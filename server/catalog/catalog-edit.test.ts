import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectOk, operator, outcome } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { applyCatalog, exportCatalog } from './actions.ts'

const path = '/api/operator/catalog'
const market = await openMarket()
const [one, other] = [await operator(market), await operator(market)]
const read = async () => expectOk(await one.a.get(path))
const decisions = async () => expectOk(await one.a.get('/api/operator/audit?subject=catalog')).items
/** Returns the document with another English name for its first category. */
const renamed = (document: Awaited<ReturnType<typeof read>>, en: string) => {
  const [first, ...rest] = document.categories
  return { ...document, categories: [{ ...first, names: { ...first.names, en } }, ...rest] }
}
const nameOfFirst = async () => (await read()).document.categories[0].names.en

test('an operator reads the exported document with every member', async () => {
  const { etag, currency, document } = await read()
  assert.match(etag, /^[\w-]{22}$/)
  assert.equal(currency, 'USD')
  const exported = await exportCatalog(market.ctx)
  const whole = exported.prices.map((price) => ({ reservationDurationSeconds: null, ...price }))
  assert.deepEqual(document, { ...JSON.parse(JSON.stringify(exported)), prices: whole })
  assert.equal((await read()).etag, etag)
})

test('sending back what was read changes nothing, and is not recorded', async () => {
  const { etag, document } = await read()
  const answer = expectOk(await one.a.put(path, { etag, document }))
  assert.deepEqual(answer, { etag, categories: 7, platforms: 19, prices: 25, addOns: 3 })
  assert.deepEqual(await decisions(), [])
})

test('of two operators who edit the same document, the second is refused', async () => {
  const { etag, document } = await read()
  const first = expectOk(await one.a.put(path, { etag, document: renamed(document, 'Sites') }))
  assert.notEqual(first.etag, etag)
  const second = await other.a.put(path, { etag, document: renamed(document, 'Pages') })
  assert.deepEqual([outcome(second), second.body.etag], ['409 catalog_changed', first.etag])
  assert.equal(await nameOfFirst(), 'Sites')
  assert.equal(
    expectOk(await one.a.put(path, { etag, document: renamed(document, 'Sites') })).etag,
    first.etag,
    'repeated',
  )
  expectOk(await other.a.put(path, { etag: first.etag, document: renamed(document, 'Pages') }))
  assert.equal(await nameOfFirst(), 'Pages')
  const [latest, before, ...none] = await decisions()
  assert.deepEqual(none, [])
  assert.deepEqual([before?.accountId, latest?.accountId], [one.id, other.id])
  assert.deepEqual([latest.action, latest.actor], ['catalog.change', 'operator'])
  assert.deepEqual(latest.data.changed, { categories: ['web'], platforms: [], prices: [], addOns: [] })
})

test('a change on the command line counts, too', async () => {
  const { etag, document } = await read()
  await applyCatalog(market.ctx, renamed(document, 'Websites'))
  assert.equal(outcome(await one.a.put(path, { etag, document })), '409 catalog_changed')
})

test('missing entries can no longer be ordered, and are reported as changed', async () => {
  const { etag, document } = await read()
  const [gone, ...prices] = document.prices
  const { prices: counted } = expectOk(await one.a.put(path, { etag, document: { ...document, prices } }))
  assert.equal(counted, document.prices.length - 1)
  const { document: after } = await read()
  assert.equal(after.prices.length, document.prices.length)
  assert.equal(after.prices.find(({ code }: { code: string }) => code === gone.code).isActive, false)
  assert.deepEqual((await decisions())[0].data.changed.prices, [gone.code])
})

test('errors name their place in the body, and nothing changes', async () => {
  const { etag, document } = await read()
  const wrong = async (change: (copy: typeof document) => void) => {
    const copy = structuredClone(document)
    change(copy)
    const { status, body } = await one.a.put(path, { etag, document: copy })
    return [`${status} ${body.code}`, body.errors?.[0]?.pointer, body.errors?.[0]?.field]
  }
  const assertRefused = async (code: string, place: string, change: (copy: typeof document) => void) =>
    assert.deepEqual(await wrong(change), [
      `400 ${code}`,
      `#/document/${place}`,
      `document.${place.replaceAll('/', '.')}`,
    ])
  await assertRefused('validation_error', 'prices/2/rewardPerAction', ({ prices }) => {
    prices[2].rewardPerAction = '1'
  })
  await assertRefused('catalog_invalid', 'prices/2/platform', ({ prices }) => {
    prices[2].platform = 'nowhere'
  })
  await assertRefused('catalog_invalid', 'addOns/0/names/en', ({ addOns }) => {
    addOns[0].names.en = undefined
  })
  await assertRefused('catalog_invalid', 'prices/0/offerDetailsSchema/type', ({ prices }) => {
    prices[0].offerDetailsSchema = { type: 'string' }
  })
  const many = await one.a.put(path, {
    etag,
    document: { ...document, prices: document.prices.map((price: object) => ({ ...price, platform: 'x', names: {} })) },
  })
  assert.equal(many.body.errors.length, 20)
  assert.equal((await read()).etag, etag)
})

test('a catalog may be larger than other bodies', async () => {
  const { etag, document } = await read()
  const prices = Array.from({ length: 175 }, (_, index) => ({ ...document.prices[0], code: `made.number_${index}` }))
  const answer = await one.a.put(path, { etag, document: { ...document, prices: [...document.prices, ...prices] } })
  assert.equal(expectOk(answer).prices, 200)
})
