import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newField, withFields, withInput } from '../../../console/offers/page-editor/form-fields.ts'
import {
  markablePlaces,
  markingOn,
  missingPart,
  moved,
  withMovedPart,
  withoutPart,
  withParts,
} from '../../../console/offers/page-editor/marked-parts.ts'
import { fieldsOf, markedPlace } from '../../../console/offers/page-form/form-schema.ts'

const part = (kind: string, value: string) => ({ kind, value })
type Part = ReturnType<typeof part>
type Page = { readonly answerSchema: Readonly<Record<string, unknown>>; readonly show?: readonly Part[] }
const [text, left, right] = [part('text', 'Compare'), part('image', '{{left}}'), part('image', '{{right}}')]

/** A form with boxes on the first picture, boxes on the second, and a choice. */
const form: Page = {
  show: [text, left, right],
  answerSchema: {
    type: 'object',
    properties: {
      first: { type: 'array', 'x-input': 'boxes' },
      second: { type: 'array', 'x-input': 'boxes', 'x-on': 2 },
      kind: { enum: ['cat', 'dog'] },
    },
    required: ['kind'],
  },
}

/** Returns the value of the part that each field marks. */
const marked = ({ answerSchema, show = [] }: Page) =>
  fieldsOf(answerSchema).map((field) => {
    const place = markedPlace(field, show)
    return place === undefined ? undefined : show[place]?.value
  })
const hints = ({ answerSchema }: Page) => fieldsOf(answerSchema).map(({ schema }) => schema['x-on'])

describe('a question', () => {
  test('moves one place, and the others keep their order', () => {
    const fields = fieldsOf(form.answerSchema)
    const after = withFields(form, moved(fields, 2, -1)).answerSchema
    assert.deepEqual(Object.keys(after['properties'] as object), ['first', 'kind', 'second'])
    assert.deepEqual(after['required'], ['kind'])
  })
  test('stays at the ends of the list', () => {
    assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b'])
    assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b'])
  })
  test('marks the part that is chosen, and keeps it with another kind of marks on it', () => {
    const [boxes] = fieldsOf(form.answerSchema)
    assert.ok(boxes)
    assert.deepEqual(markablePlaces(boxes, form.show ?? []), [1, 2])
    const on = markingOn(boxes, 2)
    assert.equal(withInput(on, 'points').schema['x-on'], 2)
    for (const input of ['spans', 'text'] as const) assert.equal(withInput(on, input).schema['x-on'], undefined, input)
  })
  test('says which part it lacks', () => {
    const field = newField([], 'choice', [])
    const missing = (input: 'boxes' | 'spans' | 'compare' | 'choice', show: Part[]) =>
      missingPart(withInput(field, input), show)
    assert.equal(missing('boxes', [text]), 'image')
    assert.equal(missing('spans', [left]), 'text')
    assert.equal(missing('compare', [left]), 'two')
    assert.deepEqual(
      [missing('boxes', [left]), missing('compare', [left, text]), missing('choice', [])],
      [undefined, undefined, undefined],
    )
  })
})

describe('a question that marks a part', () => {
  test('follows it when one before it is removed', () => {
    const after = withoutPart(form, 0)
    assert.deepEqual(after.show, [left, right])
    assert.deepEqual(marked(after), ['{{left}}', '{{right}}', undefined])
    assert.deepEqual(hints(after), [undefined, 1, undefined])
  })
  test('marks the first that is left when its own is removed', () => {
    const after = withoutPart(form, 2)
    assert.deepEqual(hints(after), [undefined, undefined, undefined])
    assert.deepEqual(marked(after), ['{{left}}', '{{left}}', undefined])
    assert.deepEqual(marked(withoutPart(withoutPart(form, 2), 1)), [undefined, undefined, undefined])
  })
  test('marks another when its own becomes something else', () => {
    const after = withParts(form, [text, left, part('audio', '{{right}}')])
    assert.deepEqual(marked(after), ['{{left}}', '{{left}}', undefined])
  })
  test('follows it when it moves, even if it marked the first without saying so', () => {
    const after = withMovedPart(form, 1, 1)
    assert.deepEqual(after.show, [text, right, left])
    assert.deepEqual(marked(after), ['{{left}}', '{{right}}', undefined])
  })
  test('keeps it when another picture comes before it', () => {
    const after = withParts(form, [part('image', '{{new}}'), left, right])
    assert.deepEqual(marked(after), ['{{left}}', '{{right}}', undefined])
  })
  test('no longer refers to a part that is not there', () => {
    const [, second] = fieldsOf(form.answerSchema)
    assert.ok(second)
    const broken = withFields(form, [markingOn(second, 9)])
    assert.deepEqual(hints(withParts(broken, [left])), [undefined])
  })
})
