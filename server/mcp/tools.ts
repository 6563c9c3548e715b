import { createHash } from 'node:crypto'
import { canonicalJson } from '../values/canonical.ts'
import { nearestName } from '../values/requests/unknown-names.ts'
import type { ShownProblem } from './results.ts'
import { type ContractDocument, type Operation, operationIn, propertiesOf, requiredOf, type Schema } from './schemas.ts'
import { sequenceSchema, type ToolSpec, toolList } from './tool-list.ts'
import { withUntrustedSchema } from './untrusted.ts'

export type Tool = ToolSpec & {
  readonly route: Operation
  readonly inputSchema: Schema & { readonly type: 'object' }
  readonly outputSchema: Schema & { readonly type: 'object' }
}

export type Arguments = Readonly<Record<string, unknown>>

/** Returns the tools with the schemas of the operations that they carry out. */
export const toolsIn = (document: ContractDocument): readonly Tool[] =>
  toolList.map((spec) => {
    const route = operationIn(document, spec.operation)
    return { ...spec, route, inputSchema: inputOf(spec, route), outputSchema: outputOf(spec, route) }
  })

const idSchema = { type: 'integer', minimum: 1 }

function inputOf(spec: ToolSpec, { path, query, body }: Operation): Tool['inputSchema'] {
  const { leavesOut = [], adds = {}, requires = [], isOnce } = spec
  const hasId = path.includes('{id}')
  const all = { ...(hasId ? { id: idSchema } : {}), ...query, ...propertiesOf(body), ...adds }
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !leavesOut.includes(name)))
  return {
    type: 'object',
    properties: { ...properties, ...(isOnce ? { sequence: sequenceSchema } : {}) },
    required: [...(hasId ? ['id'] : []), ...requiredOf(body), ...requires],
    additionalProperties: false,
  }
}

/** A list without pages is answered in the member `items`: a structured answer is an object. */
function outputOf({ isOfReports }: ToolSpec, { answer }: Operation): Tool['outputSchema'] {
  const schema = isOfReports ? withUntrustedSchema(answer) : answer
  if (schema['type'] === 'object') return schema as Tool['outputSchema']
  return { type: 'object', properties: { items: schema }, required: ['items'] }
}

/** The tools that a key with these scopes may call. */
export const allowedTools = (tools: readonly Tool[], scopes: readonly string[]): readonly Tool[] =>
  tools.filter(({ route: { scope } }) => scope === undefined || scopes.includes(scope))

/** Returns what is wrong with the arguments that only tools have; the operation checks the others. */
export function faultOf({ inputSchema }: Tool, given: Arguments): ShownProblem | undefined {
  const known = propertiesOf(inputSchema)
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  const missing = requiredOf(inputSchema).filter((name) => given[name] === undefined || given[name] === null)
  const wrong = Object.entries(own).filter(([name, isRight]) => given[name] !== undefined && !isRight(given[name]))
  const errors = [
    ...unknown.map((field) => ({ field, detail: `is no argument of this tool.${suggestion(field, known)}` })),
    ...missing.map((field) => ({ field, detail: 'is required.' })),
    ...wrong.map(([field]) => ({ field, detail: 'has a wrong type or is out of range.' })),
  ]
  return errors.length > 0 ? { code: 'validation_error', detail: 'The arguments are invalid.', errors } : undefined
}

function suggestion(name: string, known: Readonly<Record<string, unknown>>): string {
  const near = nearestName(name, Object.keys(known))
  return near === undefined ? '' : ` Did you mean ${near}?`
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0
/** The arguments that do not reach an operation as they are. */
const own: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isWhole,
  estimatedCost: isAmount,
  maxCost: isAmount,
  sequence: (value) => isWhole(value) && value <= 1000,
}

export type ToolRequest = {
  readonly method: string
  /** With `/v1`. */
  readonly path: string
  readonly body?: Arguments
  readonly idempotencyKey?: string
}

/** Returns the request that carries out the tool. Expects arguments without a fault. */
export function requestOf({ route, adds = {} }: Tool, given: Arguments): ToolRequest {
  const { method, query, body } = route
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      name in query && value !== null && value !== undefined ? [[name, textOf(value)] as [string, string]] : [],
    ),
  ).toString()
  const path = `/v1${route.path.replace('{id}', String(given['id']))}${search ? `?${search}` : ''}`
  if (!body) return { method, path }
  const taken = Object.entries(given).filter(([name]) => name in propertiesOf(body) && !(name in adds))
  return { method, path, body: Object.fromEntries(taken) }
}

const textOf = (value: unknown): string => [value].flat().map(partOf).join(',')
/** An object becomes a text that no filter accepts: String() fails for one with a member `toString`. */
const partOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Returns the Idempotency-Key of a call: the same for the same credential, tool and arguments, `sequence` included. */
export const idempotencyKeyOf = (tool: string, given: Arguments, credential: string): string => {
  const call = canonicalJson({ credential, tool, arguments: { sequence: 1, ...given } })
  return `mcp-${createHash('sha256').update(call).digest('base64url')}`
}

/** The headers of a request that acts once. Refusals are not stored: what they depend on may change before the call is repeated. */
export const onceHeaders = (idempotencyKey: string | undefined): Readonly<Record<string, string>> =>
  idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey, 'idempotency-stored': 'successes' }
