import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { canonicalNames, queryNames, unknownParameters } from './query.ts'

const names = queryNames(Type.Object({ Page: Type.Integer(), OfferCategoryId: Type.Integer(), locale: Type.String() }))
const read = (query: Record<string, unknown>) => canonicalNames(query, names, true)

describe('query names', () => {
  test('are those declared in the schema', () => {
    assert.deepEqual(
      [...names],
      [
        ['page', 'Page'],
        ['offercategoryid', 'OfferCategoryId'],
        ['locale', 'locale'],
      ],
    )
  })
  test('are none if the schema declares none', () => {
    for (const schema of [undefined, null, {}, Type.Object({})]) assert.equal(queryNames(schema).size, 0)
  })
})

describe('a query', () => {
  test('is matched case-insensitively', () => {
    assert.deepEqual(read({ page: '2', OFFERCATEGORYID: '3', LoCaLe: 'en' }), {
      Page: '2',
      OfferCategoryId: '3',
      locale: 'en',
    })
  })
  test('drops undeclared parameters, which are refused by name before', () => {
    const query = { other: 'x', pages: 'x', constructor: 'x', PAGE: '1' }
    assert.deepEqual(read(query), { Page: '1' })
    const shown = unknownParameters(query, names).map(({ parameter, code, params }) => [parameter, code, params])
    assert.deepEqual(shown, [
      ['other', 'unknown_parameter', undefined],
      ['pages', 'unknown_parameter', { nearest: 'Page' }],
      ['constructor', 'unknown_parameter', undefined],
    ])
  })
  test('refuses empty parameters, or drops them outside of operations', () => {
    for (const locale of ['', ['en', '']])
      assert.throws(
        () => read({ locale }),
        ({ errors }) => errors[0].parameter === 'locale' && errors[0].code === 'empty',
      )
    assert.deepEqual(canonicalNames({ Page: '' }, names, false), {})
  })
  test('collects a repeated name into a list, in any case', () => {
    assert.deepEqual(read({ page: '1', PAGE: '2' }), { Page: ['1', '2'] })
    assert.deepEqual(read({ page: ['1', '2'], Page: '3' }), { Page: ['1', '2', '3'] })
  })
  test('with text that cannot be stored is refused, with the parameter’s name', () => {
    for (const locale of ['a\u0000', '\ud800', ['en', '\u0000'], { a: 'b' }, 7])
      assert.throws(
        () => read({ LOCALE: locale }),
        ({ type, errors }) => type.code === 'validation_error' && errors[0].parameter === 'locale',
      )
  })
  test('ignores such text in undeclared parameters', () => {
    assert.deepEqual(read({ other: '\u0000', '\u0000': 'x' }), {})
  })
})
