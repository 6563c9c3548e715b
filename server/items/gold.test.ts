import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Gold } from '../values/gold/gold.ts'
import { goldAnswerErrors, goldCells, isRight, overlapOf } from './gold.ts'

const by = (comparing: Gold['compare'][string]) => ({ compare: { a: comparing } })
const right = (comparing: Gold['compare'][string], expected: unknown, given: unknown) =>
  isRight({ a: expected }, { a: given }, by(comparing))

describe('an answer to a gold item is right', () => {
  test('if the members of the known answer are equal; others do not count', () => {
    const none = { compare: {} }
    assert.equal(isRight({ label: 'cat' }, { label: 'cat', comment: 'sleeps' }, none), true)
    assert.equal(isRight({ label: 'cat' }, { label: 'Cat' }, none), false)
    assert.equal(isRight({ label: 'cat' }, {}, none), false)
    assert.equal(isRight({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, none), true)
    assert.equal(isRight({ toString: 'cat' }, {}, none), false)
    for (const given of [null, undefined, 'cat', 5, [], ['cat']])
      assert.equal(isRight({ label: 'cat' }, given, none), false)
  })

  test('as a set in any order, without repetitions', () => {
    assert.equal(right({ by: 'Set' }, ['a', 'b'], ['b', 'a', 'b']), true)
    assert.equal(right({ by: 'Set' }, ['a', 'b'], ['a']), false)
    assert.equal(right({ by: 'Set' }, ['a'], ['a', 'b']), false)
    assert.equal(right({ by: 'Set' }, ['1'], [1]), false)
    assert.equal(right({ by: 'Set' }, [], []), true)
    assert.equal(right({ by: 'Set' }, 'a', 'a'), false)
  })

  test('as a number within the tolerance, up to the rounding of decimals', () => {
    assert.equal(right({ by: 'Number', tolerance: 0.1 }, 0.2, 0.3), true)
    assert.equal(right({ by: 'Number', tolerance: 0.1 }, 0.2, 0.3001), false)
    assert.equal(right({ by: 'Number', tolerance: 0 }, 5, 5), true)
    assert.equal(right({ by: 'Number', tolerance: 1e12 }, 1e308, -1e308), false)
    assert.equal(right({ by: 'Number', tolerance: 1 }, 5, '5'), false)
    assert.equal(right({ by: 'Number', tolerance: 1 }, 5, null), false)
  })

  test('as a text in any case, width and spacing', () => {
    assert.equal(right({ by: 'Text' }, 'Straße  1', '  straße 1\n'), true)
    assert.equal(right({ by: 'Text' }, 'ABC 12', 'ａｂｃ　１２'), true)
    assert.equal(right({ by: 'Text' }, 'cafe\u0301', 'CAFÉ'), true)
    assert.equal(right({ by: 'Text' }, 'cafe', 'café'), false)
    assert.equal(right({ by: 'Text' }, 'cat', ['cat']), false)
  })

  test('as boxes that overlap enough, each with one of the same label', () => {
    const box = { x: 0, y: 0, width: 0.4, height: 0.4 }
    const moved = { ...box, x: 0.1 }
    assert.equal(overlapOf(box, box), 1)
    assert.ok(Math.abs(overlapOf(box, moved) - 0.6) < 1e-9, '0.3 × 0.4 shared of 0.5 × 0.4')
    assert.equal(overlapOf(box, { ...box, x: 0.5 }), 0)
    const boxes = { by: 'Boxes', minOverlap: 0.5 } as const
    const far = { ...box, x: 0.6, y: 0.6 }
    assert.equal(right(boxes, [box, far], [far, moved]), true)
    assert.equal(right(boxes, [box], [moved, moved]), false)
    assert.equal(right(boxes, [box, far], [box, box]), false)
    assert.equal(right(boxes, [{ ...box, label: 'cat' }], [{ ...box, label: 'dog' }]), false)
    assert.equal(right(boxes, [], []), true)
    for (const given of [undefined, 'x', [null], [{ x: 0 }], [{ ...box, x: '0' }]])
      assert.equal(right(boxes, [box], given), false)
  })
})

describe('a known answer', () => {
  const page = JSON.stringify({
    kind: 'form',
    answerSchema: {
      type: 'object',
      properties: { label: { enum: ['cat', 7] }, count: { type: 'integer' }, text: { type: 'string' } },
      required: ['label', 'count'],
      additionalProperties: false,
    },
  })
  const gold: Gold = { perSlot: 1, compare: {}, minAccuracy: null, minAnswers: 5, earlierWork: 'Keep' }
  const errors = (goldAnswer: object | null, rules: object = {}) =>
    goldAnswerErrors([{ goldAnswer: goldAnswer as never }], { gold, itemsPerSlot: 2, page, ...rules }).map(
      ({ field, code }) => `${field} ${code}`,
    )

  test('fits the page, but may be known in part', () => {
    assert.deepEqual(errors({ label: 'cat' }), [])
    assert.deepEqual(errors({ label: 'dog' }), ['items.0.goldAnswer.label enum'])
    assert.deepEqual(errors({ size: 1 }), ['items.0.goldAnswer.size additional_properties'])
    assert.deepEqual(errors({}), ['items.0.goldAnswer required'])
    assert.deepEqual(errors({ size: 1 }, { page: null }), [])
  })

  test('is only for tasks with gold, and needed in a quiz', () => {
    assert.deepEqual(errors({ label: 'cat' }, { gold: null }), ['items.0.goldAnswer not_possible'])
    assert.deepEqual(errors(null), [])
    assert.deepEqual(errors(null, { itemsPerSlot: 1 }), ['items.0.goldAnswer required'])
  })

  test('is bounded', () => {
    assert.deepEqual(errors({ text: 'x'.repeat(20_000) }), ['items.0.goldAnswer max_length'])
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)
    assert.deepEqual(errors(deep, { page: null }), ['items.0.goldAnswer depth'])
  })

  test('in a file is a text, or what the page wants', () => {
    const goldCell = goldCells(page)
    assert.equal(goldCell('7', 'label'), 7)
    assert.equal(goldCell('cat', 'label'), 'cat')
    assert.equal(goldCell('7', 'text'), '7')
    assert.equal(goldCell('7', 'count'), 7)
    assert.equal(goldCell('seven', 'count'), 'seven')
    assert.deepEqual(goldCells(null)('["a"]', 'tags'), ['a'])
  })
})
