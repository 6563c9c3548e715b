import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../offers/pages/page.ts'
import { type Asked, answerErrors } from './answers.ts'

const page: Page = {
  kind: 'form',
  answerSchema: {
    type: 'object',
    properties: {
      label: { enum: ['cat', 'dog'] },
      boxes: { type: 'array', 'x-input': 'boxes' },
      spans: { type: 'array', 'x-input': 'spans' },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    },
    required: ['label'],
  },
}
const value = { label: 'cat' }
const found = (answers: unknown, asked: Partial<Asked> = {}) =>
  answerErrors(answers, { page, items: null, skipsMax: 0, ...asked }).map(({ field, code }) => `${field} ${code}`)

describe('answers without items', () => {
  test('are exactly one', () => {
    assert.deepEqual(found([{ value }]), [])
    assert.deepEqual(found(undefined), ['details.answers required'])
    assert.deepEqual(found([]), ['details.answers count'])
    assert.deepEqual(found([{ value }, { value }]), ['details.answers count'])
    assert.deepEqual(found([null]), ['details.answers.0 type'])
  })

  test('name no item, and cannot be skipped', () => {
    assert.deepEqual(found([{ value, itemId: 1 }]), ['details.answers.0.itemId additional_properties'])
    assert.deepEqual(found([{ skipped: 'no' }]), [
      'details.answers.0.skipped additional_properties',
      'details.answers.0.value required',
    ])
  })

  test('fit the schema', () => {
    assert.deepEqual(found([{ value: { label: 'cow' } }]), ['details.answers.0.value.label enum'])
    assert.deepEqual(found([{ value: 5 }]), ['details.answers.0.value type'])
    const [error] = answerErrors([{ value: {} }], { page, items: null, skipsMax: 0 })
    assert.deepEqual(error?.detail, { en: 'Is missing.', ru: 'Нужно заполнить.' })
  })

  test('have marks within what they mark', () => {
    const box = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }
    assert.deepEqual(found([{ value: { ...value, boxes: [box, { ...box, x: 0.6 }] } }]), [
      'details.answers.0.value.boxes.1 range',
    ])
    assert.deepEqual(found([{ value: { ...value, spans: [{ start: 2, end: 2 }] } }]), [
      'details.answers.0.value.spans.0 range',
    ])
  })

  test('are bounded', () => {
    const deep = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`)
    assert.deepEqual(found([{ value: { ...value, deep } }]).length, 1)
    const tags = Array.from({ length: 501 }, () => 'a')
    assert.deepEqual(found([{ value: { ...value, tags } }]), ['details.answers.0.value.tags max_items'])
  })
})

describe('hostile answers', () => {
  const schemaPage = (more: object): Page => ({ kind: 'html', html: '', answerSchema: { type: 'object', ...more } })
  const members = (count: number, member: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, member]))
  const sent = (more: object, value: object) => found([{ value }], { page: schemaPage(more) })

  test('are checked no further than needed, however many there are', () => {
    const many = Array.from({ length: 6_000 }, () => ({ value: {} }))
    assert.equal(found(many).length, 20)
    assert.equal(found(many, { items: [5] }).length, 20)
  })

  test('match no pattern any more after very many steps', () => {
    const more = { additionalProperties: { type: 'string', pattern: '[a-z]{100}' } }
    const [few, many] = [members(10, 'x'.repeat(2_000)), members(60, 'x'.repeat(2_000))]
    assert.deepEqual(sent(more, few), [])
    assert.equal(sent(more, many).length, 20)
    assert.deepEqual(sent(more, few), [])
  })

  test('have one error if they could have very many', () => {
    const more = { allOf: Array.from({ length: 1_000 }, () => ({ additionalProperties: { type: 'string' } })) }
    assert.equal(sent(more, members(5, 1)).length, 20)
    assert.equal(sent(more, members(400, 1)).length, 1)
  })

  test('with too many values for their schema are refused', () => {
    const more = { allOf: Array.from({ length: 4_000 }, () => true) }
    const lists = members(40, Array(400).fill(1))
    assert.deepEqual(sent(more, lists), ['details.answers too_large'])
  })
})

describe('answers for items', () => {
  const items = [5, 7]

  test('are one for each item', () => {
    assert.deepEqual(
      found(
        [
          { itemId: 7, value },
          { itemId: 5, value },
        ],
        { items },
      ),
      [],
    )
    assert.deepEqual(found([{ itemId: 7, value }], { items }), ['details.answers missing_items'])
    const twice = [5, 7, 7].map((itemId) => ({ itemId, value }))
    assert.deepEqual(found(twice, { items }), ['details.answers.2.itemId unique_items'])
    const foreign = [5, 7, 8].map((itemId) => ({ itemId, value }))
    assert.deepEqual(found(foreign, { items }), ['details.answers.2.itemId unknown'])
  })

  test('may be skipped with a reason, as often as the offer allows, but not all', () => {
    const skip = { itemId: 5, skipped: 'blurred' }
    const answers = [skip, { itemId: 7, value }]
    assert.deepEqual(found(answers, { items, skipsMax: 1 }), [])
    assert.deepEqual(found(answers, { items }), ['details.answers skips'])
    assert.deepEqual(found([skip, { ...skip, itemId: 7 }], { items, skipsMax: 5 }), ['details.answers skips'])
    const wrong = [
      { ...skip, value },
      { itemId: 7, skipped: ' ' },
    ]
    assert.deepEqual(found(wrong, { items: [5, 7, 9], skipsMax: 2 }), [
      'details.answers missing_items',
      'details.answers.0.value skipped',
      'details.answers.1.skipped reason',
    ])
  })
})
