/* JSON Schemas of the contract, as assistants read them. */

export type Schema = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, unknown>>

/** Formats that JSON Schema knows; others are words of our contract, which a client would complain about. */
const knownFormats = new Set(['date-time', 'uri', 'email'])
/** Keywords that say nothing to an assistant. */
const leftOut = new Set(['title', 'examples', 'default'])

export const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the schema with its references resolved: an assistant reads it alone. */
function inlined(schema: unknown, schemas: Schemas): Schema {
  if (!isRecord(schema)) return {}
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref'] ?? ''))?.[1]
  if (name !== undefined) return inlined(schemas[name], schemas)
  const kept = Object.entries(schema).filter(
    ([key, value]) => !leftOut.has(key) && !(key === 'format' && !knownFormats.has(String(value))),
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, keptValue(key, value, schemas)]))
}

function keptValue(key: string, value: unknown, schemas: Schemas): unknown {
  if (key === 'properties' && isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inlined(each, schemas)]))
  if (key === 'anyOf' || key === 'oneOf') return (value as unknown[]).map((each) => inlined(each, schemas))
  if (key === 'items' || (key === 'additionalProperties' && isRecord(value))) return inlined(value, schemas)
  return value
}

type Parameter = { readonly name: string; readonly in: string; readonly description?: string; readonly schema: Schema }
type Media = { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }
type OperationObject = {
  readonly operationId?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Partial<Parameter> | Schema)[]
  readonly requestBody?: Media
  readonly responses: Readonly<Record<string, Media | Schema>>
}
/** The parts of an OpenAPI document that are read here. */
export type ContractDocument = {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: Readonly<Record<string, Schemas>>
}

/** An operation of Group B: how it is called, and what it takes and returns. */
export type Operation = {
  readonly method: string
  /** Below `/v1`: `/tasks/{id}`. */
  readonly path: string
  /** The scope that a key needs; undefined: none. */
  readonly scope: string | undefined
  readonly query: Readonly<Record<string, Schema>>
  readonly body: Schema | undefined
  readonly answer: Schema
}

/** Returns the operation with this id. Throws if the contract has none. */
export function operationIn(document: ContractDocument, id: string): Operation {
  const schemas = document.components['schemas'] ?? {}
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return operationOf(path, method, operation, schemas)
  throw new Error(`the contract has no operation ${id}`)
}

function operationOf(path: string, method: string, operation: OperationObject, schemas: Schemas): Operation {
  const given = (operation.parameters ?? []).filter((each): each is Parameter => 'in' in each && each['in'] === 'query')
  const success = Object.entries(operation.responses).findLast(([status]) => /^2\d\d$/.test(status))?.[1] as Media
  const body = jsonIn(operation.requestBody)
  return {
    method: method.toUpperCase(),
    path,
    scope: operation.security?.flatMap((each) => each['apiKey'] ?? [])[0],
    query: Object.fromEntries(
      given.map(({ name, description, schema }) => [
        name,
        { ...inlined(schema, schemas), ...(description ? { description } : {}) },
      ]),
    ),
    body: body === undefined ? undefined : withoutNull(inlined(body, schemas)),
    answer: inlined(jsonIn(success), schemas),
  }
}

const jsonIn = (media: Media | undefined): unknown => media?.content?.['application/json']?.schema

/** A body that may be left out is described as an object or null. */
const withoutNull = (schema: Schema): Schema =>
  (schema['anyOf'] as Schema[] | undefined)?.find(({ type }) => type === 'object') ?? schema

export const propertiesOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>
export const requiredOf = (schema: Schema | undefined): readonly string[] =>
  (schema?.['required'] ?? []) as readonly string[]
