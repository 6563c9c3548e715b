import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FieldDef } from 'pg'
import { rowReader } from './rows.ts'

const types = { int8: 20, int4: 23, text: 25, bool: 16, date: 1082, timestamptz: 1184, int8Array: 1016, jsonb: 3802 }
const read = (name: string, type: keyof typeof types, value: string | null): unknown => {
  const record = rowReader([{ name, dataTypeID: types[type] } as FieldDef])([value]) as Record<string, unknown>
  return Object.values(record)[0]
}

describe('a row', () => {
  test('becomes a record with names in camelCase', () => {
    const fields = ['id', 'created_at_utc', 'caller_has_role', 'a1_b2', '_x'].map(
      (name) => ({ name, dataTypeID: 25 }) as FieldDef,
    )
    const record = rowReader(fields)(['a', 'b', 'c', 'd', 'e'])
    assert.deepEqual(record, { id: 'a', createdAtUtc: 'b', callerHasRole: 'c', a1B2: 'd', X: 'e' })
  })
  test('has null for a missing value', () => {
    for (const type of Object.keys(types) as (keyof typeof types)[]) assert.equal(read('a', type, null), null)
  })
})

describe('a bigint', () => {
  test('of money stays an exact bigint', () => {
    assert.equal(read('held_units', 'int8', '9223372036854775807'), 9_223_372_036_854_775_807n)
    assert.equal(read('units', 'int8', '-1'), -1n)
  })
  test('of an id or a count becomes a number', () => {
    assert.equal(read('id', 'int8', '42'), 42)
    assert.equal(read('total_count', 'int8', '0'), 0)
  })
  test('throws if no number can hold it', () => {
    assert.throws(() => read('id', 'int8', '9007199254740993'), /beyond 2\^53/)
    assert.throws(() => read('ids', 'int8Array', '{1,9007199254740993}'), /beyond 2\^53/)
  })
})

describe('a time', () => {
  const times: readonly (readonly [string, string])[] = [
    ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.500Z'],
    ['2026-01-31 12:00:00.123-03', '2026-01-31T15:00:00.123Z'],
    ['2026-01-31 12:00:00.12+05:30', '2026-01-31T06:30:00.120Z'],
    ['2024-02-29 23:59:59.999+00', '2024-02-29T23:59:59.999Z'],
    ['2024-02-29 23:59:59.01+00', '2024-02-29T23:59:59.010Z'],
    ['0099-12-31 00:00:00+00', '0099-12-31T00:00:00.000Z'],
    ['2026-01-31 12:00:00.123456+00', '2026-01-31T12:00:00.123Z'],
  ]
  for (const [text, instant] of times)
    test(text, () => assert.equal((read('at', 'timestamptz', text) as Date).toISOString(), instant))

  test('of a day stays text: it is the same day in every time zone', () =>
    assert.equal(read('day', 'date', '2026-01-31'), '2026-01-31'))
})

test('everything else keeps its value', () => {
  assert.deepEqual([read('a', 'bool', 't'), read('a', 'bool', 'f')], [true, false])
  assert.equal(read('a', 'int4', '-7'), -7)
  assert.equal(read('a', 'text', '007'), '007')
  assert.deepEqual(read('a', 'jsonb', '{"b":[1]}'), { b: [1] })
  assert.deepEqual([read('a', 'int8Array', '{}'), read('a', 'int8Array', '{1,2}')], [[], [1, 2]])
})
