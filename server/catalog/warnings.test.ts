import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsWarnings } from './warnings.ts'

const text = { type: 'string', minLength: 1 }
const scale = { type: 'object', properties: { min: { type: 'integer' }, max: { type: 'integer' } } }
const offerDetailsSchema = {
  type: 'object',
  required: ['question'],
  additionalProperties: false,
  properties: { question: text, format: { type: 'string', enum: ['Text', 'Date'] }, scale, minWidth: {}, maxWidth: {} },
}
const warned = (details: object) =>
  detailsWarnings({ offerDetailsSchema, detailsMode: 'lenient' }, details).map(({ code, field }) => `${field} ${code}`)

test('an offer that tells executors everything has no warnings', () => {
  const details = { question: 'Which?', format: 'Date', scale: { min: 1, max: 1 }, minWidth: 2, maxWidth: 3 }
  assert.deepEqual(warned(details), [])
})

for (const [name, details, warnings] of [
  ['a required member is missing', {}, ['details.question required']],
  ['a required text is empty', { question: '' }, ['details.question min_length']],
  ['a name is mistyped', { qestion: 'Which?' }, ['details.question required', 'details.qestion additional_properties']],
  ['a range has no value', { question: 'Which?', scale: { min: 5, max: 4 } }, ['details.scale.max range']],
  ['limits contradict each other', { question: 'Which?', minWidth: 9, maxWidth: 8 }, ['details.maxWidth range']],
] as const)
  test(`warns if ${name}`, () => assert.deepEqual(warned(details), warnings))

test('reports a limited number of warnings', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, { min: 2, max: 1 }]))
  assert.equal(warned({ question: 'Which?', ...many }).length, 20)
})
