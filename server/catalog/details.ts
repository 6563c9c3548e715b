import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { boundedMap } from '../values/bounded-map.ts'
import { once } from '../values/once.ts'
import { escapePointer, type FieldError } from '../values/problems/problem.ts'
import type { Sentence } from '../values/sentences.ts'
import type { DetailsMode, JsonSchema } from './catalog.ts'
import { capitalized, codeOf, detailOf, errorAt, isBranch, tooDeep } from './document-errors.ts'

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

/** A fault of a schema; the pointer (RFC 6901) starts at the schema, '' is its root. */
type SchemaFault = { readonly pointer: string; readonly detail: Sentence }

// Other dollar keywords could change the meaning of another schema, reach the network, or validate asynchronously.
const dollarKeywords = new Set(['$schema', '$defs', '$ref', '$comment'])
const dialectUri = 'https://json-schema.org/draft/2020-12/schema'

/** Further keywords of a kind of schemas, and how it matches patterns. */
export type Dialect = { readonly name: string; readonly options: Pick<Options, 'keywords' | 'code' | 'allErrors'> }
const catalogDialect: Dialect = { name: 'catalog', options: {} }

/** Returns why a JSON Schema (2020-12) cannot describe `details`; empty if it can. */
export function schemaFaults(schema: JsonSchema, dialect = catalogDialect): SchemaFault[] {
  const deep = tooDeep(schema, schemaDepthMax)
  if (deep !== undefined)
    return [
      {
        pointer: deep,
        detail: {
          en: `A schema nests at most ${schemaDepthMax} levels.`,
          ru: `В схеме не больше ${schemaDepthMax} уровней вложенности.`,
        },
      },
    ]
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaBytesMax)
    return [
      {
        pointer: '',
        detail: {
          en: `A schema takes at most ${schemaBytesMax} bytes.`,
          ru: `В схеме не больше ${schemaBytesMax} байт.`,
        },
      },
    ]
  const shape = [...rootFaults(schema), ...keywordFaults(schema, '')]
  return shape.length > 0 ? shape : compileFaults(schema, dialect)
}

function rootFaults(schema: JsonSchema): SchemaFault[] {
  const faults: SchemaFault[] = []
  if (schema.type !== 'object')
    faults.push({
      pointer: '/type',
      detail: {
        en: 'Details are an object: the type is "object".',
        ru: 'описание — это объект: "type" должен быть "object".',
      },
    })
  if ('$schema' in schema && schema.$schema !== dialectUri)
    faults.push({
      pointer: '/$schema',
      detail: { en: `The dialect is ${dialectUri}.`, ru: `Диалект должен быть ${dialectUri}.` },
    })
  return faults
}

function keywordFaults(value: unknown, pointer: string): SchemaFault[] {
  if (!isBranch(value)) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const here = `${pointer}/${escapePointer(name)}`
    if (name.startsWith('$') && !dollarKeywords.has(name))
      return [{ pointer: here, detail: { en: `${name} is not used here.`, ru: `${name} здесь не используется.` } }]
    if (name === '$ref') return referenceFaults(child, here)
    return keywordFaults(child, here)
  })
}

// Definitions may not refer to others, because recursive schemas could make validation endless.
function referenceFaults(reference: unknown, pointer: string): SchemaFault[] {
  if (typeof reference !== 'string' || !reference.startsWith('#/$defs/'))
    return [
      {
        pointer,
        detail: {
          en: 'A reference names a definition of its own schema: #/$defs/….',
          ru: 'Ссылка должна называть определение той же схемы: #/$defs/….',
        },
      },
    ]
  return pointer.startsWith('/$defs/')
    ? [{ pointer, detail: { en: 'A definition refers to no other.', ru: 'Определение не ссылается на другие.' } }]
    : []
}

/** Labels of a member in languages other than English, for forms; `title` is the English one. */
const titles = {
  keyword: 'titles',
  schemaType: 'object',
  metaSchema: { type: 'object', additionalProperties: { type: 'string', minLength: 1, maxLength: 200 } },
} as const

// Created on first use: it takes as long as twenty ordinary schemas.
const metaschema = once(() => new Ajv2020({ ...common, strict: true }))

/** Faults by the text of the schema. An edit of the catalog checks all of its schemas, but changes few. */
const knownFaults = boundedMap<string, SchemaFault[]>(compiledMax)

