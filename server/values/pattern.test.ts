import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isPattern, matchesWhole } from './pattern.ts'

describe('a pattern', () => {
  test('matches the whole text or nothing', () => {
    assert.ok(matchesWhole('[A-Z0-9]{8}', 'AB12CD34'))
    for (const text of ['AB12CD3', 'AB12CD345', ' AB12CD34', 'ab12cd34', 'AB12CD34\n', ''])
      assert.ok(!matchesWhole('[A-Z0-9]{8}', text), JSON.stringify(text))
    assert.ok(matchesWhole('OK|[0-9]+', '77'))
    assert.ok(!matchesWhole('OK|[0-9]+', 'OK77'))
    assert.ok(matchesWhole('Ж\\d{2}', 'Ж12'))
  })

  test('that goes back or looks around matches nothing, and neither does one that is none', () => {
    for (const pattern of ['(a)\\1', '(?=a)a', '(?<!b)a', '(', '[', 'a{2', '*'])
      assert.ok(!matchesWhole(pattern, 'a'), pattern)
    assert.deepEqual(['(a)\\1', 'a+'].map(isPattern), [false, true])
  })

  test('takes a time that grows with the text alone', { timeout: 5_000 }, () => {
    const text = `${'a'.repeat(20_000)}!`
    for (const pattern of ['(a+)+', '(a|a)*', '(a*)*b', '(.*a){12}']) assert.ok(!matchesWhole(pattern, text), pattern)
  })

  test('of many repetitions is refused or small', { timeout: 5_000 }, () => {
    for (const pattern of ['((a{1,1000}){1,1000}){1,1000}', '(x{1000}){1000}', 'a{100000}'])
      assert.ok(!matchesWhole(pattern, 'a'.repeat(100)))
  })
})
