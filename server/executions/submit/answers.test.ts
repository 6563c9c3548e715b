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
