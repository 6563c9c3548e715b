import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchema } from 'fastify'
import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js'
import { getOrInsert } from '../../values/bounded-map.ts'
import { once } from '../../values/once.ts'
import { bodyError, type FieldError, queryError, ValidationError } from '../../values/problems/problem.ts'
import { rulesOf } from '../../values/requests/schema.ts'
import { closed, unknownMember } from '../../values/requests/unknown-names.ts'
import { violationOf } from '../../values/sentences.ts'
import { tidierOf } from './body-texts.ts'

const errorsMax = 20
/** The `s` flag lets a dot match line breaks: in schemas, `^.*$` means every name. */
const regExp = Object.assign((pattern: string, flags: string) => new RegExp(pattern, `${flags}s`), { code: 'RegExp' })
// `verbose` adds to an error the schema that it violates, which has the known names.
const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, code: { regExp } })
addFormats.default(ajv)
// Checked by the operation, exactly; 0.3 is no multiple of 0.0001 in binary.
ajv.addFormat('decimal', true)

const checks = new Map<string, ValidateFunction>()

/** Compiles a schema once for the process: each sandbox has the same schemas. */
function compiledOnce(schema: object): ValidateFunction {
  const text = JSON.stringify(schema)
  return getOrInsert(checks, text, () => ajv.compile(JSON.parse(text)))
}

/**
 * Creates Fastify's validator compiler. Checks a part of a request against its schema and reports every invalid member. Refuses
 * members of a body that the schema does not name. Amounts are in `currency`: a body that names one is told so.
 */
export function createValidatorCompiler(currency?: string) {
  return ({ schema, httpPart }: FastifyRouteSchemaDef<FastifySchema>) => {
    const inBody = httpPart === 'body'
    // Compiled on first use: compiling all schemas takes a quarter of the start time.
    const compiled = once(() => compiledOnce(inBody ? closed(schema as object) : (schema as object)))
    const tidied = inBody ? tidierOf(schema as object) : undefined
    return (given: unknown) => {
      const check = compiled()
      // Bodies are not coerced: "3" is not 3. Queries are text, so numbers are parsed.
      const texts = tidied?.(given) ?? { value: inBody ? given : readTexts(schema, given), errors: [], paths: [] }
      const { value } = texts
      if (check(value) && texts.errors.length === 0) return { value }
      const errors = [...fieldErrors(check, inBody, currency), ...texts.errors.slice(0, errorsMax)]
      const wrong = [...(check.errors ?? []).map(stepsOf), ...texts.paths]
      return { error: ValidationError([...errors, ...ruleErrors(schema, value, wrong)], undefined, omittedOf(check)) }
    }
  }
}

const wholeMax = Number.MAX_SAFE_INTEGER

/** Parses a query value by type. Any other text stays text, and is then refused. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  // Beyond 2^53 digits would be lost, and the number would mean another: the largest safe integer is no existing id or page.
  // Without leading zeros, as in a path: a number has one spelling.
  integer: (text) => (/^(?:0|-?[1-9]\d*)$/.test(text) ? Math.min(Math.max(Number(text), -wholeMax), wholeMax) : text),
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

/** Wrong values of one parameter have the same error, which is told once. */
const unique = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(errors.map((error) => [JSON.stringify(error), error])).values(),
]

function fieldErrors(check: ValidateFunction, inBody: boolean, currency: string | undefined): FieldError[] {
  const errors = (check.errors ?? []).slice(0, errorsMax).map((error) => {
    const path = stepsOf(error).join('.')
    if (error.keyword === 'additionalProperties')
      return namedCurrency(path, error, currency) ?? unknownMember(path, ...namesOf(error))
    const code = codes[error.keyword] ?? error.keyword
    if (inBody) return bodyError(path, code, violationOf(error), expectedIn(error))
    return queryError(stepsOf(error)[0] ?? '', code, violationOf(error))
  })
  return unique(errors)
}

const currencyCode = /^[A-Za-z]{3}$/

/** Returns the error about a body that names a currency, although its amounts can only be in that of the marketplace. */
function namedCurrency(path: string, { params, data }: ErrorObject, currency?: string): FieldError | undefined {
  if (currency === undefined || params['additionalProperty'] !== 'currency') return undefined
  const given = (data as { readonly currency?: unknown }).currency
  const instead = typeof given === 'string' && currencyCode.test(given) && given.toUpperCase() !== currency
  return bodyError(path, 'unknown_member', {
    en: `is not known to this operation: amounts are in ${currency}${instead ? `, not in ${given.toUpperCase()}` : ''}.`,
    ru: `этой операции не известно: суммы указываются в ${currency}${instead ? `, а не в ${given.toUpperCase()}` : ''}.`,
  })
}

/** Says how many wrong members the problem does not name. */
function omittedOf({ errors }: ValidateFunction): Readonly<Record<string, number>> {
  const omittedErrors = (errors?.length ?? 0) - errorsMax
  return omittedErrors > 0 ? { omittedErrors } : {}
}

const namesOf = ({ params, parentSchema }: ErrorObject) =>
  [String(params['additionalProperty']), Object.keys(parentSchema?.['properties'] ?? {})] as const

/** Keywords whose errors are about a member of the object, and the parameter that names it. */
const namedBy: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
}

function stepsOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const steps = instancePath.split('/').slice(1)
  const own = namedBy[keyword]
  return [
    ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
    ...(own ? [String(params[own])] : []),
  ]
}

/** Applies the body's own rules to the members that are valid by schema. */
function ruleErrors(schema: object, body: unknown, wrong: readonly (readonly string[])[]): readonly FieldError[] {
  const rules = rulesOf(schema)
  if (!rules) return []
  const valid = without(body, wrong)
  return valid === undefined
    ? []
    : rules(
        valid as never,
        wrong.flatMap(([name]) => name ?? []),
      )
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

function expectedIn({ params, keyword }: ErrorObject) {
  if (keyword === 'format') return { format: params['format'] }
  return 'limit' in params ? { [/^(min|exclusiveMin)/.test(keyword) ? 'min' : 'max']: params['limit'] } : undefined
}
