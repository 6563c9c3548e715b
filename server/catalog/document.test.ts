import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Problem } from '../values/problems/problem.ts'
import { detailsRules } from './details.ts'
import { checkCatalog, documentOf } from './document.ts'

const standard: unknown = JSON.parse(await readFile(new URL('./default/catalog.json', import.meta.url), 'utf8'))

const names = { en: 'Name' }
const small = () => ({
  version: 1,
  categories: [{ code: 'web', names, platforms: [{ code: 'web.desktop', names }] }],
  prices: [{ code: 'web.lookup', platform: 'web.desktop', names, rewardPerAction: 0.35 }],
  addOns: [{ code: 'priority', names, costPerAction: 0.02 }],
})
type Small = ReturnType<typeof small>

/** Returns the small document after a change, or the result of the change. */
function changed(change: (document: Small) => unknown): unknown {
  const document = small()
  return change(document) ?? document
}

function pointersOf(document: unknown): string[] {
  try {
    checkCatalog(document)
    return []
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    assert.equal(problem.type.code, 'catalog_invalid')
    return problem.errors.map(({ pointer = '' }) => pointer)
  }
}

test('the default catalog is valid, and unchanged by a round trip', () => {
  const catalog = checkCatalog(standard)
  assert.deepEqual(documentOf(catalog), standard)
  assert.deepEqual(checkCatalog(documentOf(catalog)), catalog)
})

test('the default catalog has every task type, and at least one on each of its platforms', () => {
  const { categories, prices, addOns } = checkCatalog(standard)
  const plain =
    'web.usability_test app.install_test web.lookup photo.collect store.visit price.check survey.external survey.study image.classify text.rate translate.short social.feedback label.choose transcribe.text compare.two draw.boxes check.page free.form'
  for (const code of plain.split(' '))
    assert.ok(
      prices.some((price) => price.code === code),
      code,
    )
  assert.equal(categories.length, 7)
  for (const { platforms } of categories) {
    assert.ok(platforms.length === 2 || platforms.length === 3)
    for (const { code } of platforms) assert.ok(prices.some(({ platform }) => platform === code))
  }
  for (const each of [...categories, ...categories.flatMap(({ platforms }) => platforms), ...prices, ...addOns]) {
    assert.deepEqual(Object.keys(each.names), ['en', 'ru', 'es', 'de', 'fr', 'pt-BR'])
    assert.equal(each.isActive, true)
  }
})

test('data work and studies need no proofs, and their reward is chosen', () => {
  const isOne = ({ code, platform }: { readonly code: string; readonly platform: string }) =>
    platform.startsWith('items.') || code === 'survey.study'
  const work = checkCatalog(standard).prices.filter(isOne)
  assert.equal(work.length, 7)
  for (const { proofs, rewardMinUnits, rewardUnits, rewardMaxUnits } of work) {
    assert.deepEqual(proofs, { min: 0, max: 20 })
    assert.ok((rewardMinUnits as bigint) < rewardUnits && rewardUnits < (rewardMaxUnits as bigint))
  }
})

test('every schema of the default catalog describes each member, and accepts empty details, unless strictly', () => {
  for (const { code, offerDetailsSchema, executionDetailsSchema } of checkCatalog(standard).prices)
    for (const schema of [offerDetailsSchema, executionDetailsSchema]) {
      for (const member of Object.values(schema.properties as Record<string, { description?: string }>))
        assert.match(member.description ?? '', /^[A-Z].+\.$/)
      assert.deepEqual(detailsRules(schema, 'lenient')({ unknown: 1 }), [])
      assert.deepEqual(detailsRules(schema, 'lenient')({}), [])
      assert.equal(detailsRules(schema, 'strict')({}).length > 0, 'required' in schema, code)
    }
})

