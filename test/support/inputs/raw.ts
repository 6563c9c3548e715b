import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { Answer } from '../client.ts'

const isJson = ({ headers }: IncomingMessage): boolean => /\bjson\b/.test(headers['content-type'] ?? '')

/** Sends a request with its path unchanged; `fetch` would normalize `..` and percent signs. */
export function sendRaw(base: string, method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request({ hostname, port, method, path, headers }, async (response) => {
    let raw = ''
    for await (const chunk of response.setEncoding('utf8')) raw += chunk
    const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
    resolve({
      status: response.statusCode ?? 0,
      headers: new Headers(told),
      body: isJson(response) ? JSON.parse(raw) : raw,
      raw,
    })
  })
  sent.on('error', reject).end()
  return promise
}

/** Everything received on a connection until the server closed it. */
export type RawResponse = { readonly output: string; readonly statuses: readonly number[] }

/** Writes bytes to the server and reads until it closes the connection. */
export async function sendBytes(base: string, text: string | readonly string[], secondsMax = 10): Promise<RawResponse> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setTimeout(secondsMax * 1000, () => socket.destroy(new Error(`open after ${secondsMax} seconds`)))
  for (const part of [text].flat()) socket.write(part, 'latin1')
  let received = ''
  for await (const chunk of socket.setEncoding('latin1')) received += chunk
  return {
    output: received,
    statuses: [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  }
}

/** Asserts that the text is one complete problem response with this status and code. Returns its body. */
export function mustBeProblem(received: string, status: number, code: string): Record<string, unknown> {
  const [head = '', text = ''] = received.split(/\r\n\r\n([\s\S]*)/)
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
  )
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  assert.equal(headers.get('content-type'), 'application/problem+json')
  assert.equal(headers.get('connection'), 'close')
  assert.equal(Number(headers.get('content-length')), text.length)
  const problem = JSON.parse(Buffer.from(text, 'latin1').toString())
  const { type, title, detail, instance, requestId } = problem
  assert.ok(
    [title, detail, instance].every((member) => typeof member === 'string' && member.length > 0),
    received,
  )
  assert.match(type, new RegExp(`/problems/${code}$`))
  assert.equal(headers.get('x-request-id'), requestId)
  assert.ok(instance.endsWith(`#${requestId}`))
  assert.deepEqual([problem.status, problem.code], [status, code])
  return problem
}
