import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { foldText, textFault, tidyText } from './texts.ts'
import { nearestName, unknownMember, unknownParameter } from './unknown-names.ts'

describe('a text is stored', () => {
  test('trimmed and in composed form, with its joined emoji', () => {
    assert.equal(tidyText('\u00a0 Cafe\u0301 \n'), 'Café')
    assert.equal(tidyText('👩‍👩‍👧 ❤️'), '👩‍👩‍👧 ❤️')
  })
  test('unchanged the second time', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => tidyText(tidyText(text)) === tidyText(text))))
})

describe('a title', () => {
  const blank = [
    '\u200b\u200b\u200b',
    '\u2060',
    '\u00ad\u00ad',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u0301',
    '\u115f',
    '\ufeff\u200d',
  ]
  for (const text of blank)
    test(`of ${JSON.stringify(text)} shows nothing and is refused`, () => {
      const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      const { code: why, detail } = textFault('title', text) ?? {}
      assert.deepEqual([why, detail?.en.includes(`U+${code}`)], ['blank', true], detail?.en)
    })
  for (const character of ['\u202e', '\u202a', '\u2066', '\u2069', '\n', '\t', '\u0007', '\u0085', '\u2028'])
    test(`with ${JSON.stringify(character)} is refused by the name of the character`, () => {
      const { code, detail } = textFault('title', `Pay${character}pal`) ?? {}
      const name = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      assert.deepEqual([code, detail?.en.includes(`U+${name}`)], ['character', true], detail?.en)
    })
  for (const text of ['!', '7', 'ё', '你', '👩‍👩‍👧', 'שלום \u200f!', 'a\u200cb', '☕️'])
    test(`${text} is allowed`, () => assert.equal(textFault('title', text), undefined))
})

test('a longer text may have lines and isolates, but neither controls nor overrides', () => {
  assert.equal(textFault('prose', 'one\r\n\ttwo \u2067שלום\u2069 \u200b'), undefined)
  for (const character of ['\u202e', '\u0000', '\u001b', '\u009b'])
    assert.equal(textFault('prose', `a${character}`)?.code, 'character', JSON.stringify(character))
})

describe('a search', () => {
  const equals = [
    ['Ёлка', 'елка'],
    ['Cafe\u0301', 'CAFÉ'],
    ['Ｔｅｓｔ ①', 'test 1'],
    ['STRASSE', 'Straße'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['Мои\u0306 ', ' мой'],
    ['a\u00a0 b', 'a b'],
    ['sur\u00advey\u200b', 'survey'],
    ['ﬁle', 'FILE'],
  ] as const
  for (const [one, other] of equals)
    test(`takes ${one} and ${other} for equal`, () => assert.equal(foldText(one), foldText(other)))
  test('folds a folded text to itself', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text))))
})

const known = ['maxCost', 'maxAge', 'status', 'taskId', 'targetCountryIds', 'offerCategoryId', 'totalLimit', 'title']
const cases: readonly (readonly [string, string | undefined])[] = [
  ['maxcost', 'maxCost'],
  ['max_cost', 'maxCost'],
  ['max-costs', 'maxCost'],
  ['stauts', 'status'],
  ['status[]', 'status'],
  ['tite', 'title'],
  ['categoryId', 'offerCategoryId'],
  ['limit', 'totalLimit'],
  ['excludedCountryIds', undefined],
  ['dryRun', undefined],
  ['x', undefined],
  ['', undefined],
  ['[]', undefined],
  ['__proto__', undefined],
  [`maxCost${'t'.repeat(100_000)}`, undefined],
]

for (const [given, expected] of cases)
  test(`${given.slice(0, 30)} is taken for ${expected ?? 'nothing'}`, () =>
    assert.equal(nearestName(given, known), expected))

test('an unknown name is refused by its place, with the nearest known name for people and programs', () => {
  assert.deepEqual(unknownMember('budget.maxcost', 'maxcost', known), {
    pointer: '#/budget/maxcost',
    field: 'budget.maxcost',
    code: 'unknown_member',
    detail: {
      en: 'is not known to this operation. Did you mean maxCost?',
      ru: 'этой операции не известно. Возможно, maxCost?',
    },
    params: { nearest: 'maxCost' },
  })
  assert.deepEqual(unknownParameter('wolf', known), {
    parameter: 'wolf',
    field: 'wolf',
    code: 'unknown_parameter',
    detail: { en: 'is not known to this operation.', ru: 'этой операции не известно.' },
  })
})
