import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { advertiser } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { createKey } from '../accounts/actions.ts'
import { decimalOf, unitsOf } from '../values/money.ts'
import type { documentOf } from './document.ts'

const market = await openMarket()
const { ctx } = market
const reader = await advertiser(market)
const shipped: ReturnType<typeof documentOf> = JSON.parse(
  readFileSync(new URL('default/catalog.json', import.meta.url), 'utf8'),
)
const lists = ['categories', 'platforms', 'prices', 'countries', 'add-ons']

/** The members of listed entries that these tests use. */
type ListedItem = {
  readonly [Member in 'id' | 'offerCategoryId' | 'offerPlatformId' | 'sortOrder']: number
} & { readonly code: string; readonly name: string; readonly isActive: boolean }

const firstOf = <Entry>([first]: readonly Entry[]): Entry => {
  assert.ok(first)
  return first
}

async function list(path: string, client = reader.a): Promise<ListedItem[]> {
  const { status, body, raw } = await client.get(`/api/advertiser/offers/${path}`)
  assert.equal(status, 200, raw)
  return body
}

describe('the default catalog as an advertiser reads it', () => {
  test('categories have the members of the specification, in order', async () => {
    const categories = await list('categories')
    assert.deepEqual(
      categories.map(({ name, isActive, sortOrder }) => ({ name, isActive, sortOrder })),
      shipped.categories.map(({ names, sortOrder }) => ({ name: names.en, isActive: true, sortOrder })),
    )
    for (const category of categories) assert.deepEqual(Object.keys(category), ['id', 'name', 'isActive', 'sortOrder'])
  })

  test('platforms name their category', async () => {
    const ids = (await list('categories')).map(({ id }) => id)
    assert.deepEqual(
      (await list('platforms')).map(({ id, ...platform }) => platform),
      shipped.categories.flatMap(({ platforms }, index) =>
        platforms.map(({ names }) => ({ name: names.en, offerCategoryId: ids[index], isActive: true })),
      ),
    )
  })

  test('prices show the cost of an action, its reservation time and its details', async () => {
    const prices = await list('prices')
    assert.equal(prices.length, shipped.prices.length)
    for (const wanted of shipped.prices) {
      const price = prices.find(({ code }) => code === wanted.code)
      const { id, offerCategoryId, offerPlatformId, ...shown } = price as ListedItem
      const feeUnits = unitsOf(wanted.rewardPerAction) / 10n
      assert.ok([id, offerCategoryId, offerPlatformId].every(Number.isSafeInteger))
      assert.deepEqual(shown, {
        code: wanted.code,
        name: wanted.names.en,
        rewardPerAction: wanted.rewardPerAction,
        feePerAction: decimalOf(feeUnits),
        costPerAction: decimalOf(unitsOf(wanted.rewardPerAction) + feeUnits),
        currency: 'USD',
        isActive: true,
        reservationDurationSeconds: 3600,
        detailsMode: wanted.detailsMode,
        offerDetailsSchema: wanted.offerDetailsSchema,
        executionDetailsSchema: wanted.executionDetailsSchema,
        ...(wanted.proofs && { proofs: wanted.proofs, reward: wanted.reward }),
      })
    }
  })

  test('each price belongs to its platform and that platform’s category', async () => {
    const platforms = new Map((await list('platforms')).map((platform) => [platform.id, platform]))
    for (const price of await list('prices'))
      assert.equal(platforms.get(price.offerPlatformId)?.offerCategoryId, price.offerCategoryId)
  })

  test('add-ons show their costs per action and per offer', async () => {
    assert.deepEqual(
      (await list('add-ons')).map(({ id, ...addOn }) => addOn),
      shipped.addOns.map(({ code, names, costPerAction, costFlat }) => ({
        code,
        name: names.en,
        costPerAction,
        costFlat,
        currency: 'USD',
        isActive: true,
      })),
    )
  })

  test('countries have the numeric code of ISO 3166-1 as their id', async () => {
    const countries = await list('countries')
    assert.equal(countries.length, 249)
    const found = countries.find(({ id }) => id === 840)
    assert.deepEqual(found, { id: 840, code: 'US', name: 'United States' })
    const seen = countries.find(({ code }) => code === 'RU')
    assert.deepEqual(seen, { id: 643, code: 'RU', name: 'Russia' })
  })

  test('an API key without any scope for tasks reads the same lists', async () => {
    const { secret } = await createKey(ctx, { email: reader.email, scopes: ['events:read'] })
    for (const path of lists) {
      const { status, body } = await market.as(secret).get(`/v1/${path}?locale=ru`)
      assert.deepEqual([status, body], [200, await list(`${path}?locale=ru`)])
    }
    const [{ id }] = (await list('categories')) as [ListedItem]
    const { body } = await market.as(secret).get(`/v1/platforms?offerCategoryId=${id}`)
    assert.ok(body.length > 0 && body.every((platform: ListedItem) => platform.offerCategoryId === id))
  })

  test('each list takes one statement', async () => {
    for (const path of lists) {
      // Callers are cached for a second; countries need no other read.
      market.pass(1)
      const before = ctx.db.sent()
      await list(path)
      assert.equal(ctx.db.sent() - before, 1, path)
    }
  })
})

