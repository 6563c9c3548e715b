import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from './surface.ts'

/** Numbers at which programs break, beside the ordinary ones; all of them can be written as JSON. */
const numbers = fc.oneof(
  fc.integer({ min: -3, max: 200 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 0.5, 1e21, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 1.7976931348623157e308, 5e-324),
)
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'null',
    '__proto__',
    '../..',
    "' or 1=1 --",
    '%s',
    '\u202e',
    'x'.repeat(3000),
    '😀'.repeat(501),
  ),
)
const anything = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))

/** Values that the schema describes, mostly: in some cases anything at all. */
export function valuesOf(schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything })
}

function fitting(schema: Schema): Arbitrary<unknown> {
  if (schema.enum) return fc.oneof(fc.constantFrom(...schema.enum), texts)
  const types = [schema.type].flat()
  const each = types.map((type) => (builders[type] ?? (() => anything))(schema))
  return fc.oneof(...each)
}

const builders: Readonly<Record<string, (schema: Schema) => Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 1000 }) =>
    fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, minimum + 500) }), numbers),
  number: () => numbers,
  string: ({ maxLength = 100 }) =>
    fc.oneof(fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 100) }), texts),
  array: ({ items }) => fc.array(valuesOf(items), { maxLength: 5 }),
  object: objectsOf,
}

function objectsOf(schema: Schema): Arbitrary<unknown> {
  const open = Object.values(schema.patternProperties ?? {})[0]
  if (open) return fc.dictionary(texts, valuesOf(open), { maxKeys: 4 })
  if (!schema.properties) return fc.dictionary(texts, anything, { maxKeys: 4 })
  const members = Object.entries<Schema>(schema.properties).map(([name, member]) => [name, valuesOf(member)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
}

/** The good body with some of its members replaced by what the schema, more or less, describes. */
export function bodiesLike(schema: Schema, good: object): Arbitrary<unknown> {
  const members = Object.entries<Schema>(schema.properties ?? {}).map(
    ([name, member]) => [name, valuesOf(member)] as const,
  )
  const some = fc.record(Object.fromEntries(members), { requiredKeys: [] })
  const few = fc.tuple(some, fc.infiniteStream(fc.boolean())).map(([changed, chosen]) => ({
    ...good,
    ...Object.fromEntries(Object.entries(changed).filter(() => chosen.next().value && chosen.next().value)),
  }))
  return fc.oneof(
    { weight: 6, arbitrary: few },
    { weight: 2, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: anything },
  )
}