function compileFaults(schema: JsonSchema, dialect: Dialect): SchemaFault[] {
  const text = `${dialect.name} ${JSON.stringify(schema)}`
  const known = knownFaults.get(text)
  if (known) return known
  const faults = findFaults(schema, dialect.options)
  knownFaults.set(text, faults)
  return faults
}

function findFaults(schema: JsonSchema, { keywords = [], ...more }: Dialect['options']): SchemaFault[] {
  const ajv = metaschema()
  try {
    if (ajv.validateSchema(schema) !== true) return firstByPointer(ajv.errors ?? [])
    newValidator({ ...more, strict: true, keywords: [titles, ...keywords] }).compile(schema)
    return []
  } catch (cause) {
    return [
      {
        pointer: '',
        detail: { en: capitalized(cause instanceof Error ? cause.message : 'is not valid'), ru: 'Схема неверна.' },
      },
    ]
  }
}

// Later errors at the same place only say that no alternative matched.
function firstByPointer(errors: readonly ErrorObject[]): SchemaFault[] {
  const firsts = new Map(errors.toReversed().map((error) => [error.instancePath, error]))
  return [...firsts].map(([pointer, error]) => ({ pointer, detail: detailOf(error) }))
}

// An instance for each schema, because an instance keeps every schema that it has compiled.
const newValidator = (options: Options) => new Ajv2020({ ...common, ...options, meta: false, validateSchema: false })

// Keywords that require presence, forbid unknown members or depend on presence; they do not constrain a member's type.
const strippedKeywords = new Set([
  'required',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'minItems',
  'minLength',
  'contains',
  'minContains',
  'maxContains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
])
const namedSchemas = new Set(['properties', 'patternProperties', '$defs'])
const listedSchemas = new Set(['anyOf', 'allOf', 'prefixItems'])
const singleSchemas = new Set(['items', 'additionalProperties', 'propertyNames'])

/**
 * Returns the schema without required members and without refusing unknown ones. Known members still need their type, format, choice and
 * upper limits. Empty texts and lists count as missing.
 */
export function lenient(schema: JsonSchema): JsonSchema {
  const keywords = Object.entries(schema).filter(
    ([name, value]) =>
      !strippedKeywords.has(name) && name !== 'oneOf' && !(name === 'additionalProperties' && value === false),
  )
  const mild = Object.fromEntries(keywords.map(([name, value]) => [name, lenientKeyword(name, value)]))
  if (!Array.isArray(schema.oneOf)) return mild
  // Alternatives that differed by required members now overlap, so oneOf becomes anyOf.
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

/** Returns the errors of the `details` of a request, or of a value at another place of it, up to twenty. The caller has limited their size. */
export type DetailsRules = (details: unknown, pointer?: string) => FieldError[]

/** One for each mode: lenient details are also checked strictly, for warnings. */
const compiledRules: Readonly<Record<DetailsMode, ReturnType<typeof boundedMap<string, DetailsRules>>>> = {
  lenient: boundedMap(compiledMax),
  strict: boundedMap(compiledMax),
}

/** Returns the rules of a checked schema for `details`. Compiling takes milliseconds, so recent rules are cached. */
export function detailsRules(schema: JsonSchema, mode: DetailsMode, dialect = catalogDialect): DetailsRules {
  const key = `${dialect.name} ${JSON.stringify(schema)}`
  const rules = compiledRules[mode].get(key) ?? compileRules(schema, mode, dialect.options)
  compiledRules[mode].set(key, rules)
  return rules
}

function compileRules(
  schema: JsonSchema,
  mode: DetailsMode,
  { code = {}, allErrors = true }: Dialect['options'],
): DetailsRules {
  const validator = newValidator({ code, allErrors, strict: false })
  const check: ValidateFunction = validator.compile(mode === 'lenient' ? lenient(schema) : schema)
  return (details, pointer = '/details') =>
    check(details) ? [] : (check.errors ?? []).slice(0, errorsMax).map((error) => detailsError(error, pointer))
}

const detailsError = (error: ErrorObject, pointer: string): FieldError => ({
  ...errorAt(`${pointer}${error.instancePath}${memberOf(error)}`, codeOf(error.keyword), detailOf(error)),
  params: error.params,
})

// The validator's error points to the object; ours points to the member.
function memberOf({ params }: ErrorObject): string {
  const member: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return typeof member === 'string' ? `/${escapePointer(member)}` : ''
}
