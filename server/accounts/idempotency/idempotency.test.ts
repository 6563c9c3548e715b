import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Problem } from '../../values/problems/problem.ts'
import { keyOf, requestHash } from './idempotency.ts'

describe('an Idempotency-Key', () => {
  const same: readonly [string, string][] = [
    ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['"two words"', 'two words'],
    ['"a \\"quoted\\" \\\\ word"', 'a "quoted" \\ word'],
    ['  key:1/2=3;x  ', 'key:1/2=3;x'],
    ['x', 'x'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ]
  for (const [header, key] of same)
    test(`is parsed from ${header.slice(0, 40)}`, () => {
      assert.equal(keyOf(header), key)
    })
  const wrong = [
    '',
    '""',
    ' ',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
    'two words',
    '"no end',
    'no start"x y',
    '"a", "b"',
    '"a";p=1',
    '"a\\n"',
    'ключ',
    'a\u0000b',
    'a\tb',
  ]
  for (const header of wrong)
    test(`is rejected as ${JSON.stringify(header).slice(0, 40)}, naming the header`, () => {
      assert.throws(
        () => keyOf(header),
        (problem: Problem) => problem.errors[0]?.field === 'Idempotency-Key',
      )
    })
})

test('requests differ by method, path and key', () => {
  const hashes = [
    ['POST', '/v1/tasks', 'a'],
    ['PATCH', '/v1/tasks', 'a'],
    ['POST', '/v1/task', 's\na'],
    ['POST', '/v1/tasks', 'b'],
  ].map(([method = '', path = '', key = '']) => requestHash(method, path, key).toString('hex'))
  assert.equal(new Set(hashes).size, hashes.length)
})
