import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offsetOf, pageOf } from './page.ts'

test('a list that nobody asked a page of begins at the first, with twenty items', () => {
  assert.deepEqual(pageOf(), { page: 1, pageSize: 20 })
  assert.deepEqual(pageOf(undefined, undefined), { page: 1, pageSize: 20 })
})

test('what is out of range is brought into it', () => {
  assert.deepEqual(pageOf(0, 0), { page: 1, pageSize: 1 })
  assert.deepEqual(pageOf(-5, -5), { page: 1, pageSize: 1 })
  assert.deepEqual(pageOf(3, 101), { page: 3, pageSize: 100 })
  assert.deepEqual(pageOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), { page: 2_147_483_647, pageSize: 100 })
})

test('the furthest page is still a whole number of items away', () => {
  assert.equal(offsetOf(pageOf(1, 100)), 0)
  assert.equal(offsetOf(pageOf(3, 20)), 40)
  assert.ok(Number.isSafeInteger(offsetOf(pageOf(Number.MAX_SAFE_INTEGER, 100))))
})
