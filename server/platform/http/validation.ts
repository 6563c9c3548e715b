import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchema } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { once } from '../../values/once.ts'
import { bodyError, type FieldError, NotSupported, queryError, ValidationError } from '../../values/problems/problem.ts'
import { rulesOf } from '../../values/requests/schema.ts'
import { notSupportedHere } from '../../values/requests/unsupported-fields.ts'
import { tidierOf } from './body-texts.ts'

const errorsMax = 20
/** The `s` flag lets a dot match line breaks: in schemas, `^.*$` means every name. */
const regExp = Object.assign((pattern: string, flags: string) => new RegExp(pattern, `${flags}s`), { code: 'RegExp' })
const ajv = new Ajv({ allErrors: true, useDefaults: false, coerceTypes: false, strict: false, code: { regExp } })
addFormats.default(ajv)
// Checked by the operation, exactly; 0.3 is no multiple of 0.0001 in binary.
ajv.addFormat('decimal', true)

/**
 * Creates Fastify's validator compiler. Checks a part of a request against its schema and reports every invalid member. Also
 * refuses members of a body that only other operations of Group A or B support; drops members that no operation knows.
 */
export function createValidatorCompiler() {
  const members = new Set<string>()
  return ({ schema, httpPart, url }: FastifyRouteSchemaDef<FastifySchema>) => {
    const inBody = httpPart === 'body'
    const own = Object.keys((schema as Schema).properties ?? {})
    const inGroups = inBody && groups.test(url ?? '')
    if (inGroups) for (const name of own) members.add(name)
    // Compiled on first use: compiling all schemas takes a quarter of the start time.
    const compiled = once(() => ajv.compile(schema as object))
    const tidied = inBody ? tidierOf(schema as object) : undefined
    return (given: unknown) => {
      const check = compiled()
      // Bodies are not coerced: "3" is not 3. Queries are text, so numbers are parsed.
      const texts = tidied?.(given) ?? { value: inBody ? given : readTexts(schema, given), errors: [], paths: [] }
      const { value } = texts
      if (!check(value) || texts.errors.length > 0) {
        const errors = [...fieldErrors(check, inBody), ...texts.errors.slice(0, errorsMax)]
        const wrong = [...(check.errors ?? []).map(stepsOf), ...texts.paths]
        return { error: ValidationError([...errors, ...ruleErrors(schema, value, wrong)], undefined, omittedOf(check)) }
      }
      const unsupported = inGroups && own.length > 0 ? knownElsewhere(value, own, members) : []
      if (unsupported.length > 0) return { error: NotSupported(unsupported) }
      return { value: inBody ? declared(schema as Schema, value) : value }
    }
  }
}

const groups = /^\/(?:api|v1)\//

function knownElsewhere(value: unknown, own: readonly string[], members: ReadonlySet<string>): FieldError[] {
  if (!isObject(value)) return []
  const names = Object.keys(value).filter((name) => members.has(name) && !own.includes(name))
  return notSupportedHere(value, names).slice(0, errorsMax)
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean
  readonly items?: Schema
}

/**
 * Returns only the members that the schema declares, so that a route never uses an unchecked member. Objects with free member
 * names are kept whole.
 */
function declared(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => declared(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, patternProperties = {} } = schema
  if (schema.additionalProperties || !(schema.properties || schema.patternProperties)) return value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : Object.values(patternProperties)[0]
    return own ? [[name, declared(own, member)]] : []
  })
  return Object.fromEntries(members)
}

const wholeMax = Number.MAX_SAFE_INTEGER

