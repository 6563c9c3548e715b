import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/properties/rng.ts'
import { seedOfRun } from '../../../test/properties/seed.ts'
import { getOrInsert } from '../../values/bounded-map.ts'
import type { Entry } from './block.ts'
import { orderByReward } from './block-reward-order.ts'
import {
  findPage,
  type MatchPosition,
  newOfferIndex,
  type OfferIndex,
  put,
  remove,
  type SearchResult,
  textQueryFor,
} from './offer-index.ts'
import { admits, everything, type Filter } from './query.ts'
import { findPageByReward } from './sort-by-reward.ts'

type KnownEntry = Omit<Entry, 'text'> & { readonly words: string }

/** Few distinct values, so that ties, gaps and frequent matches all occur. */
const text = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b', 'é', 'ж', '猫', '😀', ' ', '\n'), { maxLength }).map((units) => units.join(''))
const known = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  at: fc.integer({ min: 0, max: 12 }),
  rewardUnits: fc.integer({ min: 1, max: 5 }),
  category: fc.integer({ min: 1, max: 3 }),
  platform: fc.integer({ min: 1, max: 4 }),
  advertiser: fc.integer({ min: 1, max: 3 }),
  audience: fc.constantFrom('all', 'few', 'some'),
  words: text(9),
})

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const advertisers = maybe(
  fc.record({
    accounts: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }).map((some) => new Set(some)),
    isIncluded: fc.boolean(),
  }),
)
const query = fc.record({
  category: maybe(fc.integer({ min: 1, max: 4 })),
  platform: maybe(fc.integer({ min: 1, max: 5 })),
  minUnits: maybe(fc.integer({ min: 0, max: 6 })),
  maxUnits: maybe(fc.integer({ min: 0, max: 6 })),
  from: maybe(fc.integer({ min: -1, max: 13 })),
  to: maybe(fc.integer({ min: -1, max: 13 })),
  eligible: maybe(fc.subarray(['all', 'few', 'some'])),
  advertisers,
  callerAdvertisers: advertisers,
  callerOffers: maybe(
    fc.uniqueArray(
      fc.record({
        at: fc.integer({ min: 0, max: 12 }),
        id: fc.integer({ min: 1, max: 60 }),
        isIncluded: fc.boolean(),
      }),
      { selector: ({ at, id }) => `${at} ${id}`, maxLength: 40 },
    ),
  ),
  search: maybe(text(3).filter((words) => words !== '')),
  offset: fc.integer({ min: 0, max: 40 }),
  byReward: fc.boolean(),
  after: maybe(
    fc.record({
      at: fc.integer({ min: 0, max: 12 }),
      id: fc.integer({ min: 1, max: 60 }),
      rewardUnits: fc.integer({ min: 0, max: 6 }),
    }),
  ),
  most: fc.integer({ min: 1, max: 12 }),
})

type RandomQuery = typeof query extends fc.Arbitrary<infer Value> ? Value : never
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), known }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), place: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), query }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('count' as const), place: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A plain list as the model of the index. */
const model = new Map<string, KnownEntry>()

/** The version of an offer that each number of an entry stood for. */
const versions = new Map<number, KnownEntry>()
const keyOf = ({ at, id }: { at: number; id: number }) => `${at} ${id}`
const inOrder = () => [...model.values()].sort((a, b) => b.at - a.at || b.id - a.id)

/** Negative if the first is listed before the second. */
const placed =
  ({ byReward }: Pick<RandomQuery, 'byReward'>) =>
  (one: MatchPosition, other: MatchPosition): number =>
    (byReward ? other.rewardUnits - one.rewardUnits : 0) || other.at - one.at || other.id - one.id

function expectedPage({ search, offset, after, most, ...query }: RandomQuery) {
  const isOffered = ({ id, at, audience, advertiser }: KnownEntry) =>
    isDecided(id, at, advertiser) ??
    ((query.eligible?.includes(audience) ?? true) && admits(query.advertisers, advertiser))
  const isDecided = (id: number, at: number, advertiser: number) => {
    const isIncluded = query.eligible && query.callerOffers?.find((one) => one.id === id && one.at === at)?.isIncluded
    return isIncluded && admits(query.callerAdvertisers, advertiser)
  }
  const matches = ({ words, ...entry }: KnownEntry) =>
    isBetween(entry) && isOffered({ words, ...entry }) && words.includes(search ?? '')
  const isBetween = ({ category, platform, rewardUnits, at }: Omit<KnownEntry, 'words'>) =>
    (query.category ?? category) === category &&
    (query.platform ?? platform) === platform &&
    rewardUnits >= (query.minUnits ?? 0) &&
    rewardUnits <= (query.maxUnits ?? 99) &&
    at >= (query.from ?? -1) &&
    at <= (query.to ?? 99)
  const inFront = placed(query)
  const all = inOrder().filter(matches).sort(inFront)
  const behind = after && all.filter((one) => inFront(after, one) < 0)
  const shown = (behind ?? all.slice(offset)).slice(0, most)
  const positions = shown.map(({ at, id, rewardUnits, advertiser }) => ({ at, id, rewardUnits, advertiser }))
  return { total: all.length, positions }
}

/** Returns the page without the entries' numbers, of which each belongs to one version of an offer. */
function withoutEntries({ total, positions }: SearchResult) {
  for (const { entry, ...match } of positions) {
    const version = model.get(keyOf(match)) as KnownEntry
    assert.equal(
      getOrInsert(versions, entry, () => version),
      version,
    )
  }
  return { total, positions: positions.map(({ entry: _, ...match }) => match) }
}

