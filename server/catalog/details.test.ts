import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from './catalog.ts'
import { detailsRules, lenient, schemaFaults } from './details.ts'

const text = { type: 'string', maxLength: 10 }
const object = (properties: object, more: object = {}): JsonSchema => ({ type: 'object', properties, ...more })
const found = (schema: JsonSchema, details: unknown, mode: 'lenient' | 'strict' = 'lenient') =>
  detailsRules(schema, mode)(details).map(({ pointer, code }) => `${pointer} ${code}`)

const lookup = object(
  {
    question: { ...text, minLength: 3 },
    format: { type: 'string', enum: ['Text', 'Url'] },
    items: { type: 'array', minItems: 1, maxItems: 2, items: object({ id: text }, { required: ['id'] }) },
    url: { type: 'string', format: 'uri', pattern: '^https?://' },
  },
  { required: ['question'], additionalProperties: false, minProperties: 2 },
)

test('lenient rules require nothing and keep unknown members', () => {
  assert.deepEqual(found(lookup, {}), [])
  assert.deepEqual(found(lookup, { other: [1, null, { deep: true }], items: [], question: '' }), [])
  assert.deepEqual(found(lookup, { items: [{}, { note: 1 }] }), [])
})

test('lenient rules refuse a known member of the wrong type, format, choice or size', () => {
  const details = { question: 1, format: 'Date', items: [{ id: 7 }, {}, {}], url: 'nowhere' }
  assert.deepEqual(found(lookup, details).sort(), [
    '#/details/format enum',
    '#/details/items max_items',
    '#/details/items/0/id type',
    '#/details/question type',
    '#/details/url format',
    '#/details/url pattern',
  ])
  assert.deepEqual(found(lookup, { question: 'eleven chars' }), ['#/details/question max_length'])
})

test('strict rules refuse missing, unknown and empty members by name', () => {
  assert.deepEqual(found(lookup, { 'a/b': 1 }, 'strict').sort(), [
    '#/details min_properties',
    '#/details/a~1b additional_properties',
    '#/details/question required',
  ])
  assert.deepEqual(found(lookup, { question: 'what', items: [{}] }, 'strict'), ['#/details/items/0/id required'])
  assert.deepEqual(found(lookup, { question: 'what', items: [{ id: 'a' }] }, 'strict'), [])
})

test('an error names the member, the fault and the limit', () => {
  const [error] = detailsRules(lookup, 'lenient')({ items: [{ id: 'eleven chars' }] })
  assert.equal(error?.field, 'details.items.0.id')
  assert.equal(error.detail.en, 'Must NOT have more than 10 characters.')
  assert.deepEqual(error.params, { limit: 10 })
})

test('text length is in characters, not in UTF-16 units', () => {
  assert.deepEqual(found(lookup, { question: '😀'.repeat(10) }), [])
})

test('details that are not an object are refused in both modes', () => {
  for (const details of [null, [], 'text', 1, true])
    for (const mode of ['lenient', 'strict'] as const)
      assert.deepEqual(found(lookup, details, mode), ['#/details type'])
})

test('a member that every object inherits is neither present nor invalid', () => {
  const schema = object({ toString: text, constructor: text }, { required: ['toString'] })
  assert.deepEqual(found(schema, {}), [])
  assert.deepEqual(found(schema, {}, 'strict'), ['#/details/toString required'])
  assert.deepEqual(found(schema, JSON.parse('{"__proto__":{"toString":1}}')), [])
})

test('a hundred invalid members are reported as twenty', () => {
  const schema = object({ list: { type: 'array', items: text } })
  assert.equal(found(schema, { list: Array.from({ length: 100 }, () => 1) }).length, 20)
})

test('leniency keeps members that are named like keywords', () => {
  const schema = object({ required: text, minItems: text, oneOf: text, properties: object({ not: text }) })
  assert.deepEqual(lenient(schema), schema)
  assert.deepEqual(found(schema, { required: 1 }), ['#/details/required type'])
})

test('leniency keeps the type of values in a map, and of members in definitions', () => {
  const map = { type: 'object', additionalProperties: { type: 'string', minLength: 1 } }
  const schema = object(
    { map, way: { $ref: '#/$defs/way' } },
    { $defs: { way: object({ to: text }, { required: ['to'] }) } },
  )
  assert.deepEqual(found(schema, { map: { a: '' }, way: {} }), [])
  assert.deepEqual(found(schema, { map: { a: 1 }, way: { to: 2 } }).sort(), [
    '#/details/map/a type',
    '#/details/way/to type',
  ])
})

