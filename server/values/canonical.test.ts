import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from './canonical.ts'

test('sorts members at every depth and keeps the order of items', () => {
  assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }, 3], a: null }), '{"a":null,"b":[{"c":2,"d":1},3]}')
  assert.notEqual(canonicalJson([1, 2]), canonicalJson([2, 1]))
})

test('equal values have the same text, which parses back to the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const backwards = Object.fromEntries(Object.entries(value).reverse())
      assert.equal(canonicalJson(backwards), canonicalJson(value))
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('dates are compared by their JSON', () => {
  const early = new Date('2026-01-01T00:00:00.000Z')
  assert.equal(canonicalJson({ at: early }), '{"at":"2026-01-01T00:00:00.000Z"}')
  assert.notEqual(canonicalJson(early), canonicalJson(new Date('2026-01-01T00:00:00.001Z')))
})