const sound: Record<string, [offer: object, execution: object]> = {
  'web.lookup': [
    { question: 'When was it opened?', answerFormat: 'Date', examples: ['1999-12-31'] },
    { answer: '2001-02-03', sourceUrl: 'https://example.com/history?a=1#top' },
  ],
  'store.visit': [
    { address: '1 Main Street', latitude: 52.5, longitude: 13.4, radiusMeters: 100, items: ['Bread'] },
    {
      visitedAtUtc: '2026-01-01T10:00:00.000Z',
      prices: [{ item: 'Bread', price: 2.49, currency: 'EUR', inStock: true }],
    },
  ],
  'text.rate': [
    { items: [{ id: 'a', text: 'Good' }], scale: { min: 1, max: 5 } },
    { answers: [{ id: 'a', score: 4.5 }] },
  ],
  'translate.short': [{ text: 'Hello', targetLanguage: 'pt-BR', glossary: { Hello: 'Olá' } }, { text: 'Olá' }],
  'survey.external': [{ url: 'https://example.com', estimatedMinutes: 5 }, { completionCode: 'AB12CD34' }],
  'survey.study': [{ estimatedMinutes: 5 }, {}],
}
for (const [code, [offer, execution]] of Object.entries(sound))
  test(`valid details of ${code} pass even strictly`, () => {
    const price = checkCatalog(standard).prices.find((each) => each.code === code)
    assert.ok(price)
    assert.deepEqual(detailsRules(price.offerDetailsSchema, 'strict')(offer), [])
    assert.deepEqual(detailsRules(price.executionDetailsSchema, 'strict')(execution), [])
  })

test('no default schema lets a link run a script', () => {
  const { prices } = checkCatalog(standard)
  const links = prices.filter(({ offerDetailsSchema }) => 'url' in (offerDetailsSchema.properties as object))
  assert.ok(links.length >= 7)
  for (const { offerDetailsSchema } of links)
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//example.com', 'example.com'])
      assert.notDeepEqual(detailsRules(offerDetailsSchema, 'lenient')({ url }), [], url)
})

test('missing members get their defaults', () => {
  const { categories, prices, addOns } = checkCatalog(small())
  assert.deepEqual(
    categories.map(({ isActive, sortOrder, platforms }) => [isActive, sortOrder, platforms[0]?.isActive]),
    [[true, 10, true]],
  )
  assert.deepEqual(prices[0], {
    code: 'web.lookup',
    platform: 'web.desktop',
    names,
    rewardUnits: 3_500n,
    rewardMinUnits: null,
    rewardMaxUnits: null,
    isActive: true,
    reservationDurationSeconds: null,
    detailsMode: 'lenient',
    offerDetailsSchema: { type: 'object' },
    executionDetailsSchema: { type: 'object' },
    proofs: null,
  })
  assert.deepEqual(addOns[0], { code: 'priority', names, costPerActionUnits: 200n, costFlatUnits: 0n, isActive: true })
})

const price = (members: object) => changed((d) => void Object.assign(d.prices[0] ?? {}, members))
const category = (members: object) => changed((d) => void Object.assign(d.categories[0] ?? {}, members))
const addOn = (members: object) => changed((d) => void Object.assign(d.addOns[0] ?? {}, members))
const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) })

