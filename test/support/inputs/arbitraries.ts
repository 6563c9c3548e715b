import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from '../mounted-routes.ts'

/** Ordinary and boundary numbers that JSON can represent. */
const numbers = fc.oneof(
  fc.integer({ min: -3, max: 200 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 0.5, 1e21, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 1.7976931348623157e308, 5e-324),
)
/** Ordinary and problematic texts. */
export const texts = fc.oneof(
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
export const anything = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))

/** Whether values match the schema or may be anything. */
type Temper = 'exact' | 'wild'

/** Generates values for a schema, by default mostly wild ones. */
export function valuesOf(schema: Schema, temper: Temper = 'wild'): Arbitrary<unknown> {
  if (temper === 'exact') return fitting(schema, temper)
  return fc.oneof({ weight: 7, arbitrary: fitting(schema, temper) }, { weight: 1, arbitrary: anything })
}

function fitting(schema: Schema, temper: Temper): Arbitrary<unknown> {
  if (schema.enum)
    return temper === 'exact' ? fc.constantFrom(...schema.enum) : fc.oneof(fc.constantFrom(...schema.enum), texts)
  const ways: Schema[] = schema.anyOf ?? schema.oneOf ?? []
  if (ways.length > 0) return fc.oneof(...ways.map((way) => fitting(way, temper)))
  const types = [schema.type].flat()
  return fc.oneof(...types.map((type) => (builders[type] ?? (() => anything))(schema, temper)))
}

type Build = (schema: Schema, temper: Temper) => Arbitrary<unknown>

const span = ({ minimum = 0, maximum = 1000 }: Schema) =>
  fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, Math.ceil(minimum) + 500) })

const times = fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

const builders: Readonly<Record<string, Build>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (schema, temper) => (temper === 'exact' ? span(schema) : fc.oneof(span(schema), numbers)),
  number: (schema, temper) => (temper === 'exact' ? span(schema) : numbers),
  string: ({ minLength = 0, maxLength = 100, format, description = '' }, temper) => {
    if (temper === 'exact' && (format === 'date-time' || /ISO 8601/.test(description)))
      return times.map((time) => time.toISOString())
    const plain = fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, 100) })
    return temper === 'exact' ? plain : fc.oneof(plain, texts)
  },
  array: ({ items = {}, minItems = 0, uniqueItems }, temper) => {
    const item = valuesOf(items, temper)
    return uniqueItems && temper === 'exact'
      ? fc.uniqueArray(item, { minLength: minItems, maxLength: 5 })
      : fc.array(item, { minLength: temper === 'exact' ? minItems : 0, maxLength: 5 })
  },
  object: objectsOf,
}

function objectsOf(schema: Schema, temper: Temper): Arbitrary<unknown> {
  const open = schema.additionalProperties?.type
    ? schema.additionalProperties
    : Object.values(schema.patternProperties ?? {})[0]
  if (open) return fc.dictionary(texts, valuesOf(open, temper), { maxKeys: 4 })
  if (!schema.properties) return fc.dictionary(texts, anything, { maxKeys: 4 })
  const members = Object.entries<Schema>(schema.properties).map(
    ([name, member]) => [name, valuesOf(member, temper)] as const,
  )
  return fc.record(Object.fromEntries(members), { requiredKeys: schema.required ?? [] })
}

/** Generates up to three elements of a list. */
export const someOf = <T>(list: readonly T[]): Arbitrary<T[]> =>
  fc.subarray([...list], { maxLength: Math.min(3, list.length) })

/** Generates bodies: by the schema, valid ones with replaced members, and arbitrary ones. */
export function bodiesLike(schema: Schema, good: object): Arbitrary<unknown> {
  const members = Object.entries<Schema>(schema.properties ?? {}).map(
    ([name, member]) => [name, valuesOf(member)] as const,
  )
  const some = fc.record(Object.fromEntries(members), { requiredKeys: [] })
  // With many invalid members only the first matters and the rest would go untested.
  const chosen = someOf(members.map(([name]) => name))
  const few = fc.tuple(some, chosen).map(([changed, names]) => ({
    ...good,
    ...Object.fromEntries(Object.entries(changed).filter(([name]) => names.includes(name))),
  }))
  return fc.oneof(
    { weight: 2, arbitrary: fitting(schema, 'exact') },
    { weight: 6, arbitrary: few },
    { weight: 1, arbitrary: fitting(schema, 'wild') },
    { weight: 1, arbitrary: anything },
  )
}
