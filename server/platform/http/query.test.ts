import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { canonicalNames, queryNames } from './query.ts'

const names = queryNames(Type.Object({ Page: Type.Integer(), OfferCategoryId: Type.Integer(), locale: Type.String() }))
const read = (query: Record<string, unknown>) => canonicalNames(query, names ?? new Map())

describe('names of a query', () => {
  test('are those that the schema declares', () => {
    assert.deepEqual(
      [...(names ?? [])],
      [
        ['page', 'Page'],
        ['offercategoryid', 'OfferCategoryId'],
        ['locale', 'locale'],
      ],
    )
  })
  test('there are none where it declares none', () => {
    for (const schema of [undefined, null, {}, Type.Object({})]) assert.equal(queryNames(schema), undefined)
  })
})

describe('a query', () => {
  test('is matched without regard to case', () => {
    assert.deepEqual(read({ page: '2', OFFERCATEGORYID: '3', LoCaLe: 'en' }), {
      Page: '2',
      OfferCategoryId: '3',
      locale: 'en',
    })
  })
  test('loses what nobody declared, and what is empty', () => {
    assert.deepEqual(read({ other: 'x', __proto__: 'x', constructor: 'x', Page: '' }), {})
  })
  test('with a name given twice, in whatever case, has a list', () => {
    assert.deepEqual(read({ page: '1', PAGE: '2' }), { Page: ['1', '2'] })
    assert.deepEqual(read({ page: ['1', '2'], Page: '3' }), { Page: ['1', '2', '3'] })
  })
  test('with text that cannot be stored is refused by the name of the parameter', () => {
    for (const locale of ['a\u0000', '\ud800', ['en', '\u0000'], { a: 'b' }, 7])
      assert.throws(
        () => read({ LOCALE: locale }),
        ({ type, errors }) => type.code === 'validation_error' && errors[0].parameter === 'locale',
      )
  })
  test('with such text in a name that nobody declared is none of our business', () => {
    assert.deepEqual(read({ other: '\u0000', '\u0000': 'x' }), {})
  })
})
