import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newOccurrences } from './bigrams.ts'
import { findPage, newOfferIndex, type OfferIndex, put, textQueryFor } from './offer-index.ts'
import { everything } from './query.ts'
import { indexBlock } from './search.ts'

const one = { rewardUnits: 1, category: 1, platform: 1, advertiser: 1, audience: 'all' }

/** Returns an index of these texts, whose ids are their places. */
function indexed(texts: readonly string[]): OfferIndex {
  const offerIndex = newOfferIndex()
  texts.forEach((text, id) => void put(offerIndex, { id, at: 1, ...one, text: Buffer.from(text) }))
  for (const block of offerIndex.blocks) for (const _ of indexBlock(block, newOccurrences()));
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
  fc.assert(holds, { numRuns: 300 })
})

test('words that are in a text in another order are not found', () => {
  const offerIndex = indexed(['open the door', 'the open door', 'open door the', 'the doors open'])
  assert.deepEqual(found(offerIndex, 'open door'), [1, 2])
  assert.deepEqual(found(offerIndex, 'the door'), [0, 3])
  assert.deepEqual(found(offerIndex, 'en the door'), [0])
})

test('a block may have more distinct words than a number of 16 bits can tell apart', () => {
  const texts = Array.from({ length: 800 }, (_, row) =>
    Array.from({ length: 100 }, (_, place) => `w${row * 100 + place}x`).join(' '),
  )
  const offerIndex = indexed(texts)
  for (const word of ['w3x', 'w65535x', 'w65536x', 'w79999x', 'x w70000x w', '99x w12300'])
    assert.deepEqual(found(offerIndex, word), containing(texts, word), word)
})
