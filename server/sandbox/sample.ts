import type { JsonSchema } from '../catalog/catalog.ts'

const depthMax = 12
const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'PT5M',
  uri: 'https://example.com/page',
  'uri-reference': '/page',
  email: 'person@example.com',
  uuid: '0190a6b4-7c1e-7a52-9d3f-5b1c2e4a6f80',
  regex: '.*',
}

/** Returns a value that most schemas accept: every member is filled in, with `text` as each text. */
export function sampleOf(schema: JsonSchema, text: string): unknown {
  return valueFor(schema, { root: schema, text, depth: 0 })
}

type Around = { readonly root: JsonSchema; readonly text: string; readonly depth: number }

function valueFor(schema: JsonSchema, around: Around): unknown {
  const { root, depth } = around
  if (depth > depthMax) return null
  const { $ref, const: only, enum: choices, examples } = schema
  if (typeof $ref === 'string') return valueFor(definitionOf(root, $ref), { ...around, depth: depth + 1 })
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  const alternative = [schema.oneOf, schema.anyOf].find((each) => Array.isArray(each)) as JsonSchema[] | undefined
  if (alternative?.[0]) return valueFor({ ...schema, oneOf: undefined, anyOf: undefined, ...alternative[0] }, around)
  return valueOfType(schema, { ...around, depth: depth + 1 })
}

const definitionOf = (root: JsonSchema, reference: string): JsonSchema =>
  (root.$defs as Readonly<Record<string, JsonSchema>> | undefined)?.[reference.replace('#/$defs/', '')] ?? {}

function valueOfType(schema: JsonSchema, around: Around): unknown {
  const type = [schema.type].flat()[0]
  if (type === 'object') return objectOf(schema, around)
  if (type === 'array') return arrayOf(schema, around)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return true
  return type === 'null' ? null : textOf(schema, around.text)
}

const objectOf = ({ properties }: JsonSchema, around: Around): object =>
  Object.fromEntries(
    Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(([name, member]) => [
      name,
      valueFor(member, around),
    ]),
  )

function arrayOf({ items, minItems }: JsonSchema, around: Around): unknown[] {
  const item = (items ?? {}) as JsonSchema
  return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, (_, index) =>
    valueFor(item, index === 0 ? around : { ...around, text: `${around.text} ${index + 1}` }),
  )
}

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  const least = Number(minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1))
  return Math.min(least, Number(maximum ?? least))
}

/** Texts for patterns: the first one that matches is taken. */
const candidates = ['https://example.com/page', 'en', 'USD', 'A1B2C3', '2026-01-31', '12:00', '1', '+4930123456']

function textOf({ format, pattern, minLength, maxLength }: JsonSchema, text: string): string {
  const matching =
    typeof pattern === 'string' ? candidates.find((each) => new RegExp(pattern, 'u').test(each)) : undefined
  const known = matching ?? (typeof format === 'string' ? formats[format] : undefined)
  return known ?? text.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? text.length + 1000))
}
