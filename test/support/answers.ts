import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { requirementOf } from '../../server/accounts/caller.ts'
import { codesOf, codesOfMembers } from '../../server/contract/problem-answers.ts'
import type { Api } from '../../server/platform/http/api.ts'
import { isStream } from '../../server/platform/http/slow-clients.ts'
import { getOrInsert } from '../../server/values/bounded-map.ts'

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, formats: { decimal: true } }))

/** Members that the schema does not declare; serialization would drop them silently. */
function undeclared(schema: any, value: any, path = ''): string[] {
  if (typeof value !== 'object' || value === null || !schema) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => undeclared(schema.items, item, `${path}/${index}`))
  if (!schema.properties || schema.additionalProperties) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name in schema.properties ? undeclared(schema.properties[name], member, `${path}/${name}`) : [`${path}/${name}`],
  )
}

const textOf = new WeakMap<object, string>()
const checks = new Map<string, ValidateFunction>()

/** Compiles a schema once for the process: each market has schemas of its own, with the same content. */
function checkOf(schema: object): ValidateFunction {
  const text = textOf.get(schema) ?? JSON.stringify(schema)
  textOf.set(schema, text)
  return getOrInsert(checks, text, () => ajv.compile(JSON.parse(text)))
}

/** Returns what a value violates of its schema: undeclared members and invalid values. */
export function breachesOf(schema: object, value: unknown): string[] {
  const check = checkOf(schema)
  const wrong = check(value) ? [] : [ajv.errorsText(check.errors)]
  return [...wrong, ...undeclared(schema, value).map((path) => `undeclared: ${path}`)]
}

/** Cached for the process, because every market has the same contract. */
let promised: Map<string, ReadonlySet<string>> | undefined

/** What the console's paths to the same operations may answer, too. They are in no document. */
const ofConsole = ['cross_site_request', ...codesOfMembers]

/** The statuses and problem codes that the contract documents for each operation. */
function promisesOf(api: Api): Map<string, ReadonlySet<string>> {
  const documented = api.contract.operations().map((operation) => {
    const statuses = Object.keys(operation.generated.responses)
    return [operation.route, new Set([...statuses, ...codesOf(operation), ...ofConsole])] as const
  })
  return new Map(documented)
}

/** Returns a response's code or status, as the contract names it. */
const answered = (status: number, payload: unknown): string =>
  status < 400 ? String(status) : String(JSON.parse(String(payload)).code)

/** Throws if the contract does not document the response. */
function mustBePromised(
  promised: ReadonlyMap<string, ReadonlySet<string>>,
  request: any,
  status: number,
  payload: unknown,
): void {
  const { method, url } = request.routeOptions
  const route = `${[method].flat()[0] === 'HEAD' ? 'GET' : [method].flat()[0]} ${url}`
  const known = promised.get(route)
  if (!known) return
  const told = answered(status, payload)
  if (!known.has(told)) throw new Error(`the contract does not say that ${route} may answer ${told}`)
}

/**
 * Checks every response of every test against its route's schema and the contract: before serialization nothing undeclared,
 * afterwards valid, and with a documented status and code. A violation becomes a 500, which no test expects.
 */
export function checkAnswers(api: Api): void {
  api.addHook('preSerialization', async (request, reply, payload) => {
    const schema = schemaOf(request, reply.statusCode)
    const extra = schema ? undeclared(schema, payload) : []
    if (extra.length > 0) throw new Error(`undeclared members in an answer: ${extra.join(', ')}`)
    return payload
  })
  api.addHook('onSend', async (request, reply, payload) => {
    // The answer of a sandbox is passed on unread.
    if (request.ctx && requirementOf(request.ctx.by)?.credential === 'TestKey' && isStream(payload)) return payload
    promised ??= promisesOf(api)
    const text = decoded(payload, reply.getHeader('content-encoding'))
    mustBePromised(promised, request, reply.statusCode, text)
    const schema = schemaOf(request, reply.statusCode)
    if (!schema || !(typeof text === 'string' || Buffer.isBuffer(text))) return payload
    const breaches = breachesOf(schema, JSON.parse(String(text)))
    if (breaches.length > 0) throw new Error(`an answer breaks its schema: ${breaches.join(', ')}`)
    return payload
  })
}

/** Streams, such as compressed files, stay as they are. */
const decoded = (payload: unknown, encoding: unknown): unknown => {
  if (!Buffer.isBuffer(payload)) return payload
  if (encoding === 'br') return brotliDecompressSync(payload)
  return encoding === 'gzip' ? gunzipSync(payload) : payload
}

const schemaOf = (request: any, status: number) => request.routeOptions.schema?.response?.[status]