describe('filtering lists', () => {
  test('returns the platforms of a category, with parameter names in any case', async () => {
    const all = await list('platforms')
    const { id } = firstOf(await list('categories'))
    for (const name of ['offerCategoryId', 'OfferCategoryId', 'OFFERCATEGORYID']) {
      const own = await list(`platforms?${name}=${id}`)
      assert.ok(own.length > 0)
      assert.deepEqual(
        own,
        all.filter(({ offerCategoryId }) => offerCategoryId === id),
      )
    }
  })

  test('returns the prices of a category, a platform, or both', async () => {
    const all = await list('prices')
    const { offerCategoryId: category, offerPlatformId: platform } = firstOf(all)
    const other = firstOf(all.filter(({ offerCategoryId }) => offerCategoryId !== category))
    const inCategory = await list(`prices?offerCategoryId=${category}`)
    const onPlatform = await list(`prices?offerPlatformId=${platform}`)
    assert.deepEqual(
      inCategory,
      all.filter((price) => price.offerCategoryId === category),
    )
    assert.deepEqual(
      onPlatform,
      all.filter((price) => price.offerPlatformId === platform),
    )
    assert.deepEqual(await list(`prices?offerCategoryId=${category}&offerPlatformId=${platform}`), onPlatform)
    assert.deepEqual(await list(`prices?offerCategoryId=${other.offerCategoryId}&offerPlatformId=${platform}`), [])
  })
})

describe('names are in the requested language', () => {
  const namesIn = async (query: string, headers: Record<string, string> = {}) => {
    const { status, body } = await reader.a.send('GET', `/api/advertiser/offers/categories${query}`, undefined, headers)
    assert.equal(status, 200)
    return body.map(({ name }: { name: string }) => name)
  }
  const shippedIn = (tag: string) => shipped.categories.map(({ names }) => names[tag])

  test('by the parameter locale, in any case', async () => {
    assert.deepEqual(await namesIn('?locale=ru'), shippedIn('ru'))
    assert.deepEqual(await namesIn('?Locale=PT-br'), shippedIn('pt-BR'))
  })

  test('in every list', async () => {
    const first = async (path: string) => firstOf(await list(`${path}?locale=de`)).name
    const category = firstOf(shipped.categories)
    assert.equal(await first('categories'), category.names.de)
    assert.equal(await first('platforms'), firstOf(category.platforms).names.de)
    assert.equal(await first('prices'), firstOf(shipped.prices).names.de)
    assert.equal(await first('add-ons'), firstOf(shipped.addOns).names.de)
    assert.equal((await list('countries?locale=de')).find(({ id }) => id === 276)?.name, 'Deutschland')
  })
})
