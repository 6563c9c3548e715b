import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed, offsetOf, pageOf, requestedPage } from './page.ts'

test('a list starts at page 1 with 20 items by default', () => {
  assert.deepEqual(pageOf(), { page: 1, pageSize: 20 })
  assert.deepEqual(pageOf(undefined, undefined), { page: 1, pageSize: 20 })
})

test('clamps out-of-range values', () => {
  assert.deepEqual(pageOf(0, 0), { page: 1, pageSize: 1 })
  assert.deepEqual(pageOf(-5, -5), { page: 1, pageSize: 1 })
  assert.deepEqual(pageOf(3, 101), { page: 3, pageSize: 100 })
  assert.deepEqual(pageOf(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), { page: 2_147_483_647, pageSize: 100 })
})

test('the offset of the last page is a safe integer', () => {
  assert.equal(offsetOf(pageOf(1, 100)), 0)
  assert.equal(offsetOf(pageOf(3, 20)), 40)
  assert.ok(Number.isSafeInteger(offsetOf(pageOf(Number.MAX_SAFE_INTEGER, 100))))
})

const key = 'a secret key'
const walker = { callerAccount: 7 }
/** Rows of a list of five, from the given one on: one more than a page of two. */
const rowsFrom = (first: number) =>
  [1, 2, 3, 4, 5].slice(first - 1, first + 2).map((id) => ({ id, totalCount: 5, placeKey: `k${id}`, placeId: `${id}` }))

test('a page has a cursor after its last item; the last page has none', () => {
  const first = listed(rowsFrom(1), requestedPage(key, { pageSize: 2 }, 'tasks'), walker, key)
  assert.deepEqual([first.items.map(({ id }) => id), first.totalCount, first.page, first.pageSize], [[1, 2], 5, 1, 2])
  const second = requestedPage(key, { pageSize: 2, page: 9, cursor: first.nextCursor ?? '' }, 'tasks')
  assert.deepEqual([second.page, second.after], [1, { account: 7, key: 'k2', id: '2' }])
  const last = listed(rowsFrom(4), second, walker, key)
  assert.deepEqual([last.items.length, last.nextCursor], [2, null])
})

test('an empty page has its number and no cursor', () => {
  const none = [{ id: null, totalCount: 5, placeKey: null, placeId: null }]
  assert.deepEqual(listed(none, requestedPage(key, { page: 4 }, 'tasks'), walker, key), {
    items: [],
    totalCount: 5,
    page: 4,
    pageSize: 20,
    nextCursor: null,
  })
})

test('a cursor is valid for one account, one list and its filters', () => {
  const filter = { status: ['Active'], minUnits: 10n, search: undefined }
  const { nextCursor } = listed(rowsFrom(1), requestedPage(key, { pageSize: 2 }, 'tasks', filter), walker, key)
  const cursor = nextCursor ?? ''
  const page = requestedPage(key, { pageSize: 50, cursor }, 'tasks', { status: ['Active'], minUnits: 10n })
  assert.equal(page.pageSize, 50, 'the size is not part of it')
  for (const other of [{}, { status: ['Active'] }, { status: ['Paused'], minUnits: 10n }])
    assert.throws(() => requestedPage(key, { cursor }, 'tasks', other), /cursor/)
  assert.throws(() => requestedPage(key, { cursor }, 'reports', filter), /cursor/)
  assert.throws(() => listed(rowsFrom(3), page, { callerAccount: 8 }, key), /cursor/)
})
