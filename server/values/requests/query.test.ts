import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cursorLengthMax, cursorOf, positionOf } from './cursor.ts'
import { daysIn, requestedDays } from './days.ts'
import { listed, offsetOf, pageOf, requestedPage } from './page.ts'
import { instantOf } from './query.ts'

const from = (text: string): string | undefined => instantOf('createdFrom', text, false)
const to = (text: string): string | undefined => instantOf('createdTo', text, true)

describe('a time', () => {
  const read: readonly (readonly [string, string])[] = [
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['2026-01-31T12:30Z', '2026-01-31T12:30:00.000Z'],
    ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-31T12:30:15.123456789Z', '2026-01-31T12:30:15.123Z'],
    ['2026-01-31T00:30:00+02:00', '2026-01-30T22:30:00.000Z'],
    ['2026-12-31T23:30:00-05:00', '2027-01-01T04:30:00.000Z'],
  ]
  for (const [text, instant] of read) test(`${text} is ${instant}`, () => assert.equal(from(text), instant))

  test('a day as the end means its last millisecond', () => assert.equal(to('2026-01-31'), '2026-01-31T23:59:59.999Z'))
  test('a time as the end is exact', () => assert.equal(to('2026-01-31T12:00Z'), '2026-01-31T12:00:00.000Z'))
  test('that is missing is undefined', () => assert.equal(instantOf('createdFrom', undefined, false), undefined))

  const refused = ['', 'x', '2026', '2026-1-1', '2026-02-30', '2025-02-29', '2026-13-01', '2026-00-01', '2026-01-00']
  const timesRefused = [
    '2026-01-31T12:30',
    '2026-01-31T12:30:15',
    '2026-01-31T25:00Z',
    '2026-01-31T12:60Z',
    '2026-01-31 12:00',
    '2026-01-31T12:00+99:99',
    '2026-01-31T12:00Z ',
  ]
  const years = [
    '0000-01-01',
    '-0001-01-01',
    '+010000-01-01',
    '0001-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '10000-01-01',
  ]
  for (const text of [...refused, ...timesRefused, ...years, '1767225600', 'now', "'; select 1"])
    test(`${JSON.stringify(text)} is refused with the parameter’s name`, () => {
      assert.throws(
        () => from(text),
        ({ type, errors }) => type.code === 'validation_error' && errors[0].parameter === 'createdFrom',
      )
    })
})

const now = new Date('2026-03-31T10:00:00Z')

test('returns the last thirty days, or the given ones', () => {
  assert.deepEqual(requestedDays({}, now), { from: '2026-03-02', to: '2026-03-31' })
  assert.deepEqual(requestedDays({ from: '2026-03-30' }, now), { from: '2026-03-30', to: '2026-03-31' })
  assert.deepEqual(requestedDays({ to: '2026-01-30' }, now), { from: '2026-01-01', to: '2026-01-30' })
  assert.deepEqual(requestedDays({ from: '2026-01-01', to: '2026-04-02' }, now), {
    from: '2026-01-01',
    to: '2026-04-02',
  })
})

test('limits a period to 92 days, and starts no earlier than the first day', () => {
  assert.deepEqual(requestedDays({ from: '2026-01-01', to: '2026-04-03' }, now), {
    from: '2026-01-02',
    to: '2026-04-03',
  })
  assert.deepEqual(requestedDays({ from: '2024-01-01' }, now), { from: '2024-01-01', to: '2024-04-01' })
  assert.deepEqual(requestedDays({ from: '2027-01-01' }, now), { from: '2027-01-01', to: '2027-01-01' })
  assert.deepEqual(requestedDays({ to: '0001-01-01' }, now), { from: '0001-01-01', to: '0001-01-01' })
  assert.equal(daysIn(requestedDays({ from: '9999-01-01', to: '9999-12-31' }, now)).length, 92)
})

test('refuses an invalid date, or an end before the start, by name', () => {
  for (const from of ['2026-02-30', '2026-1-1', 'today', '0000-01-01'])
    assert.throws(() => requestedDays({ from }, now), { name: 'Error' }, from)
  assert.throws(() => requestedDays({ from: '2026-02-02', to: '2026-01-01' }, now), /must not be earlier/)
})

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
    totalCountIsExact: true,
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
