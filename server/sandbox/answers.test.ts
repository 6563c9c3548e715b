import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerErrors } from '../executions/submit/answers.ts'
import { answerOf, answersFor } from './answers.ts'

const labels = { car: 'Car' }
const answerSchema = {
  type: 'object',
  properties: {
    animal: { enum: ['cat', 'dog'] },
    isClear: { type: 'boolean' },
    count: { type: 'integer', minimum: 0, maximum: 9 },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    note: { type: 'string', maxLength: 5 },
    day: { type: 'string', format: 'date' },
    boxes: { type: 'array', 'x-input': 'boxes', 'x-labels': labels },
    points: { type: 'array', 'x-input': 'points' },
    spans: { type: 'array', 'x-input': 'spans', 'x-labels': labels },
  },
  required: ['animal', 'boxes'],
  additionalProperties: false,
}
const page = { kind: 'form', answerSchema } as const
const good = { isGood: true, text: 'good' }
const bad = { isGood: false, text: 'bad' }

test('generated answers of every kind of field are accepted, right and wrong', () => {
  for (const work of [good, bad])
    for (const expected of [undefined, 'dog', 'cow', { count: 3, note: 'much too long' }]) {
      const answers = answersFor(
        { page, items: [{ itemId: 7, data: expected === undefined ? {} : { expected } }] },
        work,
      )
      assert.deepEqual(answerErrors(answers, { page, items: [7], skipsMax: 0 }), [])
    }
  assert.deepEqual(answersFor({ page: null, items: null }, good), [{ value: {} }])
})

test('expected values are right, and others are wrong', () => {
  const first = (schema: object, expected: unknown, work: typeof good) =>
    answerOf({ type: 'object', properties: { it: schema } }, { expected }, work)['it']
  const choice = { enum: ['cat', 'dog', 'bird'] }
  assert.deepEqual(
    [first(choice, 'dog', good), first(choice, 'dog', bad), first(choice, 'bird', bad)],
    ['dog', 'bird', 'dog'],
  )
  assert.deepEqual([first(choice, 'cow', good), first(choice, undefined, bad)], ['cat', 'bird'])
  const bool = { type: 'boolean' }
  assert.deepEqual([first(bool, 'false', good), first(bool, false, bad)], [false, true])
  const number = { type: 'number', minimum: 0, maximum: 5 }
  assert.deepEqual([first(number, '4.5', good), first(number, '5', bad), first(number, '9', good)], [4.5, 0, 0])
})