/** Parses a query value by type. Any other text stays text, and is then refused. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  // Beyond 2^53 digits would be lost, and the number would mean another: the largest safe integer is no existing id or page.
  integer: (text) => (/^-?\d+$/.test(text) ? Math.min(Math.max(Number(text), -wholeMax), wholeMax) : text),
  number: (text) => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

function readTexts(schema: object, texts: unknown): unknown {
  const properties = ('properties' in schema ? schema.properties : {}) as Readonly<Record<string, ReadSchema>>
  const read: Record<string, unknown> = { ...(texts as object) }
  for (const [name, text] of Object.entries(read)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) read[name] = readText(property, text)
  }
  return read
}

type ReadSchema = { readonly type: string; readonly items?: { readonly type: string } }

/** A list is given as `a,b` or repeated; any other parameter once. */
function readText({ type, items }: ReadSchema, text: unknown): unknown {
  if (items)
    return [text].flat().flatMap((part) =>
      String(part)
        .split(',')
        .map((each) => readText(items, each)),
    )
  const reader = readers[type]
  return reader && typeof text === 'string' ? reader(text) : text
}

function fieldErrors(check: ValidateFunction, inBody: boolean): FieldError[] {
  return (check.errors ?? []).slice(0, errorsMax).map((error) => {
    const path = pathOf(error)
    const code = codes[error.keyword] ?? error.keyword
    if (inBody) return bodyError(path, code, sentence(error), limits(error))
    return queryError(stepsOf(error)[0] ?? '', code, sentence(error))
  })
}

/** Says how many wrong members the problem does not name. */
function omittedOf({ errors }: ValidateFunction): Readonly<Record<string, number>> {
  const omittedErrors = (errors?.length ?? 0) - errorsMax
  return omittedErrors > 0 ? { omittedErrors } : {}
}

const pathOf = (error: ErrorObject): string => stepsOf(error).join('.')

function stepsOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const steps = instancePath.split('/').slice(1)
  const named = keyword === 'required' ? [...steps, String(params['missingProperty'])] : steps
  return named.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Applies the body's own rules to the members that are valid by schema. */
function ruleErrors(schema: object, body: unknown, wrong: readonly (readonly string[])[]): readonly FieldError[] {
  const rules = rulesOf(schema)
  if (!rules) return []
  const valid = without(body, wrong)
  return valid === undefined ? [] : rules(valid as never)
}

/** Returns a copy without the values at the paths. A list with such a path is left out whole, because rules compare its items. */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.length === 0) return value
  if (!isObject(value) || paths.some((path) => path.length === 0)) return undefined
  const pathsByName = Map.groupBy(paths, ([name]) => name)
  const members = Object.entries(value).map(([name, member]) => {
    const inner = pathsByName.get(name) ?? []
    return [
      name,
      without(
        member,
        inner.map(([, ...rest]) => rest),
      ),
    ] as const
  })
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const codes: Record<string, string> = {
  maxLength: 'max_length',
  minLength: 'min_length',
  maxItems: 'max_items',
  minItems: 'min_items',
  uniqueItems: 'unique_items',
  maxProperties: 'max_properties',
  const: 'enum',
  anyOf: 'type',
}

const limits = ({ params, keyword }: ErrorObject) =>
  'limit' in params ? { [/^(min|exclusiveMin)/.test(keyword) ? 'min' : 'max']: params['limit'] } : undefined

const counted = (limit: unknown, what: string): string => `${limit} ${what}${limit === 1 ? '' : 's'}`

const sentences: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required.',
  type: ({ type }) => `must be of type ${[type].flat().join(' or ')}.`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}.`,
  minLength: ({ limit }) => `must have at least ${counted(limit, 'character')}.`,
  maximum: ({ limit }) => `must be at most ${limit}.`,
  minimum: ({ limit }) => `must be at least ${limit}.`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}.`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}.`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}.`,
  uniqueItems: () => 'must not repeat an item.',
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}.`,
  format: ({ format }) => `must be a valid ${format}.`,
  pattern: ({ pattern }) => `must match ${pattern}.`,
}

const sentence = ({ keyword, params, message }: ErrorObject): string =>
  sentences[keyword]?.(params) ?? `${message ?? 'is wrong'}.`
