import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { Type } from 'typebox'
import { id, idParams, iso, isoOrNull, listOf, nullable, openObject, pageQuery, text } from './schema.ts'

const ajv = new Ajv({ strict: false })
const takes = (schema: object, value: unknown): boolean => ajv.validate(schema, value)

describe('the schema', () => {
  test('of a nullable value accepts null or the value, with its limits', () => {
    const schema = nullable(Type.String({ maxLength: 2 }))
    assert.deepEqual(
      ['ab', null, 'abc', 1, undefined].map((value) => takes(schema, value)),
      [true, true, false, false, false],
    )
  })
  test('of a nullable object accepts null', () => {
    const schema = nullable(Type.Object({ a: text }))
    assert.deepEqual(
      [{ a: 'x' }, null, {}].map((value) => takes(schema, value)),
      [true, true, false],
    )
  })
  test('of an id accepts safe integers', () => {
    assert.deepEqual(
      [1, Number.MAX_SAFE_INTEGER, 0, 1.5, 2 ** 53].map((value) => takes(id, value)),
      [true, true, false, false, false],
    )
  })
  test('of an open object keeps every member', () => {
    assert.ok(takes(openObject, { anything: [{ at: 'all' }] }))
    assert.ok(!takes(openObject, []))
  })
  test('of a page has items, the page used, and the next cursor', () => {
    const page = { items: [1], totalCount: 1, page: 1, pageSize: 20, nextCursor: null }
    for (const nextCursor of [null, 'AbC']) assert.ok(takes(listOf(id), { ...page, nextCursor }))
    for (const member of Object.keys(page)) assert.ok(!takes(listOf(id), { ...page, [member]: undefined }))
  })
  test('of a page query requires nothing and has no limits, because values are clamped', () => {
    for (const value of [{}, { page: -1, pageSize: 10_000 }]) assert.ok(takes(Type.Object(pageQuery), value))
  })
  test('of a path id accepts any text: an invalid id is not found', () =>
    assert.ok(takes(idParams('id'), { id: '../..' })))
})

test('formats times in UTC with milliseconds', () => {
  assert.equal(iso(new Date('2026-01-31T12:00:00+02:00')), '2026-01-31T10:00:00.000Z')
  assert.deepEqual([isoOrNull(null), isoOrNull(new Date(0))], [null, '1970-01-01T00:00:00.000Z'])
})
