import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { boundedMap } from '../values/bounded-map.ts'
import { once } from '../values/once.ts'
import { escapePointer, type FieldError } from '../values/problems/problem.ts'
import type { DetailsMode, JsonSchema } from './catalog.ts'

const schemaBytesMax = 32_768
const schemaDepthMax = 12
const compiledMax = 200
const errorsMax = 20

const formats = Object.fromEntries(
  (['date', 'date-time', 'time', 'duration', 'uri', 'uri-reference', 'email', 'uuid', 'regex'] as const).map((name) => [
    name,
    fullFormats[name],
  ]),
)

const common: Options = { allErrors: true, formats, logger: false, ownProperties: true }

/** One wrong thing about a schema; the pointer (RFC 6901) starts at the schema, '' being its root. */
type SchemaFault = { readonly pointer: string; readonly detail: string }

// Others would let one schema change what another means, reach the network, or make a check answer later than asked.
const dollarKeywords = new Set(['$schema', '$defs', '$ref', '$comment'])
const dialect = 'https://json-schema.org/draft/2020-12/schema'

/** What keeps a JSON Schema (2020-12) from describing `details`; nothing when it can. */
export function schemaFaults(schema: JsonSchema): SchemaFault[] {
  const deep = tooDeep(schema, schemaDepthMax)
  if (deep !== undefined) return [{ pointer: deep, detail: `A schema nests at most ${schemaDepthMax} levels.` }]
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaBytesMax)
    return [{ pointer: '', detail: `A schema takes at most ${schemaBytesMax} bytes.` }]
  const shape = [...rootFaults(schema), ...keywordFaults(schema, '')]
  return shape.length > 0 ? shape : compileFaults(schema)
}

function rootFaults(schema: JsonSchema): SchemaFault[] {
  const faults: SchemaFault[] = []
  if (schema.type !== 'object')
    faults.push({ pointer: '/type', detail: 'Details are an object: the type is "object".' })
  if ('$schema' in schema && schema.$schema !== dialect)
    faults.push({ pointer: '/$schema', detail: `The dialect is ${dialect}.` })
  return faults
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Where a value nests deeper than so many levels; it stops there, so that a hostile depth costs no more than the limit. */
export function tooDeep(value: unknown, levels: number, pointer = ''): string | undefined {
  if (!isBranch(value)) return undefined
  if (levels === 0) return pointer
  for (const [name, child] of Object.entries(value)) {
    const deep = tooDeep(child, levels - 1, `${pointer}/${escapePointer(name)}`)
    if (deep !== undefined) return deep
  }
  return undefined
}

function keywordFaults(value: unknown, pointer: string): SchemaFault[] {
  if (!isBranch(value)) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const here = `${pointer}/${escapePointer(name)}`
    if (name.startsWith('$') && !dollarKeywords.has(name))
      return [{ pointer: here, detail: `${name} is not used here.` }]
    if (name === '$ref') return referenceFaults(child, here)
    return keywordFaults(child, here)
  })
}

// A definition that refers to another may refer to itself, and checking would never end.
function referenceFaults(reference: unknown, pointer: string): SchemaFault[] {
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/'))
    return [{ pointer, detail: 'A reference names a definition of its own schema: #/$defs/….' }]
  return pointer.startsWith('/$defs/') ? [{ pointer, detail: 'A definition refers to no other.' }] : []
}

// Made once, when first needed: it takes as long as twenty ordinary schemas.
const metaschema = once(() => new Ajv2020({ ...common, strict: true }))

function compileFaults(schema: JsonSchema): SchemaFault[] {
  const ajv = metaschema()
  try {
    if (ajv.validateSchema(schema) !== true) return firstByPointer(ajv.errors ?? [])
    alone({ strict: true }).compile(schema)
    return []
  } catch (cause) {
    return [{ pointer: '', detail: sentence(cause instanceof Error ? cause.message : undefined) }]
  }
}

// The later errors of one place only say that it matched no alternative.
function firstByPointer(errors: readonly ErrorObject[]): SchemaFault[] {
  const firsts = new Map(errors.toReversed().map((error) => [error.instancePath, error]))
  return [...firsts].map(([pointer, error]) => ({ pointer, detail: detailOf(error) }))
}

