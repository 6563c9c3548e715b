import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idFromPath, idOf } from './id.ts'

describe('an id in a path', () => {
  test('is parsed from digits', () => {
    assert.deepEqual(['1', '42', '9007199254740991'].map(idFromPath), [1, 42, Number.MAX_SAFE_INTEGER])
  })
  const others = [
    '',
    '0',
    '07',
    '007',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1.0',
    '1e3',
    '0x1',
    '９',
    'abc',
    '__proto__',
    '1\n',
    '1'.repeat(20),
  ]
  const tooLong = ['9007199254740992', '9007199254740993', '9223372036854775807', '9999999999999999999']
  for (const text of [...others, ...tooLong])
    test(`${JSON.stringify(text)} is the id of no record`, () => assert.equal(idFromPath(text), 0))
})

test('a number of a validated body is an id', () => assert.equal(idOf(7), 7))