function actualPage(
  offerIndex: OfferIndex,
  { search, offset, after, most, byReward, eligible, callerOffers, ...query }: RandomQuery,
) {
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const textQuery = search === undefined ? undefined : textQueryFor(offerIndex, search)
  const eligibleAudiences =
    eligible && Uint8Array.from(offerIndex.kinds.audiences, (audience) => (eligible.includes(audience) ? 1 : 0))
  const filter: Filter = {
    ...everything,
    ...filters,
    query: textQuery,
    eligibleAudiences,
    callerOffers: eligibleAudiences && callerOffers,
  }
  return (byReward ? findPageByReward : findPage)(offerIndex, { filter, offset, after, limit: most })
}

function applyStep(offerIndex: OfferIndex, step: Step): void {
  if (step.do === 'put') {
    model.set(keyOf(step.known), { ...step.known })
    put(offerIndex, { ...step.known, text: Buffer.from(step.known.words) })
  } else if (step.do === 'take') {
    const one = inOrder()[step.place % Math.max(1, model.size)] ?? { at: 3, id: 61 }
    model.delete(keyOf(one))
    remove(offerIndex, one)
  } else if (step.do === 'count') {
    const block = offerIndex.blocks[step.place % Math.max(1, offerIndex.blocks.length)]
    if (!block) return
    block.byReward ??= orderByReward(block)
  } else assert.deepEqual(withoutEntries(actualPage(offerIndex, step.query)), expectedPage(step.query))
}

function seedOf(t: TestContext): number {
  const seed = seedOfRun()
  t.diagnostic(`SEED=${seed}`)
  return seed
}

for (const most of [4, 16, 64])
  test(`an index with blocks of ${most} answers as a plain list would`, (t) => {
    const holds = fc.property(fc.array(step, { minLength: 1, maxLength: 200, size: 'max' }), (steps) => {
      model.clear()
      const offerIndex = newOfferIndex(most)
      for (const each of steps) applyStep(offerIndex, each)
      assert.equal(offerIndex.count, model.size)
      const advertisers = Map.groupBy(model.values(), ({ advertiser }) => advertiser)
      assert.deepEqual(offerIndex.advertisers, new Map([...advertisers].map(([id, theirs]) => [id, theirs.length])))
      assert.ok(offerIndex.blocks.every(({ count }) => count > 0))
    })
    fc.assert(holds, { seed: seedOf(t), numRuns: times(100, 5000) })
  })
const one = { rewardUnits: 1, category: 1, platform: 1, advertiser: 1, audience: 'all' }

test('an index forgets old searches and finds their results again', () => {
  const offerIndex = newOfferIndex()
  const words = (id: number) => `offer ${id} of many`
  for (let id = 1; id <= 500; id++) put(offerIndex, { id, at: id, ...one, text: Buffer.from(words(id)) })
  const found = (id: number) => {
    const query = textQueryFor(offerIndex, `r ${id} o`)
    const page = { filter: { ...everything, query }, offset: 0, after: undefined, limit: 2 }
    return findPage(offerIndex, page).positions.map((match) => match.id)
  }
  for (let id = 1; id <= 500; id++) assert.deepEqual(found(id), [id])
  assert.ok(offerIndex.blocks.every(({ matches }) => matches.size <= 128))
  assert.deepEqual(found(1), [1])
})

test('long texts keep blocks small', () => {
  const offerIndex = newOfferIndex()
  const text = Buffer.from('long '.repeat(12_000))
  for (let id = 1; id <= 200; id++) put(offerIndex, { id, at: id, ...one, text })
  assert.ok(offerIndex.blocks.length > 4)
  assert.ok(offerIndex.blocks.every(({ texts }) => texts.length < 3_000_000))
})

/** Returns an index of these texts, whose ids are their places. */
function indexed(texts: readonly string[]): OfferIndex {
  const offerIndex = newOfferIndex()
  texts.forEach((text, id) => void put(offerIndex, { id, at: 1, ...one, text: Buffer.from(text) }))
  return offerIndex
}

function found(offerIndex: OfferIndex, search: string): number[] {
  const query = textQueryFor(offerIndex, search)
  const page = { filter: { ...everything, query }, offset: 0, after: undefined, limit: 1_000 }
  return findPage(offerIndex, page)
    .positions.map(({ id }) => id)
    .sort((some, others) => some - others)
}

const containing = (texts: readonly string[], search: string): number[] =>
  texts.flatMap((text, id) => (text.includes(search) ? [id] : []))

test('a search finds a part of one word or of several, whatever separates them', () => {
  const units = fc.constantFrom('a', 'b', 'ж', '猫', '😀', ' ', ' ', '\n')
  const text = fc.array(units, { minLength: 1, maxLength: 24 })
  const holds = fc.property(
    fc.array(text, { minLength: 1, maxLength: 30 }),
    fc.nat(),
    fc.nat(),
    (all, start, length) => {
      const texts = all.map((each) => each.join(''))
      const offerIndex = indexed(texts)
      for (const each of all) {
        const from = start % each.length
        const search = each.slice(from, from + 1 + (length % 12)).join('')
        assert.deepEqual(found(offerIndex, search), containing(texts, search), JSON.stringify(search))
      }
    },
  )
  fc.assert(holds, { seed: seedOfRun(), numRuns: 300 })
})

test('words that are in a text in another order are not found', () => {
  const offerIndex = indexed(['open the door', 'the open door', 'open door the', 'the doors open'])
  assert.deepEqual(found(offerIndex, 'open door'), [1, 2])
  assert.deepEqual(found(offerIndex, 'the door'), [0, 3])
  assert.deepEqual(found(offerIndex, 'en the door'), [0])
})
