import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Page, pageOf } from '../values/requests/page.ts'
import {
  every,
  join,
  name,
  newestFirst,
  nothing,
  orderBy,
  rowsOfPage,
  type Sql,
  sortsBy,
  sql,
  textOf,
  when,
} from './sql.ts'

const written = (piece: Sql) => [textOf(piece), piece.values]

describe('a piece of SQL', () => {
  test('binds every value, whatever it is', () => {
    assert.deepEqual(written(sql`select ${1}, ${"'; drop table offers"}, ${null}`), [
      'select $1, $2, $3',
      [1, "'; drop table offers", null],
    ])
  })
  test('takes other pieces in, and numbers all values from left to right', () => {
    const inner = sql`b = ${2} and c = ${3}`
    assert.deepEqual(written(sql`where a = ${1} and ${inner} or d = ${4}`), [
      'where a = $1 and b = $2 and c = $3 or d = $4',
      [1, 2, 3, 4],
    ])
  })
  test('takes the same piece in twice', () => {
    const inner = sql`${'x'}`
    assert.deepEqual(written(sql`${inner}${inner}`), ['$1$2', ['x', 'x']])
  })
  test('without values is its text', () => assert.deepEqual(written(sql`select 1`), ['select 1', []]))
  test('is not made by something that looks like one from outside', () => {
    const forged = { parts: ['1; drop table offers'], values: [] }
    assert.deepEqual(written(sql`select ${forged}`), ['select $1', [forged]])
  })
})

describe('pieces together', () => {
  test('are joined by a separator', () => {
    assert.deepEqual(written(join([sql`${1}`, sql`${2}`, sql`3`], sql`, `)), ['$1, $2, 3', [1, 2]])
  })
  test('of no pieces are nothing', () => assert.deepEqual(written(join([], sql`, `)), written(nothing)))
  test('as conditions must all hold; none of them always does', () => {
    assert.deepEqual(written(every([sql`a = ${1}`, sql`b`])), ['a = $1 and b', [1]])
    assert.deepEqual(written(every([])), ['true', []])
  })
  test('as conditions count only where something was asked for', () => {
    assert.equal(when(undefined, sql`a`).length, 0)
    for (const asked of [null, 0, '', false]) assert.equal(when(asked, sql`a`).length, 1)
  })
})

describe('a name', () => {
  test('is put in place', () =>
    assert.deepEqual(written(sql`order by ${name('offers.created_at')}`), ['order by offers.created_at', []]))
  for (const wrong of ['', 'a b', 'a;b', '"a"', 'A', '1a', 'a-b', 'a)', 'a\n', 'é'])
    test(`${JSON.stringify(wrong)} is none`, () => assert.throws(() => name(wrong), /not a name/))
})

describe('an order', () => {
  const columns = { createdAt: 'offers.created_at', id: 'offers.id' }
  const id = sql`offers.id`
  /** What a page by this order says behind the tables, from the condition on. */
  const ends = (wish: string, page: Page) => {
    const list = { columns: id, from: sql`from offers where true`, order: orderBy(columns, wish, id) }
    return textOf(rowsOfPage(list, page)).replaceAll(/\s+/g, ' ').split('where true ')[1]
  }
  test('is by a named column, and by the id among equals', () => {
    assert.equal(ends('createdAt', pageOf()), 'order by offers.created_at, offers.id limit 101 ) page limit $1::bigint')
    assert.match(
      ends('-createdAt', pageOf(3)) ?? '',
      /^order by offers.created_at desc, offers.id desc limit 101 offset/,
    )
    assert.match(ends('-id', pageOf()) ?? '', /^order by offers.id desc limit/)
  })
  test('goes on behind a place, in its own direction', () => {
    const after = { ...pageOf(), after: { account: 1, key: '2026-01-31', id: '7' } }
    assert.match(ends('createdAt', after) ?? '', /^and \(offers.created_at, offers.id\) > \(\$1, \$2\) order by/)
    assert.match(ends('-createdAt', after) ?? '', /^and \(offers.created_at, offers.id\) < \(\$1, \$2\) order by/)
    assert.match(ends('-id', after) ?? '', /^and offers.id < \$1 order by offers.id desc limit 101/)
    assert.equal(
      rowsOfPage({ columns: id, from: sql`from t where true`, order: newestFirst(id) }, after).isVaried,
      false,
    )
  })
  test('by anything else is none', () => {
    for (const wish of ['', '-', 'created_at', '--createdAt', 'id desc; drop', 'toString']) {
      assert.throws(() => orderBy(columns, wish, sql`offers.id`))
    }
  })
  test('can be wished for by these words', () => {
    assert.deepEqual(sortsBy(columns), ['createdAt', '-createdAt', 'id', '-id'])
  })
})
