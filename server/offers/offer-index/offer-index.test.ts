import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/properties/rng.ts'
import { newOccurrences } from './bigrams.ts'
import type { Entry } from './block.ts'
import {
  type FoundPosition,
  findPage,
  newOfferIndex,
  type OfferIndex,
  put,
  remove,
  textQueryFor,
} from './offer-index.ts'
import { everything, type Filter } from './query.ts'
import { indexBlock } from './search.ts'
import { findPageByReward } from './sort.ts'

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
const asked = fc.record({
  category: maybe(fc.integer({ min: 1, max: 4 })),
  platform: maybe(fc.integer({ min: 1, max: 5 })),
  minUnits: maybe(fc.integer({ min: 0, max: 6 })),
  maxUnits: maybe(fc.integer({ min: 0, max: 6 })),
  from: maybe(fc.integer({ min: -1, max: 13 })),
  to: maybe(fc.integer({ min: -1, max: 13 })),
  eligible: maybe(fc.subarray(['all', 'few', 'some'])),
  without: maybe(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 })),
  exceptions: maybe(
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
type RandomQuery = typeof asked extends fc.Arbitrary<infer Value> ? Value : never
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), known }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), place: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), asked }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('count' as const), place: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const notes = newOccurrences()

/** A plain list as the model of the index. */
const model = new Map<string, KnownEntry>()
const keyOf = ({ at, id }: { at: number; id: number }) => `${at} ${id}`
const inOrder = () => [...model.values()].sort((a, b) => b.at - a.at || b.id - a.id)

/** Negative if the first is listed before the second. */
const placed =
  ({ byReward }: Pick<RandomQuery, 'byReward'>) =>
  (one: FoundPosition, other: FoundPosition): number =>
    (byReward ? other.rewardUnits - one.rewardUnits : 0) || other.at - one.at || other.id - one.id

function modelled({ search, offset, after, most, ...asked }: RandomQuery) {
  const isOffered = ({ id, at, audience, advertiser }: KnownEntry) =>
    (asked.eligible && asked.exceptions?.find((one) => one.id === id && one.at === at)?.isIncluded) ??
    ((asked.eligible?.includes(audience) ?? true) && !asked.without?.includes(advertiser))
  const isAsked = ({ words, ...entry }: KnownEntry) =>
    isBetween(entry) && isOffered({ words, ...entry }) && words.includes(search ?? '')
  const isBetween = ({ category, platform, rewardUnits, at }: Omit<KnownEntry, 'words'>) =>
    (asked.category ?? category) === category &&
    (asked.platform ?? platform) === platform &&
    rewardUnits >= (asked.minUnits ?? 0) &&
    rewardUnits <= (asked.maxUnits ?? 99) &&
    at >= (asked.from ?? -1) &&
    at <= (asked.to ?? 99)
  const inFront = placed(asked)
  const all = inOrder().filter(isAsked).sort(inFront)
  const behind = after && all.filter((one) => inFront(after, one) < 0)
  const shown = (behind ?? all.slice(offset)).slice(0, most)
  const positions = shown.map(({ at, id, rewardUnits }) => ({ at, id, rewardUnits }))
  return { total: all.length, positions }
}

function answered(
  board: OfferIndex,
  { search, offset, after, most, byReward, eligible, without, exceptions, ...asked }: RandomQuery,
) {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const query = search === undefined ? undefined : textQueryFor(board, search)
  const fits = eligible && Uint8Array.from(board.kinds.audiences, (audience) => (eligible.includes(audience) ? 1 : 0))
  const narrowing: Filter = {
    ...{ ...everything, ...given, query, eligibleAudiences: fits },
    excludedAdvertisers: without && new Set(without),
    exceptions: fits && exceptions,
  }
  return (byReward ? findPageByReward : findPage)(board, { filter: narrowing, offset, after, limit: most })
}

function happens(board: OfferIndex, step: Step): void {
  if (step.do === 'put') {
    model.set(keyOf(step.known), step.known)
    put(board, { ...step.known, text: Buffer.from(step.known.words) })
  } else if (step.do === 'take') {
    const one = inOrder()[step.place % Math.max(1, model.size)] ?? { at: 3, id: 61 }
    model.delete(keyOf(one))
    remove(board, one)
  } else if (step.do === 'count') {
    const block = board.blocks[step.place % Math.max(1, board.blocks.length)]
    if (block) for (const _ of indexBlock(block, notes));
  } else assert.deepEqual(answered(board, step.asked), modelled(step.asked))
}

function seedOf(t: TestContext): number {
  const seed = process.env.SEED === undefined ? (fc.sample(fc.integer(), 1)[0] ?? 0) : Number(process.env.SEED)
  t.diagnostic(`SEED=${seed}`)
  return seed
}

for (const most of [4, 16, 64])
  test(`an index with blocks of ${most} answers as a plain list would`, (t) => {
    const holds = fc.property(fc.array(step, { minLength: 1, maxLength: 200, size: 'max' }), (steps) => {
      model.clear()
      const board = newOfferIndex(most)
      for (const each of steps) happens(board, each)
      assert.equal(board.count, model.size)
      const advertisers = Map.groupBy(model.values(), ({ advertiser }) => advertiser)
      assert.deepEqual(board.advertisers, new Map([...advertisers].map(([id, theirs]) => [id, theirs.length])))
      assert.ok(board.blocks.every(({ count }) => count > 0))
    })
    fc.assert(holds, { seed: seedOf(t), numRuns: times(100, 5000) })
  })

const one = { rewardUnits: 1, category: 1, platform: 1, advertiser: 1, audience: 'all' }

test('an index forgets old searches and finds their results again', () => {
  const board = newOfferIndex()
  const words = (id: number) => `offer ${id} of many`
  for (let id = 1; id <= 500; id++) put(board, { id, at: id, ...one, text: Buffer.from(words(id)) })
  const found = (id: number) => {
    const query = textQueryFor(board, `r ${id} o`)
    return findPage(board, { filter: { ...everything, query }, offset: 0, after: undefined, limit: 2 }).positions
  }
  for (let id = 1; id <= 500; id++) assert.deepEqual(found(id), [{ at: id, id, rewardUnits: 1 }])
  assert.ok(board.blocks.every(({ found }) => found.size <= 128))
  assert.deepEqual(found(1), [{ at: 1, id: 1, rewardUnits: 1 }])
})

test('long texts keep blocks small', () => {
  const board = newOfferIndex()
  const text = Buffer.from('long '.repeat(12_000))
  for (let id = 1; id <= 200; id++) put(board, { id, at: id, ...one, text })
  assert.ok(board.blocks.length > 4)
  assert.ok(board.blocks.every(({ texts }) => texts.length < 3_000_000))
})
