import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { codesOf } from '../../server/contract/problem-answers.ts'
import type { Api } from '../../server/platform/http/api.ts'

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))

/** Members that the schema does not name: they would have been left out without a word. */
function undeclared(schema: any, value: any, path = ''): string[] {
  if (typeof value !== 'object' || value === null || !schema) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => undeclared(schema.items, item, `${path}/${index}`))
  if (!schema.properties || schema.additionalProperties) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name in schema.properties ? undeclared(schema.properties[name], member, `${path}/${name}`) : [`${path}/${name}`],
  )
}

/** What of a value its schema does not say: members that it does not name, and what is not as it says. */
export function breachesOf(schema: object, value: unknown): string[] {
  const wrong = ajv.validate(schema, value) ? [] : [ajv.errorsText()]
  return [...wrong, ...undeclared(schema, value).map((path) => `undeclared: ${path}`)]
}

/** What the contract says that an operation may answer: its statuses where it did what was asked, its codes where not. */
function promisesOf(api: Api): Map<string, ReadonlySet<string>> {
  const said = api.contract.operations().map((operation) => {
    const statuses = Object.keys(operation.made.responses)
    // The console's addresses lead to the same operations, and are in no document.
    return [operation.route, new Set([...statuses, ...codesOf(operation), 'cross_site_request'])] as const
  })
  return new Map(said)
}

/** What was answered, as the contract would name it: a code, or a status. */
const answered = (status: number, payload: unknown): string =>
  status < 400 ? String(status) : String(JSON.parse(String(payload)).code)

/** Throws where the contract does not know the answer. */
function mustBePromised(promised: ReadonlyMap<string, ReadonlySet<string>>, request: any, told: string): void {
  const { method, url } = request.routeOptions
  const route = `${[method].flat()[0] === 'HEAD' ? 'GET' : [method].flat()[0]} ${url}`
  const known = promised.get(route)
  if (known && !known.has(told)) throw new Error(`the contract does not say that ${route} may answer ${told}`)
}

/**
 * Holds every answer of every test to the schema that its route declares and to what the contract says of it: before it is
 * serialised, nothing undeclared; as it leaves, valid, and with a status and a code that are documented. A breach becomes a
 * 500, which no test expects.
 */
export function checkAnswers(api: Api): void {
  let promised: Map<string, ReadonlySet<string>> | undefined
  api.addHook('preSerialization', async (request, reply, payload) => {
    const schema = schemaOf(request, reply.statusCode)
    const extra = schema ? undeclared(schema, payload) : []
    if (extra.length > 0) throw new Error(`undeclared members in an answer: ${extra.join(', ')}`)
    return payload
  })
  api.addHook('onSend', async (request, reply, payload) => {
    promised ??= promisesOf(api)
    mustBePromised(promised, request, answered(reply.statusCode, payload))
    const schema = schemaOf(request, reply.statusCode)
    if (!schema || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload
    const breaches = breachesOf(schema, JSON.parse(String(payload)))
    if (breaches.length > 0) throw new Error(`an answer breaks its schema: ${breaches.join(', ')}`)
    return payload
  })
}

const schemaOf = (request: any, status: number) => request.routeOptions.schema?.response?.[status]
