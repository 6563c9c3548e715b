import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  asKind,
  fieldsOf,
  isNewKey,
  labelIn,
  moved,
  newField,
  otherRules,
  withFields,
  withLabel,
} from '../../../console/catalog/schema-fields.ts'

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2_000 },
    note: { type: 'string' },
    code: { type: 'string', pattern: '[A-Z]+', writeOnly: true },
    parts: { type: 'array', items: { type: 'string' } },
    size: { type: 'string', enum: ['S', 'M'] },
    count: { type: 'integer', minimum: 1, multipleOf: 2 },
  },
  allOf: [{ required: ['note'] }],
}

describe('the form builder', () => {
  test('knows the kinds of fields, and names the rules that it cannot show', () => {
    const shown = fieldsOf(schema).map(({ key, kind, isRequired, otherKeywords }) => [
      key,
      kind,
      isRequired,
      otherKeywords,
    ])
    assert.deepEqual(shown, [
      ['url', 'url', true, []],
      ['note', 'longText', false, []],
      ['code', undefined, false, ['type', 'pattern', 'writeOnly']],
      ['parts', undefined, false, ['type', 'items']],
      ['size', 'choice', false, []],
      ['count', 'integer', false, ['multipleOf']],
    ])
    assert.deepEqual(otherRules(schema), ['allOf'])
  })
  test('returns an equal schema if nothing is changed, with members in their order', () =>
    assert.equal(JSON.stringify(withFields(schema, fieldsOf(schema))), JSON.stringify(schema)))
  test('adds, moves and removes fields, and keeps all other rules', () => {
    const [url, note, ...rest] = fieldsOf(schema)
    assert.ok(url && note)
    const changed = withFields(schema, [note, url, ...rest.slice(0, 2), { ...newField('mood'), isRequired: true }])
    assert.deepEqual(Object.keys(changed['properties'] as object), ['note', 'url', 'code', 'parts', 'mood'])
    assert.deepEqual(changed['required'], ['url', 'mood'])
    assert.deepEqual((changed['properties'] as typeof schema.properties).code, schema.properties.code)
    assert.deepEqual(changed['allOf'], schema.allOf)
  })
  test('moves an item by one place within the list', () => {
    assert.deepEqual(moved(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b'])
    assert.deepEqual(moved(['a', 'b'], 0, -1), ['a', 'b'])
    assert.deepEqual(moved(['a', 'b'], 1, 1), ['a', 'b'])
  })
  test('keeps the labels of each language when the kind changes, and removes empty ones', () => {
    const labelled = withLabel(withLabel({ type: 'string' }, 'en', 'Mood'), 'ru', 'Настроение')
    const choice = asKind(labelled, 'choice')
    assert.deepEqual([labelIn(choice, 'en'), labelIn(choice, 'ru'), choice['type']], ['Mood', 'Настроение', 'string'])
    assert.deepEqual(withLabel(withLabel(labelled, 'ru', ''), 'en', ''), { type: 'string' })
  })
  test('takes only new keys of letters, digits and underscores', () => {
    const shown = ['mood', 'url', '', '2nd', 'a b', '__proto__'].map((key) => isNewKey(key, schema))
    assert.deepEqual(shown, [true, false, false, false, false, false])
  })
})
