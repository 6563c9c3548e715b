import { createHash } from 'node:crypto'
import { canonicalJson } from '../values/canonical.ts'
import { bodyError, errorsIn, type FieldError, inOneText } from '../values/problems/problem.ts'
import { unknownMember } from '../values/requests/unknown-names.ts'
import { isRequired, mustBeType, mustBeWhole, type Sentence } from '../values/sentences.ts'
import { briefAnswer, briefArgument, saidOnce, typeOnly } from './brief-schemas.ts'
import type { ShownProblem } from './results.ts'
import { type ContractDocument, type Operation, operationIn, propertiesOf, requiredOf, type Schema } from './schemas.ts'
import { pageArguments, sequenceSchema } from './tool-arguments.ts'
import { type ToolSpec, toolList } from './tool-list.ts'
import { withUntrustedSchema } from './untrusted.ts'

export type Tool = ToolSpec & {
  readonly route: Operation
  readonly inputSchema: Schema & { readonly type: 'object' }
  readonly outputSchema: Schema & { readonly type: 'object' }
}

export type Arguments = Readonly<Record<string, unknown>>

/** Returns the tools with the schemas of the operations that they carry out. */
export function toolsIn(document: ContractDocument): readonly Tool[] {
  const described = propertiesOf(operationIn(document, 'createTask').body)
  return toolList.map((spec) => {
    const route = operationIn(document, spec.operation)
    const inputSchema = inputOf(spec, route, spec.isLikeCreateTask ? described : {})
    return { ...spec, route, inputSchema, outputSchema: outputOf(spec, route) }
  })
}

const idSchema = { type: 'integer', minimum: 1 }

/** `described`: arguments that another tool describes. */
function inputOf(
  spec: ToolSpec,
  { path, query, body }: Operation,
  described: Readonly<Record<string, Schema>>,
): Tool['inputSchema'] {
  const { leavesOut = [], adds = {}, requires = [], isOnce, isPaged } = spec
  const hasId = path.includes('{id}')
  const own = { ...adds, ...(isOnce ? { sequence: sequenceSchema } : {}), ...(isPaged ? pageArguments : {}) }
  const briefOf = (name: string, schema: Schema) =>
    described[name]?.['description'] === schema['description'] ? typeOnly(schema) : briefArgument(schema)
  const taken = Object.entries({ ...query, ...propertiesOf(body) }).filter(([name]) => !leavesOut.includes(name))
  const brief = Object.fromEntries(taken.map(([name, schema]) => [name, briefOf(name, schema)]))
  return {
    type: 'object',
    properties: { ...(hasId ? { id: idSchema } : {}), ...saidOnce(brief), ...own },
    required: [...(hasId ? ['id'] : []), ...requiredOf(body), ...requires],
    additionalProperties: false,
  }
}

/** A list without pages is answered in the member `items`: a structured answer is an object. */
function outputOf({ writtenIn, isPaged, shows }: ToolSpec, { answer }: Operation): Tool['outputSchema'] {
  const schema = writtenIn ? withUntrustedSchema(answer, writtenIn) : answer
  const page = { totalCount: 'integer', page: 'integer', pageSize: 'integer', nextPage: ['integer', 'null'] }
  const ends = isPaged ? Object.fromEntries(Object.entries(page).map(([name, type]) => [name, { type }])) : {}
  const listed = schema['type'] === 'object' ? schema : { type: 'object', properties: { items: schema, ...ends } }
  return briefAnswer(listed, shows) as Tool['outputSchema']
}

/** The tools that a key with these scopes may call. */
export const allowedTools = (tools: readonly Tool[], scopes: readonly string[]): readonly Tool[] =>
  tools.filter(({ route: { scope } }) => scope === undefined || scopes.includes(scope))

/** Returns what is wrong with the arguments that only tools have; the operation checks the others. */
export function faultOf({ inputSchema, isPaged }: Tool, given: Arguments): ShownProblem | undefined {
  const known = propertiesOf(inputSchema)
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  const missing = requiredOf(inputSchema).filter((name) => given[name] === undefined || given[name] === null)
  const wrong = Object.entries(own).filter(
    ([name, { isRight }]) => Object.hasOwn(known, name) && isGiven(given[name]) && !isRight(given[name]),
  )
  const errors: FieldError[] = [
    ...unknown.map((name) => unknownMember(name, name, Object.keys(known))),
    ...missing.map((name) => bodyError(name, 'required', isRequired)),
    ...wrong.map(([name, { detail }]) => bodyError(name, 'type', detail)),
    ...(isPaged ? pageFault(given) : []),
  ]
  if (errors.length === 0) return undefined
  return {
    code: 'validation_error',
    title: 'Invalid request',
    status: 400,
    detail: inOneText(errors),
    errors: errorsIn('en', errors),
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1
const whole = {
  isRight: isWhole,
  detail: { en: 'must be a whole number of at least 1.', ru: 'должно быть целым числом не меньше 1.' },
}
const amount = {
  isRight: (value: unknown) => typeof value === 'number' && value >= 0,
  detail: { en: 'must be a number of at least 0.', ru: 'должно быть числом не меньше 0.' },
}
/** The arguments that do not reach an operation as they are. */
const own: Readonly<Record<string, { readonly isRight: (value: unknown) => boolean; readonly detail: Sentence }>> = {
  id: whole,
  estimatedCost: amount,
  maxCost: amount,
  sequence: {
    isRight: (value) => isWhole(value) && value <= 1000,
    detail: mustBeWhole(1, 1000),
  },
}
/** Of tools that return a page of a whole list. */
const pageFault = (given: Arguments): FieldError[] =>
  Object.keys(pageArguments)
    .filter((name) => isGiven(given[name]) && !Number.isSafeInteger(given[name]))
    .map((name) => bodyError(name, 'type', mustBeType(['integer'])))

export type ToolRequest = {
  readonly method: string
  /** With `/v1`. */
  readonly path: string
  readonly body?: Arguments
  readonly idempotencyKey?: string
}

/** Returns the request that carries out the tool. Expects arguments without a fault. */
export function requestOf({ route }: Tool, given: Arguments): ToolRequest {
  const { method, query, body } = route
  const search = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      name in query && value !== null && value !== undefined ? [[name, textOf(value)] as [string, string]] : [],
    ),
  ).toString()
  const path = `/v1${route.path.replace('{id}', String(given['id']))}${search ? `?${search}` : ''}`
  if (!body) return { method, path }
  const taken = Object.entries(given).filter(([name]) => name in propertiesOf(body))
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
