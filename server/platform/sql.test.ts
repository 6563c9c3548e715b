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

describe('a fragment of SQL', () => {
  test('binds every value, of any type', () => {
    assert.deepEqual(written(sql`select ${1}, ${"'; drop table offers"}, ${null}`), [
      'select $1, $2, $3',
      [1, "'; drop table offers", null],
    ])
  })
  test('includes other fragments and numbers all values from left to right', () => {
    const inner = sql`b = ${2} and c = ${3}`
    assert.deepEqual(written(sql`where a = ${1} and ${inner} or d = ${4}`), [
      'where a = $1 and b = $2 and c = $3 or d = $4',
      [1, 2, 3, 4],
    ])
  })
  test('includes the same fragment twice', () => {
    const inner = sql`${'x'}`
    assert.deepEqual(written(sql`${inner}${inner}`), ['$1$2', ['x', 'x']])
  })
  test('without values is its text', () => assert.deepEqual(written(sql`select 1`), ['select 1', []]))
  test('cannot be forged by a value from outside', () => {
    const forged = { parts: ['1; drop table offers'], values: [] }
    assert.deepEqual(written(sql`select ${forged}`), ['select $1', [forged]])
  })
})

describe('joined fragments', () => {
  test('are joined by a separator', () => {
    assert.deepEqual(written(join([sql`${1}`, sql`${2}`, sql`3`], sql`, `)), ['$1, $2, 3', [1, 2]])
  })
  test('are empty without fragments', () => assert.deepEqual(written(join([], sql`, `)), written(nothing)))
  test('as conditions must all hold; without conditions the result is true', () => {
    assert.deepEqual(written(every([sql`a = ${1}`, sql`b`])), ['a = $1 and b', [1]])
    assert.deepEqual(written(every([])), ['true', []])
  })
  test('as conditions are left out if their value is undefined', () => {
    assert.equal(when(undefined, sql`a`).length, 0)
    for (const asked of [null, 0, '', false]) assert.equal(when(asked, sql`a`).length, 1)
  })
})

describe('a name', () => {
  test('is inserted unquoted', () =>
    assert.deepEqual(written(sql`order by ${name('offers.created_at')}`), ['order by offers.created_at', []]))
  for (const wrong of ['', 'a b', 'a;b', '"a"', 'A', '1a', 'a-b', 'a)', 'a\n', 'é'])
    test(`${JSON.stringify(wrong)} is refused`, () => assert.throws(() => name(wrong), /not a name/))
})

describe('an order', () => {
  const columns = { createdAt: 'offers.created_at', id: 'offers.id' }
  const id = sql`offers.id`
  /** Returns the text of a page in this order, from the condition on. */
  const ends = (wish: string, page: Page) => {
    const list = { columns: id, from: sql`from offers where true`, order: orderBy(columns, wish, id) }
    return textOf(rowsOfPage(list, page)).replaceAll(/\s+/g, ' ').split('where true ')[1]
  }
  test('sorts by a named column, then by id', () => {
    assert.equal(ends('createdAt', pageOf()), 'order by offers.created_at, offers.id limit 101 ) page limit $1::bigint')
    assert.match(
      ends('-createdAt', pageOf(3)) ?? '',
      /^order by offers.created_at desc, offers.id desc limit 101 offset/,
    )
    assert.match(ends('-id', pageOf()) ?? '', /^order by offers.id desc limit/)
  })
  test('continues after a cursor, in its own direction', () => {
    const after = { ...pageOf(), after: { account: 1, key: '2026-01-31', id: '7' } }
    assert.match(ends('createdAt', after) ?? '', /^and \(offers.created_at, offers.id\) > \(\$1, \$2\) order by/)
    assert.match(ends('-createdAt', after) ?? '', /^and \(offers.created_at, offers.id\) < \(\$1, \$2\) order by/)
    assert.match(ends('-id', after) ?? '', /^and offers.id < \$1 order by offers.id desc limit 101/)
    assert.equal(
      rowsOfPage({ columns: id, from: sql`from t where true`, order: newestFirst(id) }, after).isVaried,
      false,
    )
  })
  test('refuses other columns', () => {
    for (const wish of ['', '-', 'created_at', '--createdAt', 'id desc; drop', 'toString']) {
      assert.throws(() => orderBy(columns, wish, sql`offers.id`))
    }
  })
  test('lists its valid values', () => {
    assert.deepEqual(sortsBy(columns), ['createdAt', '-createdAt', 'id', '-id'])
  })
})