// An instance for each schema, because one keeps every schema that it has seen.
const alone = (options: Options) => new Ajv2020({ ...common, ...options, meta: false, validateSchema: false })

// These ask for presence, forbid the unknown, or decide by what is present: none of it is a member's type.
const strippedKeywords = new Set([
  ...['required', 'dependentRequired', 'dependentSchemas', 'minProperties', 'minItems', 'minLength'],
  ...['contains', 'minContains', 'maxContains', 'not', 'if', 'then', 'else'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
])
const namedSchemas = new Set(['properties', 'patternProperties', '$defs'])
const listedSchemas = new Set(['anyOf', 'allOf', 'prefixItems'])
const singleSchemas = new Set(['items', 'additionalProperties', 'propertyNames'])

/**
 * The schema with nothing required and nothing unknown refused: a known member still needs its type, format, choice of
 * values and upper limits. An empty text or list counts as a missing one.
 */
export function lenient(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      !strippedKeywords.has(name) && name !== 'oneOf' && !(name === 'additionalProperties' && value === false),
  )
  const mild = Object.fromEntries(kept.map(([name, value]) => [name, lenientKeyword(name, value)]))
  if (!Array.isArray(schema.oneOf)) return mild
  // Alternatives that differed by what they require now overlap, so "exactly one" becomes "one".
  const rest = Array.isArray(mild.allOf) ? mild.allOf : []
  return { ...mild, allOf: [...rest, { anyOf: schema.oneOf.map(lenientSchema) }] }
}

function lenientKeyword(name: string, value: unknown): unknown {
  if (singleSchemas.has(name)) return lenientSchema(value)
  if (listedSchemas.has(name) && Array.isArray(value)) return value.map(lenientSchema)
  if (namedSchemas.has(name) && isBranch(value))
    return Object.fromEntries(Object.entries(value).map(([member, schema]) => [member, lenientSchema(schema)]))
  return value
}

const lenientSchema = (schema: unknown): unknown =>
  isBranch(schema) && !Array.isArray(schema) ? lenient(schema as JsonSchema) : schema

/** What is wrong with the `details` of a request, at most twenty things of it. The caller has bounded their size. */
export type DetailsRules = (details: unknown) => FieldError[]

const compiled = boundedMap<string, DetailsRules>(compiledMax)

/** The rules that a checked schema sets for `details`. Compiling takes milliseconds, so the latest used are kept. */
export function detailsRules(schema: JsonSchema, mode: DetailsMode): DetailsRules {
  const key = `${mode} ${JSON.stringify(schema)}`
  const rules = compiled.get(key) ?? compileRules(schema, mode)
  compiled.set(key, rules)
  return rules
}

function compileRules(schema: JsonSchema, mode: DetailsMode): DetailsRules {
  const check: ValidateFunction = alone({ strict: false }).compile(mode === 'lenient' ? lenient(schema) : schema)
  return (details) => (check(details) ? [] : (check.errors ?? []).slice(0, errorsMax).map(detailsError))
}

const detailsError = (error: ErrorObject): FieldError => ({
  ...errorAt(`/details${error.instancePath}${memberOf(error)}`, codeOf(error.keyword), detailOf(error)),
  params: error.params,
})

/** An error about what a JSON pointer (RFC 6901) names. */
export const errorAt = (pointer: string, code: string, detail: string): FieldError => ({
  pointer: `#${pointer}`,
  field: pointer.slice(1).split('/').map(unescapePointer).join('.'),
  code,
  detail,
})

/** A keyword as the code of an error: `maxLength` is `max_length`. */
export const codeOf = (keyword: string): string => keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

// The error names the object; the reader looks for the member.
function memberOf({ params }: ErrorObject): string {
  const member: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return typeof member === 'string' ? `/${escapePointer(member)}` : ''
}

/** What one wrong place must be, in a sentence. */
export function detailOf({ keyword, params, message }: Pick<ErrorObject, 'keyword' | 'params' | 'message'>): string {
  if (keyword === 'required') return 'Is missing.'
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return 'Is not a member that this task type knows.'
  if (keyword === 'const') return `Must be ${JSON.stringify(params.allowedValue)}.`
  if (keyword === 'enum') return `Must be one of ${JSON.stringify(params.allowedValues)}.`
  return sentence(message)
}

const sentence = (message = 'is not valid'): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
