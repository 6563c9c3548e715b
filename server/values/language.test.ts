import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, localName } from './language.ts'

const names = { en: 'Shops', ru: 'Магазины', 'pt-BR': 'Lojas', 'zh-Hans': '商店' }

test('returns the name in exactly the requested language', () => {
  assert.equal(localName(names, 'ru'), 'Магазины')
  assert.equal(localName(names, 'pt-BR'), 'Lojas')
  assert.equal(localName(names, 'PT-br'), 'Lojas')
})

test('falls back from a region to its language', () => {
  assert.equal(localName(names, 'ru-KZ'), 'Магазины')
  assert.equal(localName(names, 'zh-Hans-SG'), '商店')
})

test('prefers a variant of the same language and script to English', () => {
  assert.equal(localName(names, 'pt'), 'Lojas')
  assert.equal(localName(names, 'pt-PT'), 'Lojas')
  assert.equal(localName(names, 'zh-CN'), '商店')
  assert.equal(localName(names, 'zh-TW'), 'Shops', 'traditional script is not served by simplified')
})

test('prefers the fallback to English, and English to any other', () => {
  assert.equal(localName(names, 'de', 'ru'), 'Магазины')
  assert.equal(localName(names, 'de', 'fr'), 'Shops')
  assert.equal(localName(names, 'de'), 'Shops')
  assert.equal(localName({ ru: 'Магазины' }, 'de'), 'Магазины')
})

test('uses the fallback for an invalid language tag', () => {
  for (const language of ['', '*', 'not a tag', '__proto__', 'constructor', 'toString', 'en_US', 'x'.repeat(5000)])
    assert.equal(localName(names, language), 'Shops')
})

test('normalizes language tags', () => {
  assert.equal(canonical('pt-br'), 'pt-BR')
  assert.equal(canonical('ZH-hans'), 'zh-Hans')
  assert.equal(canonical('pt_BR'), undefined)
})
