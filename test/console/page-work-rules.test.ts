import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerOf, choicesOf, chosen, fieldsOf, isDone } from '../../console/offers/page-form/form-schema.ts'
import { afterKey, boxBetween, middle } from '../../console/offers/page-form/marks.ts'
import { segmentsOf, withoutSpans, withSpan, wordsOf } from '../../console/offers/page-form/text-spans.ts'

const fields = fieldsOf({
  type: 'object',
  properties: {
    animal: { enum: ['cat', 'dog'], 'x-labels': { cat: { en: 'A cat', ru: 'Кошка' }, dog: 'A dog' } },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    boxes: { type: 'array', 'x-input': 'boxes' },
    stars: { type: 'integer', 'x-input': 'rating', minimum: 0, maximum: 3 },
    day: { type: 'string', format: 'date' },
    note: { type: 'string' },
    fine: { type: 'boolean' },
  },
  required: ['animal', 'boxes', 'note'],
})
const field = (key: string) => fields.find((each) => each.key === key) as (typeof fields)[number]

describe('the fields of a form', () => {
  test('have an input that follows from their type', () => {
    const inputs = fields.map(({ input }) => input)
    assert.deepEqual(inputs, ['choice', 'choices', 'boxes', 'rating', 'date', 'text', 'choice'])
  })

  test('have choices with names and keys', () => {
    const shown = (key: string, language: string) =>
      choicesOf(field(key), language).map(({ label, hotkey }) => `${hotkey} ${label ?? ''}`)
    assert.deepEqual(shown('animal', 'ru'), ['1 Кошка', '2 A dog'])
    assert.deepEqual(shown('animal', 'de'), ['1 A cat', '2 A dog'])
    assert.deepEqual(shown('stars', 'en'), ['0 ', '1 ', '2 ', '3 '])
    assert.deepEqual(shown('fine', 'en'), ['1 ', '2 '])
    const many = fieldsOf({ properties: { a: { enum: Array.from({ length: 40 }, (_, index) => index) } } })
    const keys = many.flatMap((each) => choicesOf(each, 'en').map(({ hotkey }) => hotkey)).filter((key) => key !== '')
    assert.deepEqual([keys.length, new Set(keys).size, keys.includes('n')], [32, 32, false])
  })

  test('are done once the required ones have a value', () => {
    assert.ok(!isDone(fields, undefined))
    assert.ok(!isDone(fields, { value: { animal: 'cat', note: '' } }))
    assert.ok(isDone(fields, { value: { animal: 'cat', note: 'x' } }))
    assert.ok(isDone(fields, { skipped: 'blurred' }))
  })

  test('are submitted without empty ones; a required list may be empty', () => {
    const value = { animal: 'cat', tags: ['a'], note: '', day: '', fine: false }
    assert.deepEqual(answerOf(fields, value), { animal: 'cat', tags: ['a'], boxes: [], fine: false })
    assert.deepEqual(chosen(field('tags'), ['a'], 'b'), ['a', 'b'])
    assert.deepEqual(chosen(field('tags'), ['a', 'b'], 'a'), ['b'])
    assert.equal(chosen(field('animal'), 'cat', 'dog'), 'dog')
  })
})

describe('marks on a picture', () => {
  test('lie within it', () => {
    assert.deepEqual(boxBetween({ x: 0.5, y: 1.4 }, { x: -0.2, y: 0.25 }), { x: 0, y: 0.25, width: 0.5, height: 0.75 })
    assert.equal(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.5, y: 0.9 }), undefined)
  })

  test('are moved and resized by arrow keys', () => {
    const box = middle(true)
    assert.deepEqual(afterKey(box, 'ArrowUp', false), { ...box, y: 0.39 })
    assert.deepEqual(afterKey(box, 'ArrowRight', true), { ...box, width: 0.21 })
    assert.deepEqual(afterKey({ ...box, x: 0.8 }, 'ArrowRight', false), { ...box, x: 0.8 })
    assert.deepEqual(afterKey({ x: 0, y: 0.5, label: 'a' }, 'ArrowLeft', true), { x: 0, y: 0.5, label: 'a' })
    assert.equal(afterKey(box, 'Enter', false), undefined)
  })
})

describe('spans of a text', () => {
  const text = '😀 Anna met Ben.'

  test('count characters', () => {
    const words = wordsOf(text)
    const texts = words.map(({ start, end }) => [...text].slice(start, end).join(''))
    assert.deepEqual(texts, ['Anna', 'met', 'Ben'])
  })

  test('divide the text without changing it', () => {
    const [anna, , ben] = wordsOf(text)
    const segments = segmentsOf(text, [{ ...(anna as NonNullable<typeof anna>), label: 'p' }], ben)
    assert.equal(segments.map((segment) => segment.text).join(''), text)
    assert.deepEqual(
      segments.filter(({ isMarked, isCursor }) => isMarked || isCursor).map((segment) => [segment.text, segment.label]),
      [
        ['Anna', 'p'],
        ['Ben', undefined],
      ],
    )
  })

  test('are added in their order, replaced and removed', () => {
    const spans = withSpan([{ start: 4, end: 6 }], { start: 0, end: 2, label: 'a' })
    assert.deepEqual(spans, [
      { start: 0, end: 2, label: 'a' },
      { start: 4, end: 6 },
    ])
    assert.equal(withSpan(spans, { start: 0, end: 2, label: 'b' }).length, 2)
    assert.deepEqual(withoutSpans(spans, { start: 1, end: 3 }), [{ start: 4, end: 6 }])
  })
})
