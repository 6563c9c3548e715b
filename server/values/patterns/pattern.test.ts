import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RE2JS } from 're2js'
import { processorMsOf } from '../../../test/support/processor-time.ts'
import { instructionsOf } from './cost.ts'
import { matchesWhole, patternFault } from './pattern.ts'
import { parsePattern } from './syntax.ts'

describe('a pattern', () => {
  test('matches only the whole text', () => {
    assert.ok(matchesWhole('[A-Z0-9]{8}', 'AB12CD34'))
    for (const text of ['AB12CD3', 'AB12CD345', ' AB12CD34', 'ab12cd34', 'AB12CD34\n', ''])
      assert.ok(!matchesWhole('[A-Z0-9]{8}', text), JSON.stringify(text))
    assert.ok(matchesWhole('OK|[0-9]+', '77'))
    assert.ok(!matchesWhole('OK|[0-9]+', 'OK77'))
    assert.ok(matchesWhole('Ж\\d{2}', 'Ж12'))
    assert.ok(matchesWhole('(?P<a>x)(?:y|z)?[^a-c\\]][[:digit:]-]+', 'xyd1-2'))
  })

  test('with a back-reference or lookaround matches nothing, and neither does an invalid one', () => {
    for (const pattern of ['(a)\\1', '(?=a)a', '(?<!b)a', '(', '[', 'a{2', '*', 'a**', '[b-a]', '\\k'])
      assert.ok(!matchesWhole(pattern, 'a'), pattern)
    for (const pattern of ['(a)\\1', '(?=a)a', '(', '[', 'a**', 'a'.repeat(31).replaceAll('a', '(')])
      assert.equal(patternFault(pattern)?.code, 'format', pattern)
  })

  test('takes a few milliseconds at worst; a slower one matches nothing', () => {
    const text = `${'a'.repeat(199)}!`
    const evil = ['(?:(?:a?){1000})'.repeat(12), '((a{1,1000}){1,1000}){1,1000}', '(x{1000}){1000}', 'a{100000}']
    const slow = ['(a+)+', '(a|a)*', '(a*)*b', '(.*a){12}', '(?:a?){249}', '(?:[a-f]?){240}b', '(.*a){80}']
    for (const pattern of [...evil, ...slow]) {
      const ms = processorMsOf(() => {
        for (let time = 0; time < 20; time++) assert.ok(!matchesWhole(pattern, text), pattern)
      })
      assert.ok(ms / 20 < 40, `${pattern} took ${ms / 20} ms for each match`)
    }
  })

  test('is refused if it compiles to more than 500 instructions', () => {
    for (const pattern of ['(?:(?:a?){1000})'.repeat(12), '(x{30}){30}', '(a|b){400}', 'K7QX2M-[0-9]{501}'])
      assert.equal(patternFault(pattern)?.code, 'pattern_size', pattern)
    assert.match(patternFault('(x{30}){30}')?.detail.en ?? '', /at most 500 instructions/)
    assert.equal(patternFault('K7QX2M-[0-9]{100}'), undefined)
  })

  test('never compiles to more instructions than estimated', () => {
    const parts = ['a', '(a|b)', '[a-z]', '(?:x?)', '()', '(|)', '.', '^', '\\d', '(?:ab|cd|)']
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

describe('a pattern of completion codes', () => {
  const guessable = (pattern: string) => patternFault(pattern)?.code === 'pattern_guessable'

  test('is refused if it is too easy to guess for a known shape', () => {
    const shapes = [
      '.*',
      '.+',
      '\\w+',
      '\\d{3}',
      '\\d{12}',
      '[A-Z0-9]{8}',
      '[a-zA-Z]{20}',
      'OK',
      'OK-[0-9]+',
      '\\S{10}',
    ]
    const nearly = [
      'K7QX|.*',
      '(K7QX2M)?',
      '(?:K7QX2M)*',
      '.*K7Q.*',
      '[^K][^7][^Q][^X][^2][^M]',
      '\\pL{9}',
      '[[:alpha:]]{9}',
    ]
    const others = ['', '-------', '[0-9A-F]{10}', '.*K7QX2.*.*', 'a?b?c?d?e?f?g?h?', '[а-я]{12}']
    for (const pattern of [...shapes, ...nearly, ...others]) assert.ok(guessable(pattern), pattern)
  })

  test('is accepted if it is hard enough to guess', () => {
    const good = [
      'K7QX2M',
      'K7QX2M-[0-9]{4}',
      'K7QX2M-[0-9]+',
      '(K7QX2M|P3WZ9A)',
      'survey-finish-\\d\\d',
      '[AB]{12}7Q3X',
    ]
    for (const pattern of [...good, '^K7QX2M$', 'жукотень', '[KQ]7[XZ]2[MN]9PW'])
      assert.equal(patternFault(pattern), undefined)
  })

  test('is refused with the chance of a guess, the limit and advice', () => {
    assert.equal(
      patternFault('AB[0-9]{3}')?.detail.en,
      'must be harder to guess: a text of the right shape matches with a chance of 1 in 676, but at most 1 in 1,000,000 is accepted ' +
        '(20 bits). Add letters and digits that are fixed, such as K7QX2M-[0-9]{4}, or use a list of single-use codes.',
    )
  })
})
