import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../../values/id.ts'
import { bytesOfEncoded } from '../../values/utf8.ts'
import { type SerializedOffer, serializeEnd, serializeStart, withRemaining } from '../serialize-available.ts'

const title = 'Разложи „картинки" 写真 🙂'
const offer = {
  id: 7 as Id<'offer'>,
  advertiser: 3 as Id<'account'>,
  title,
  sourceLanguage: 'ru',
  translations: {},
  currency: 'USD',
  type: 'Standard',
  rewardUnits: 2_500n,
  category: 1,
  platform: 2,
  reservationSeconds: 3_600,
  reviewSeconds: 86_400,
  hasItems: false,
  estimatedMinutes: null,
  workSeconds: null,
  activatedAt: new Date('2026-01-31T12:00:00Z'),
}
const end = serializeEnd({
  advertiserAlias: 'adv_5b1e08d7c93f42a6e0b4',
  acceptanceRate: 0.5,
  medianReviewSeconds: null,
  disputeLossRate: null,
  advertiserSince: new Date('2025-01-31T12:00:00Z'),
})
const itemOf = ({ start }: SerializedOffer) => JSON.parse(bytesOfEncoded(start + end).toString())

test('an item is UTF-8 with its title, remaining slots and reputation', () => {
  const item = itemOf(serializeStart(offer, 12, undefined))
  assert.deepEqual([item.id, item.title, item.remainingCount], [7, title, 12])
  assert.deepEqual([item.contentLanguage, item.advertiser.acceptanceRate], ['ru', 0.5])
})

test('another number of remaining slots changes nothing else, whatever its number of digits', () => {
  let serialized = serializeStart(offer, 9, undefined)
  for (const remaining of [10, 1_000_000, 1, 99, 9]) {
    serialized = withRemaining(serialized, remaining)
    assert.deepEqual(serialized, serializeStart(offer, remaining, undefined))
  }
})
