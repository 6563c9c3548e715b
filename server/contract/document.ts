/** The parts of OpenAPI 3.1 that our documents use. */

export type Schema = Readonly<Record<string, unknown>>
export type Reference = { readonly $ref: string }
export type Example = { readonly value: unknown } | Reference

export type Media = { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }
export type Content = Readonly<Record<string, Media>>
export type Header = { readonly description: string; readonly schema: Schema }
export type Response = {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Content
}
export type Parameter = {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
}
export type RequestBody = { readonly required?: boolean; readonly content: Content }

export type OperationObject = {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Response | Reference>>
}
export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>

export type Document = {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: object
  }
  readonly servers: readonly object[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Paths
  readonly webhooks?: Paths
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export const refTo = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` })

export const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

type Named = { readonly title: string; readonly type: unknown }

const isNamed = (value: object): value is Named =>
  'title' in value && typeof value.title === 'string' && 'type' in value

/** Makes every schema with a title a component, and refers to it. Throws if two different schemas have the same title. */
export function hoistNamed(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => hoistNamed(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  const inner = mapValues(value as Readonly<Record<string, unknown>>, (each, name) =>
    // A record in an example may have a member named title.
    name === 'examples' ? each : hoistNamed(each, schemas),
  )
  if (!isNamed(value)) return inner
  const known = schemas[value.title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(inner))
    throw new Error(`two schemas have the title ${value.title}`)
  schemas[value.title] = inner
  return refTo('schemas', value.title)
}
