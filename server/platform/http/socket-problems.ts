import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Problem, unreadable } from '../../values/problems/problem.ts'
import { STATUS_CODES } from '../node-http.ts'
import { type AnsweredRequest, headersOfAll, problemAnswer } from './answer.ts'
import { newRequestId } from './request-id.ts'

/** Maximum size of request line and headers. A path id may be as long: it is then answered 404, like any unknown id. */
export const headerBytesMax = 16 * 1024

export const RequestTimeout = unreadable(
  'request_timeout',
  'Request timeout',
  'The request did not arrive in time and was not carried out. Send it again.',
)
const HeadersTooLarge = unreadable<{ max: number }>(
  'headers_too_large',
  'Headers too large',
  ({ max }) => `The URL and headers must not exceed ${max} bytes in total.`,
)
export const MalformedRequest = unreadable<{ reason: string }>(
  'malformed_request',
  'Malformed HTTP request',
  ({ reason }) => `The request is not valid HTTP/1.1: ${reason}.`,
)
const UnknownMethod = unreadable(
  'unknown_method',
  'Unknown method',
  'The request does not begin with a known method. This port expects HTTP without TLS.',
)

type ParseError = Error & { readonly code?: string; readonly reason?: string }

const problems: Readonly<Record<string, () => Problem>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => RequestTimeout({}),
  HPE_HEADER_OVERFLOW: () => HeadersTooLarge({ max: headerBytesMax }),
  HPE_INVALID_METHOD: () => UnknownMethod({}),
}

/** Answers bytes that are no valid request, and closes the connection. */
export function sendParseProblem(error: ParseError, socket: Socket, publicUrl: string): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') unlessReceived(socket, () => sendProblemOf(error, socket, publicUrl))
  else sendProblemOf(error, socket, publicUrl)
}

/** Reads the socket once more, and calls `late` if the rest of the request is still missing. A busy process may reach its timeout first. */
function unlessReceived(socket: Socket, late: () => void): void {
  const before = responseOn(socket)
  const isComplete = before?.req.complete
  setImmediate(() => {
    const now = responseOn(socket)
    if (!now || (now === before && now.req.complete === isComplete)) late()
  })
}

function sendProblemOf(error: ParseError, socket: Socket, publicUrl: string): void {
  if (refused.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable || responseOn(socket)?.headersSent) return void socket.destroy()
  const { code = '', reason = error.message } = error
  const problem = problems[code]?.() ?? MalformedRequest({ reason })
  sendOnSocket(socket, problem, { id: newRequestId(), originalUrl: '', headers: {} }, publicUrl)
}

/** Answers a request whose body is late with 408 `request_timeout`, and closes the connection. */
export function sendTimeout({ socket }: IncomingMessage, request: AnsweredRequest, publicUrl: string): void {
  if (!socket.writable) return void socket.destroy()
  sendOnSocket(socket, RequestTimeout({}), request, publicUrl)
}

/** Connections whose client was told that its request was not carried out. */
const refused = new WeakSet<Socket>()

/** Whether the client was told that its request was not carried out: what still arrives must not be. */
export const isRefused = ({ socket }: IncomingMessage): boolean => refused.has(socket)

/** How long a refused client may still send. Closing earlier could discard the answer (RFC 9112, 9.6). */
const lingerMs = 2_000

/** The response that is being made on the connection. Its bytes must not follow those of another. */
const responseOn = (socket: Socket): ServerResponse<IncomingMessage> | null | undefined =>
  (socket as { _httpMessage?: ServerResponse<IncomingMessage> | null })._httpMessage

function sendOnSocket(socket: Socket, problem: Problem, request: AnsweredRequest, publicUrl: string): void {
  const { status, headers, body } = problemAnswer(request, problem, publicUrl)
  const lines = Object.entries({
    ...headersOfAll(request.id),
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  refused.add(socket)
  // Otherwise the connection would stay open until the client closes it.
  const late = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(late))
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
