import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from '../../cli/src/table.ts'

test('a list is a table without empty and nested columns, with the total', () => {
  const items = [
    { id: 1, name: 'short', note: null, inner: { a: 1 }, roles: ['Executor', 'Advertiser'] },
    { id: 12, name: 'x'.repeat(50), note: null, inner: { a: 2 }, roles: [] },
  ]
  assert.deepEqual(linesOf({ items, totalCount: 45, page: 2, pageSize: 20, nextCursor: null }), [
    `id  name${' '.repeat(38)}roles`,
    `1   short${' '.repeat(37)}Executor,Advertiser`,
    `12  ${'x'.repeat(39)}…`,
    '45 in total, page 2',
  ])
  assert.deepEqual(linesOf({ items: [], totalCount: 0, totalCountIsExact: true, page: 1 }), ['0 in total, page 1'])
  assert.deepEqual(linesOf({ items: [], totalCount: 10_000, totalCountIsExact: false, nextCursor: 'c1' }), [
    '10000+ in total',
    '--cursor c1 continues',
  ])
})

test('another result is a line for each member', () => {
  assert.deepEqual(linesOf({ id: 3, roles: ['Executor'], end: null }), ['id: 3', 'roles: ["Executor"]', 'end: null'])
})

test('texts cannot steer the terminal', () => {
  const hostile = 'a\u001b[2J\u202eb\nc'
  assert.deepEqual(linesOf({ title: hostile }), ['title: a\ufffd[2J\ufffdb\ufffdc'])
  assert.deepEqual(linesOf({ items: [{ title: hostile }] })[1], 'a\ufffd[2J\ufffdb\ufffdc')
  const items = [
    { title: 'שלום', id: 7 },
    { title: '👩‍🚀 long', id: 8 },
  ]
  assert.deepEqual(linesOf({ items }).slice(1, 3), ['\u2068שלום\u2069     7', '👩‍🚀 long  8'])
})
