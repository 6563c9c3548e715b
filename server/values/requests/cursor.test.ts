import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cursorLengthMax, cursorOf, positionOf } from './cursor.ts'

const key = 'a secret key'
const list = '["tasks",{}]'
const place = { account: 7, key: '2026-01-31 12:00:00.5+00', id: '42' }

const refused = (secretKey: string, of: string, cursor: string) =>
  assert.equal(positionOf(secretKey, of, cursor), undefined, cursor)

test('reads back a cursor with any content', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 500 })
  const places = fc.record({ account: fc.maxSafeNat(), key: fc.option(texts), id: texts }, { noNullPrototype: true })
  fc.assert(
    fc.property(places, texts, (given, of) => assert.deepEqual(positionOf(key, of, cursorOf(key, of, given)), given)),
  )
})

test('the cursor of the longest title is within the length limit', () => {
  const cursor = cursorOf(key, list, { ...place, key: '😀'.repeat(500), id: `${Number.MAX_SAFE_INTEGER}` })
  assert.ok(cursor.length < cursorLengthMax, `${cursor.length}`)
})

test('refuses a cursor of another list, filter or installation', () => {
  const cursor = cursorOf(key, list, place)
  refused(key, '["reports",{}]', cursor)
  refused(key, '["tasks",{"sort":"title"}]', cursor)
  refused('another key', list, cursor)
})

test('refuses a cursor with a changed, added or removed character', () => {
  const cursor = cursorOf(key, list, place)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ é\u0000'
  for (let index = 0; index < cursor.length; index++) {
    refused(key, list, cursor.slice(0, index) + cursor.slice(index + 1))
    for (const letter of letters) {
      refused(key, list, `${cursor.slice(0, index)}${letter}${cursor.slice(index)}`)
      if (letter !== cursor[index]) refused(key, list, `${cursor.slice(0, index)}${letter}${cursor.slice(index + 1)}`)
    }
  }
})

test('refuses text that is no cursor', () => {
  for (const text of ['', 'x', '1', 'null', '[7,null,"42"]', Buffer.from('[7,null,"42"]').toString('base64url')])
    refused(key, list, text)
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => refused(key, list, text)))
})