test('leniency lets alternatives overlap, and drops conditions on present members', () => {
  const schema = object(
    { url: text, note: text },
    {
      oneOf: [{ required: ['url'] }, { required: ['note'] }],
      not: { required: ['other'] },
      if: { required: ['url'] },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
      then: { required: ['note'] },
    },
  )
  assert.deepEqual(found(schema, {}), [])
  assert.deepEqual(found(schema, { url: 'a', note: 'b', other: 1 }), [])
  assert.deepEqual(found(schema, { url: 1 }), ['#/details/url type'])
  assert.notDeepEqual(found(schema, {}, 'strict'), [])
})

test('leniency does not change the given schema', () => {
  const before = structuredClone(lookup)
  lenient(lookup)
  assert.deepEqual(lookup, before)
})

test('compiled rules are cached with a bound', () => {
  const first = detailsRules(lookup, 'lenient')
  assert.equal(detailsRules(structuredClone(lookup), 'lenient'), first)
  assert.notEqual(detailsRules(lookup, 'strict'), first)
  for (let other = 0; other < 200; other++) detailsRules(object({ [`member${other}`]: text }), 'lenient')
  assert.notEqual(detailsRules(lookup, 'lenient'), first)
})

const nested = (levels: number): JsonSchema => (levels <= 1 ? object({}) : object({ in: nested(levels - 1) }))

const faulty: [string, JsonSchema, string][] = [
  ['is not an object’s', { type: 'array' }, '/type'],
  ['says no type', {}, '/type'],
  ['is of another dialect', { ...object({}), $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
  ['has an unknown type', object({ a: { type: 'text' } }), '/properties/a/type'],
  ['has a wrong limit', object({ a: { type: 'string', maxLength: -1 } }), '/properties/a/maxLength'],
  ['has an unknown keyword', object({ a: { type: 'string', maxLenght: 1 } }), ''],
  ['has an unknown format', object({ a: { type: 'string', format: 'colour' } }), ''],
  ['has a broken pattern', object({ a: { type: 'string', pattern: '(' } }), ''],
  ['has a keyword of another type', object({ a: { type: 'string', minimum: 1 } }), ''],
  ['answers later', { ...object({}), $async: true }, '/$async'],
  ['has an id', object({ a: { $id: 'urn:a', type: 'string' } }), '/properties/a/$id'],
  ['refers to another document', object({ a: { $ref: 'https://example.com/a' } }), '/properties/a/$ref'],
  ['refers to itself', object({ a: { $ref: '#' } }), '/properties/a/$ref'],
  ['refers to nothing', object({ a: { $ref: '#/$defs/none' } }), ''],
  ['has a definition that goes round', object({}, { $defs: { a: { $ref: '#/$defs/a' } } }), '/$defs/a/$ref'],
  ['is too large', object({}, { description: 'x'.repeat(32_768) }), ''],
  [
    'nests too deeply',
    nested(7),
    '/properties/in/properties/in/properties/in/properties/in/properties/in/properties/in',
  ],
]
for (const [what, schema, pointer] of faulty)
  test(`a schema that ${what} is refused`, () => {
    const faults = schemaFaults(schema)
    assert.ok(faults.length > 0)
    assert.equal(faults[0]?.pointer, pointer)
    assert.match(faults[0].detail.en, /^.+\.$/)
  })

test('a schema within the limits has no faults', () => {
  assert.deepEqual(schemaFaults(lookup), [])
  assert.deepEqual(schemaFaults(nested(6)), [])
  assert.deepEqual(schemaFaults(object({ way: { $ref: '#/$defs/way' } }, { $defs: { way: object({ to: text }) } })), [])
})

test('a member may have titles in other languages, which are texts', () => {
  const titled = (titles: unknown) => object({ mood: { ...text, title: 'Mood', titles } })
  assert.deepEqual(schemaFaults(titled({ ru: 'Настроение' })), [])
  assert.deepEqual(found(titled({ ru: 'Настроение' }), { mood: 7 }), ['#/details/mood type'])
  for (const wrong of ['Настроение', { ru: 7 }, { ru: '' }]) assert.equal(schemaFaults(titled(wrong)).length, 1)
})