const wrong: [string, unknown, string[]][] = [
  ['nothing', undefined, ['#']],
  ['a list', [], ['#']],
  ['another version', { ...small(), version: 2 }, ['#/version']],
  ['no prices', changed(({ prices, ...rest }) => rest), ['#/prices']],
  ['a member that is not known', { ...small(), currency: 'USD' }, ['#/currency']],
  ['a misspelt member of a category', category({ isActve: true }), ['#/categories/0/isActve']],
  ['a code in capitals', category({ code: 'Web' }), ['#/categories/0/code']],
  ['a code with an empty part', price({ code: 'web..lookup' }), ['#/prices/0/code']],
  ['a sort order that is a fraction', category({ sortOrder: 1.5 }), ['#/categories/0/sortOrder']],
  [
    'a category code twice',
    changed((d) => void d.categories.push({ code: 'web', names, platforms: [] })),
    ['#/categories/1/code'],
  ],
  [
    'a platform code twice',
    category({
      platforms: [
        { code: 'web.desktop', names },
        { code: 'web.desktop', names },
      ],
    }),
    ['#/categories/0/platforms/1/code'],
  ],
  ['a price code twice', changed((d) => void d.prices.push(...small().prices)), ['#/prices/1/code']],
  [
    'an add-on code three times',
    changed((d) => void d.addOns.push(...small().addOns, ...small().addOns)),
    ['#/addOns/1/code', '#/addOns/2/code'],
  ],
  ['a platform that is not there', price({ platform: 'web.watch' }), ['#/prices/0/platform']],
  ['a category for a platform', price({ platform: 'web' }), ['#/prices/0/platform']],
  ['no English name', category({ names: { ru: 'Сайты' } }), ['#/categories/0/names/en']],
  ['no names', addOn({ names: {} }), ['#/addOns/0/names/en']],
  ['an empty name', addOn({ names: { en: '' } }), ['#/addOns/0/names/en']],
  ['a name of blanks', addOn({ names: { en: ' ' } }), ['#/addOns/0/names/en']],
  ['a name that is a number', addOn({ names: { en: 1 } }), ['#/addOns/0/names/en']],
  ['a language tag that is none', price({ names: { en: 'x', pt_BR: 'y' } }), ['#/prices/0/names/pt_BR']],
  ['a language tag in another writing', price({ names: { en: 'x', 'pt-br': 'y' } }), ['#/prices/0/names/pt-br']],
  ['no reward', price({ rewardPerAction: 0 }), ['#/prices/0/rewardPerAction']],
  ['a reward as text', price({ rewardPerAction: '0.35' }), ['#/prices/0/rewardPerAction']],
  ['a reward above ten thousand', price({ rewardPerAction: 10_000.01 }), ['#/prices/0/rewardPerAction']],
  ['a reward of five fraction digits', price({ rewardPerAction: 0.12345 }), ['#/prices/0/rewardPerAction']],
  ['a cost below nothing', addOn({ costPerAction: -0.01 }), ['#/addOns/0/costPerAction']],
  ['a flat cost of five fraction digits', addOn({ costFlat: 1.00001 }), ['#/addOns/0/costFlat']],
  ['a reservation of a second', price({ reservationDurationSeconds: 1 }), ['#/prices/0/reservationDurationSeconds']],
  ['a range above the reward', price({ reward: { min: 0.36, max: 1 } }), ['#/prices/0/reward/min']],
  ['a range below the reward', price({ reward: { min: 0.1, max: 0.2 } }), ['#/prices/0/reward/max']],
  ['a range of nothing', price({ reward: { min: 0, max: 1 } }), ['#/prices/0/reward/min']],
  ['a range of five fraction digits', price({ reward: { min: 0.00015, max: 1 } }), ['#/prices/0/reward/min']],
  ['half a range', price({ reward: { min: 0.1 } }), ['#/prices/0/reward/max']],
  ['fewer proofs than none', price({ proofs: { min: -1, max: 1 } }), ['#/prices/0/proofs/min']],
  ['too many proofs', price({ proofs: { min: 0, max: 21 } }), ['#/prices/0/proofs/max']],
  ['less proofs at most than at least', price({ proofs: { min: 2, max: 1 } }), ['#/prices/0/proofs/max']],
  ['half a number of proofs', price({ proofs: { min: 0 } }), ['#/prices/0/proofs/max']],
  ['an unknown mode', price({ detailsMode: 'loose' }), ['#/prices/0/detailsMode']],
  ['a schema that is a list', price({ offerDetailsSchema: [] }), ['#/prices/0/offerDetailsSchema']],
  [
    'a schema that does not compile',
    price({ executionDetailsSchema: { type: 'object', requires: [] } }),
    ['#/prices/0/executionDetailsSchema'],
  ],
  [
    'a schema with a wrong place',
    price({ offerDetailsSchema: { type: 'object', properties: { 'a/b': { type: 'x' } } } }),
    ['#/prices/0/offerDetailsSchema/properties/a~1b/type'],
  ],
  ['NUL in a name', category({ names: { en: 'a\0b' } }), ['#/categories/0/names/en']],
  [
    'half a character in a schema',
    price({ offerDetailsSchema: { type: 'object', title: '\ud800' } }),
    ['#/prices/0/offerDetailsSchema/title'],
  ],
  [
    'a member __proto__',
    JSON.parse('{"version":1,"categories":[],"prices":[],"addOns":[],"__proto__":{}}'),
    ['#/__proto__'],
  ],
  ['a deep nest', { ...small(), prices: deep(30) }, [`#/prices${'/in'.repeat(19)}`]],
]
for (const [what, document, pointers] of wrong)
  test(`a document with ${what} is refused by its place`, () => {
    assert.deepEqual([...new Set(pointersOf(document))], pointers)
  })

test('all faults are named at once', () => {
  const document = changed((d) => {
    d.categories.push(...small().categories)
    Object.assign(d.prices[0] ?? {}, { platform: 'nowhere', rewardPerAction: 0.00015 })
  })
  assert.deepEqual(pointersOf(document), [
    '#/categories/1/code',
    '#/categories/1/platforms/0/code',
    '#/prices/0/platform',
    '#/prices/0/rewardPerAction',
  ])
})

test('a nesting of a hundred thousand levels is refused without following it', () => {
  assert.equal(pointersOf(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).length, 1)
})
