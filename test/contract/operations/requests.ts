import assert from 'node:assert/strict'
import type { Answer, Client } from '../../support/client.ts'
import { form, formType } from '../../support/inputs/uploads.ts'
import type { Operation } from './operation.ts'
import type { Ready } from './ready.ts'

const json = { 'content-type': 'application/json' }

/** Returns the method and the path with this id; several ids are given in one text, separated by slashes. */
export function addressOf({ route }: Operation, id: number | string = ''): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ')
  const ids = String(id).split('/')
  return { method, path: path.replace(/:\w+/g, () => (ids.length > 1 ? ids.shift() : ids[0]) ?? '') }
}

type Headers = Readonly<Record<string, string>>

/** Sends one request to the operation. */
export function sendRequest(
  client: Client,
  operation: Operation,
  ready: Ready,
  headers: Headers = {},
): Promise<Answer> {
  const { id, query = '', body, form: parts, file } = ready
  const { method, path: bare } = addressOf(operation, id)
  const path = `${bare}${query}`
  if (parts) return client.send(method, path, form(parts), { ...headers, 'content-type': formType })
  if (file) return client.send(method, path, file, { ...headers, 'content-type': 'text/csv' })
  if (!body) return client.send(method, path, undefined, headers)
  return client.send(method, path, JSON.stringify(body), { ...headers, ...json })
}

/** Sends the request with invalid JSON and with an invalid body; unchanged if it has none. */
export function sendInvalidBodies(
  client: Client,
  operation: Operation,
  { id, body, form: parts }: Ready,
): Promise<Answer[]> {
  const { method, path } = addressOf(operation, id)
  const wrong = parts ? ['no form'] : body ? ['{"', '[]'] : [undefined]
  const headers: Record<string, string> = parts ? { 'content-type': formType } : body ? json : {}
  return Promise.all(wrong.map((each) => client.send(method, path, each, headers)))
}

const members = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId']

/** Asserts that a response is a valid problem. Returns its status and code. */
export function problemIn(answer: Answer, path?: string): string {
  const { status, headers, body, raw } = answer
  assert.equal(headers.get('content-type'), 'application/problem+json', `${status} ${raw.slice(0, 300)}`)
  for (const member of members) assert.ok(member in body, `${member} is missing in ${raw.slice(0, 300)}`)
  assert.equal(body.status, status)
  assert.match(body.code, /^[a-z_]+$/)
  assert.ok(body.type.endsWith(`/problems/${body.code}`), body.type)
  assert.ok(body.title && body.detail)
  assert.equal(body.requestId, headers.get('x-request-id'))
  assert.ok(body.instance.endsWith(`#${body.requestId}`))
  if (path !== undefined) assert.equal(body.instance, `${path}#${body.requestId}`)
  return `${status} ${body.code}`
}

/** Returns the status, for refusals with the code. */
export const statusOrProblem = (answer: Answer): string =>
  answer.status < 300 ? String(answer.status) : problemIn(answer)

/** Returns a refusal without the members that differ between requests. */
export function comparableProblem({ status, body }: Answer) {
  const { instance: _, requestId: __, ...rest } = body
  return { status, ...rest }
}

/** Parameters that are taken only with others, and a query of these. */
const companions: Readonly<Record<string, string>> = { member: 'agreement=Differs&', value: 'member=1&' }

/** Returns a query with this value of a parameter, and the parameters that it needs. */
export const queryWith = (name: string, text: string): string => `${companions[name] ?? ''}${name}=${text}`
