import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { Api } from '../../server/platform/http.ts'

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

/**
 * Holds every answer of every test to the schema that its route declares: before it is serialised, nothing undeclared; as it
 * leaves, valid. A breach becomes a 500, which no test expects.
 */
export function checkAnswers(api: Api): void {
  api.addHook('preSerialization', async (request, reply, payload) => {
    const schema = schemaOf(request, reply.statusCode)
    const extra = schema ? undeclared(schema, payload) : []
    if (extra.length > 0) throw new Error(`undeclared members in an answer: ${extra.join(', ')}`)
    return payload
  })
  api.addHook('onSend', async (request, reply, payload) => {
    const schema = schemaOf(request, reply.statusCode)
    if (!schema || typeof payload !== 'string') return payload
    if (!ajv.validate(schema, JSON.parse(payload))) throw new Error(`an answer breaks its schema: ${ajv.errorsText()}`)
    return payload
  })
}

const schemaOf = (request: any, status: number) => request.routeOptions.schema?.response?.[status]
