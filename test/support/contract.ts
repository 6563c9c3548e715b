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

/** Returns a validator for the schemas of a document (JSON Schema 2020-12). */
export function judgeOf(document: Document) {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  for (const [name, schema] of Object.entries(document.components['schemas'] ?? {}))
    ajv.addSchema(schema as object, `#/components/schemas/${name}`)
  const known = new Map<object, ReturnType<typeof ajv.compile>>()
  return (schema: Media['schema'], value: unknown): string => {
    const check = known.get(schema) ?? ajv.compile(schema)
    known.set(schema, check)
    return check(value) ? '' : ajv.errorsText(check.errors)
  }
}
