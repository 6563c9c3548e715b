import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Document, Media, Parameter, RequestBody, Response } from '../../server/contract/document.ts'

/** An operation of an OpenAPI document. */
export type Described = {
  readonly name: string
  readonly path: string
  readonly method: string
  readonly operation: any
}

/** Returns every operation of a document, with references resolved one level deep. */
export const describedIn = (document: Document): Described[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  )

/** Resolves a reference; returns other values unchanged. */
export function followed<T>(document: Document, value: any): T {
  if (typeof value?.$ref !== 'string') return value
  const steps = value.$ref.split('/').slice(1) as string[]
  return steps.reduce((node: any, step) => node?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

export const parametersOf = (document: Document, { operation }: Described): Parameter[] =>
  (operation.parameters ?? []).map((each: any) => followed<Parameter>(document, each))

export const responsesOf = (document: Document, { operation }: Described): [string, Response][] =>
  Object.entries(operation.responses).map(([status, each]) => [status, followed<Response>(document, each)])

export const bodyOf = ({ operation }: Described): RequestBody | undefined => operation.requestBody

const isText = (schema: any): boolean => schema.type === 'string' && Object.keys(schema).length === 1

/** Returns a copy whose open enumerations take the known values only, so that a value missing there is noticed. */
function closed(schema: any): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  const ways = copy['anyOf'] as any[] | undefined
  const isOpen = ways?.some(isText) && ways.some((way) => way.enum || way.$ref)
  return ways && isOpen ? { ...copy, anyOf: ways.filter((way) => !isText(way)) } : copy
}

/** Returns a validator for the schemas of a document (JSON Schema 2020-12). Takes only the known values of open enumerations. */
export function judgeOf(document: Document) {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } }))
  for (const [name, schema] of Object.entries(document.components['schemas'] ?? {}))
    ajv.addSchema(closed(schema) as object, `#/components/schemas/${name}`)
  type Check = ReturnType<typeof ajv.compile>
  const [known, knownByText] = [new Map<object, Check>(), new Map<string, Check>()]
  // Compiling takes long, and most refusals have equal schemas.
  const compiled = (schema: Media['schema']): Check => {
    const text = JSON.stringify(schema)
    const check = knownByText.get(text) ?? ajv.compile(closed(schema) as object)
    knownByText.set(text, check)
    return check
  }
  return (schema: Media['schema'], value: unknown): string => {
    const check = known.get(schema) ?? compiled(schema)
    known.set(schema, check)
    return check(value) ? '' : ajv.errorsText(check.errors)
  }
}
