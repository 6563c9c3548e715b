import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RE2JS } from 're2js'
import { processorMsOf } from '../../../test/support/processor-time.ts'
import { instructionsOf } from './cost.ts'
import { isUsablePattern, matchesPart } from './pattern.ts'
import { parsePattern } from './syntax.ts'

describe('a pattern', () => {
  test('matches a part of the text', () => {
    assert.ok(matchesPart('[A-Z0-9]{8}', '(AB12CD34)'))
    assert.ok(!matchesPart('^[A-Z0-9]{8}$', 'AB12CD345'))
    assert.ok(!matchesPart('[A-Z]', 'ab'))
    assert.ok(matchesPart('Ж\\d{2}', 'Ж12'))
    assert.ok(matchesPart('(?P<a>x)(?:y|z)?[^a-c\\]][[:digit:]-]+\\x41\\.', 'xyd1-2A.'))
    assert.ok(!matchesPart('a', `a${'b'.repeat(2_000)}`), 'a text that is too long')
  })

  test('with a back-reference or lookaround matches nothing, and neither does an invalid one', () => {
    const deep = `${'('.repeat(31)}a${')'.repeat(31)}`
    for (const pattern of ['(a)\\1', '(?=a)a', '(?<!b)a', '(', '[', 'a{2,1}', '*', 'a**', '[b-a]', '\\k', deep]) {
      assert.ok(!matchesPart(pattern, 'a'), pattern)
      assert.ok(!isUsablePattern(pattern), pattern)
    }
  })

  test('takes a few milliseconds at worst; a slower one matches nothing', () => {
    const text = `${'a'.repeat(199)}!`
    const evil = ['(?:(?:a?){1000})'.repeat(12), '((a{1,1000}){1,1000}){1,1000}', '(x{1000}){1000}', 'a{100000}']
    for (const pattern of evil) assert.ok(!isUsablePattern(pattern), pattern)
    const slow = ['^(a+)+$', '^(a|a)*$', '(a*)*b', '^(.*a){12}$', '^(?:a?){249}$', '(?:[a-f]?){240}b', '^(.*a){80}$']
    for (const pattern of [...evil, ...slow]) {
      const ms = processorMsOf(() => {
        for (let time = 0; time < 20; time++) assert.ok(!matchesPart(pattern, text), pattern)
      })
      assert.ok(ms / 20 < 40, `${pattern} took ${ms / 20} ms for each match`)
    }
  })

  test('cannot be used if it compiles to more than 500 instructions', () => {
    for (const pattern of ['(?:(?:a?){1000})'.repeat(12), '(x{30}){30}', '(a|b){400}', '[0-9]{501}'])
      assert.ok(!isUsablePattern(pattern), pattern)
    assert.ok(isUsablePattern('K7QX2M-[0-9]{100}'))
  })

  test('is measured as it is compiled where a class could end in two places', () => {
    const large = '(?:a?){200}(?:a?){200}(?:a?){200}'
    for (const pattern of [`[+-[:a:]${large}]`, `[[:digit:]+-[:a:]${large}]`, `[]]${large}]`, `[\\]]${large}]`])
      assert.ok(!isUsablePattern(pattern), pattern)
    assert.ok(isUsablePattern(`[a${large}]`))
  })

  test('never compiles to more instructions than estimated', () => {
    const parts = [
      'a',
      '(a|b)',
      '[a-z]',
      '[[:digit:]_]',
      '[^\\d-]',
      '\\pL',
      '[+-[:a:]]',
      '(?:x?)',
      '()',
      '(|)',
      '.',
      '^',
      '\\d',
      '(?:ab|cd|)',
    ]
    const times = ['', '*', '+', '?', '{3}', '{0}', '{2,}', '{0,}', '{1,7}', '{0,4}?', '+?']
    const patterns = parts.flatMap((one) => times.map((often) => `${one}${often}`))
    const nested = patterns.flatMap((one) =>
      times.flatMap((often) => [`(?:${one})${often}`, `(${one}${one}|b)${often}`]),
    )
    for (const pattern of [...patterns, ...nested]) {
      const tree = parsePattern(pattern)
      assert.ok(tree, pattern)
      assert.ok(RE2JS.compile(pattern).programSize() <= instructionsOf(tree) + 2, pattern)
    }
  })
})
