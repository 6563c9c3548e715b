import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { advertiser } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { applyCatalog, exportCatalog, loadDefaultCatalog } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const reader = await advertiser(market)
const shipped = JSON.parse(readFileSync(new URL('default/catalog.json', import.meta.url), 'utf8'))
const lists = ['categories', 'platforms', 'prices', 'add-ons']

/** The members of listed entries that these tests use. */
type ListedItem = {
  readonly [Member in 'id' | 'offerCategoryId' | 'rewardPerAction' | 'feePerAction' | 'costPerAction']: number
} & { readonly code?: string; readonly name: string; readonly isActive: boolean } & Readonly<Record<string, unknown>>

async function list(path: string): Promise<ListedItem[]> {
  const { status, body, raw } = await reader.a.get(`/api/advertiser/offers/${path}`)
  assert.equal(status, 200, raw)
  return body
}

const priceOf = async (wanted: string, query = ''): Promise<ListedItem> => {
  const price = (await list(`prices${query}`)).find(({ code }) => code === wanted)
  assert.ok(price)
  return price
}

describe('applying the catalog as a document', () => {
  const names = (en: string) => ({ en })
  const platform = (code: string, more: object = {}) => ({ code, names: names(code), ...more })
  const category = (code: string, platforms: object[], more: object = {}) => ({
    code,
    names: names(code),
    platforms,
    ...more,
  })
  const price = (code: string, of: string, more: object = {}) => ({
    code,
    platform: of,
    names: names(code),
    rewardPerAction: 1,
    ...more,
  })
  const document = (more: object = {}) => ({
    version: 1,
    categories: [category('one', [platform('one.a'), platform('one.b')]), category('two', [platform('two.a')])],
    prices: [price('one.x', 'one.a'), price('one.y', 'one.b'), price('two.x', 'two.a')],
    addOns: [{ code: 'extra', names: names('Extra'), costPerAction: 0.5 }],
    ...more,
  })
  const active = async (path: string) =>
    (await list(path)).filter(({ isActive }) => isActive).map(({ code, name }) => code ?? name)
  const ids = async (path: string) => new Map((await list(path)).map(({ id, name }) => [name, id]))

  test('an exported document changes nothing when applied', async () => {
    const exported = await exportCatalog(ctx)
    assert.deepEqual(exported, shipped)
    const before = await Promise.all(lists.map((path) => list(path)))
    assert.deepEqual(await applyCatalog(ctx, JSON.parse(JSON.stringify(exported))), {
      categories: 7,
      platforms: 19,
      prices: 25,
      addOns: 3,
    })
    assert.deepEqual(await Promise.all(lists.map((path) => list(path))), before)
    assert.deepEqual(await exportCatalog(ctx), exported)
  })

  test('missing entries are kept but inactive; named again, they are restored', async () => {
    const before = await ids('prices')
    assert.deepEqual(await applyCatalog(ctx, document()), { categories: 2, platforms: 3, prices: 3, addOns: 1 })
    assert.deepEqual(await active('categories'), ['one', 'two'])
    assert.deepEqual(await active('platforms'), ['one.a', 'one.b', 'two.a'])
    assert.deepEqual(await active('prices'), ['one.x', 'one.y', 'two.x'])
    assert.deepEqual(await active('add-ons'), ['extra'])
    assert.equal((await list('prices')).length, shipped.prices.length + 3)
    await applyCatalog(ctx, shipped)
    assert.equal((await active('prices')).length, shipped.prices.length)
    const after = await ids('prices')
    for (const [name, id] of before) assert.equal(after.get(name), id)
  })

  test('entries below an inactive one are inactive, and become active with it again', async () => {
    const [one, two] = document().categories
    await applyCatalog(ctx, document({ categories: [{ ...one, isActive: false }, two] }))
    assert.deepEqual(await active('categories'), ['two'])
    assert.deepEqual(await active('platforms'), ['two.a'])
    assert.deepEqual(await active('prices'), ['two.x'])
    const platforms = [platform('one.a', { isActive: false }), platform('one.b')]
    await applyCatalog(ctx, document({ categories: [category('one', platforms), two] }))
    assert.deepEqual(await active('platforms'), ['one.b', 'two.a'])
    assert.deepEqual(await active('prices'), ['one.y', 'two.x'])
    const exported = await exportCatalog(ctx)
    const kept = exported.prices.find(({ code }) => code === 'one.x')
    assert.equal(kept?.isActive, true, 'an export says what the entry itself is')
  })

  test('a known code is changed and keeps its id, even if it moves', async () => {
    await applyCatalog(ctx, document())
    const before = await priceOf('one.x')
    const changed = price('one.x', 'two.a', {
      names: { en: 'New', fr: 'Nouveau' },
      rewardPerAction: 0.0015,
      reservationDurationSeconds: 600,
      detailsMode: 'strict',
    })
    await applyCatalog(ctx, document({ prices: [changed] }))
    const after = await priceOf('one.x', '?locale=fr')
    assert.equal(after.id, before.id)
    assert.notEqual(after.offerCategoryId, before.offerCategoryId)
    const { name, rewardPerAction, reservationDurationSeconds, detailsMode, feePerAction, costPerAction } = after
    assert.deepEqual([name, rewardPerAction, reservationDurationSeconds], ['Nouveau', 0.0015, 600])
    assert.equal(detailsMode, 'strict')
    assert.deepEqual([feePerAction, costPerAction], [0.0001, 0.0016], 'the fee rounds down')
  })

  test('categories are in their order, with their entries after them', async () => {
    const [one, two] = document().categories
    await applyCatalog(
      ctx,
      document({
        categories: [
          { ...one, sortOrder: 7 },
          { ...two, sortOrder: 3 },
        ],
      }),
    )
    assert.deepEqual(await active('categories'), ['two', 'one'])
    assert.deepEqual(await active('platforms'), ['two.a', 'one.a', 'one.b'])
    assert.deepEqual(await active('prices'), ['two.x', 'one.x', 'one.y'])
  })

  test('schemas are returned unchanged, whatever the names of their members', async () => {
    const schema = {
      ...{ type: 'object', $comment: 'text', title: '…', default: { a: [null, 1.5e-7, { deep: true }] } },
      properties: {
        required: { type: 'string' },
        toString: { type: ['integer', 'null'], enum: [1, null] },
        ref: { $ref: '#/$defs/x' },
        'a/b~c "d"': {},
        items: { type: 'array', items: { type: 'object', additionalProperties: false } },
      },
      $defs: { x: { type: 'boolean' } },
      required: ['items'],
    }
    await applyCatalog(ctx, document({ prices: [price('one.x', 'one.a', { offerDetailsSchema: schema })] }))
    const shown = await priceOf('one.x')
    assert.deepEqual(shown.offerDetailsSchema, schema)
    assert.deepEqual(shown.executionDetailsSchema, { type: 'object' })
  })

  test('a document with any fault changes nothing', async () => {
    await applyCatalog(ctx, document())
    const before = await exportCatalog(ctx)
    const faulty = [
      undefined,
      null,
      [],
      'text',
      {},
      document({ version: 2 }),
      document({ prices: [price('new.x', 'one.a'), price('new.y', 'nowhere')] }),
      document({ addOns: [{ code: 'new', names: { de: 'Neu' } }] }),
      document({ categories: [category('new', []), category('new', [])], prices: [] }),
    ]
    for (const each of faulty) await assert.rejects(applyCatalog(ctx, each), { message: /^catalog_invalid: / })
    assert.deepEqual(await exportCatalog(ctx), before)
  })

  test('the last of several concurrent documents applies completely', async () => {
    const coded = (code: string) => ({
      version: 1,
      categories: [category(code, [platform(`${code}.p`)])],
      addOns: [],
      prices: [price(`${code}.q`, `${code}.p`)],
    })
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((code) => applyCatalog(ctx, coded(code))))
    const [last, ...others] = await active('categories')
    assert.deepEqual(others, [])
    assert.deepEqual(await active('platforms'), [`${last}.p`])
    assert.deepEqual(await active('prices'), [`${last}.q`])
  })
})

describe('loading the default catalog', () => {
  test('is skipped if there is a catalog, which one small statement checks', async () => {
    const before = ctx.db.sent()
    assert.equal(await loadDefaultCatalog(ctx), false)
    assert.equal(ctx.db.sent() - before, 1)
  })

  test('happens once if several processes find none at the same time', async () => {
    await market.owner.run(sql`truncate categories, platforms, prices, add_ons restart identity cascade`)
    const loaded = await Promise.all(Array.from({ length: 6 }, () => loadDefaultCatalog(ctx)))
    assert.equal(loaded.filter(Boolean).length, 1)
    assert.deepEqual(await exportCatalog(ctx), shipped)
  })
})
