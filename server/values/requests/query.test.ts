import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
