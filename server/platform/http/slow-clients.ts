import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { AnsweredRequest } from './answer.ts'
import type { Api } from './api.ts'
import { isRefused, RequestTimeout, sendTimeout } from './socket-problems.ts'

const headersSeconds = 5
/** Maximum time for a body that is read as a whole, from first to last byte. */
const bodySeconds = 10
/** The same for an upload, which may have 25 MiB: at this time a steady client has sent it at 90 KB a second. */
const uploadSeconds = 300
/** The maximum of a route with larger files. */
const largeUploadSeconds = 3_600
/** Minimum average speed of an upload within `uploadStallSeconds`: a slow connection may take its time, a client that stalls may not. */
const uploadBytesPerSecondMin = 4 * 1024
const uploadStallSeconds = 20
/** A client that reads nothing for this long is disconnected. */
const unreadSeconds = 30
/**
 * Minimum average speed while a client lets bytes of a file or export wait for `readingSeconds`. Slower readers would occupy
 * capacity and keep the read-ahead in memory.
 */
const readBytesPerSecondMin = 16 * 1024
const readingSeconds = 10
/** Maximum time for a file, from its headers to its last byte: it occupies capacity meanwhile. */
const fileSeconds = 120
/** Keep-alive timeout; longer than that of most proxies. */
const idleSeconds = 72
const checkMs = 500

/** Node's timeouts for the whole request and for its headers, and the interval in which it checks them. */
export const serverTimeouts = {
  requestTimeout: largeUploadSeconds * 1000,
  keepAliveTimeout: idleSeconds * 1000,
  headersTimeout: headersSeconds * 1000,
  connectionsCheckingInterval: checkMs,
}

/** Disconnects clients that send or read too slowly, and limits the number of connections. */
export function cutSlowClients(api: Api, connectionsMax: number, publicUrl: string): void {
  api.server.maxConnections = connectionsMax
  api.addHook('onRequest', (request, reply, done) => {
    const { countedAs, isLargeUpload } = request.routeOptions.config
    const isUpload = countedAs === 'uploads'
    const seconds = isLargeUpload ? largeUploadSeconds : isUpload ? uploadSeconds : bodySeconds
    waitForBody(request.raw, reply.raw, request, publicUrl, seconds)
    if (isUpload) cutStalled(request.raw, reply.raw, request, publicUrl)
    done()
  })
  // The body has been read.
  api.addHook('preValidation', ({ raw }, _reply, done) => done(isRefused(raw) ? RequestTimeout({}) : undefined))
  api.addHook('onSend', ({ raw, routeOptions }, reply, payload, done) => {
    // Node resets it for the connection's next request. A request made in this process has no connection.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(unreadSeconds * 1000)
    if (!isStream(payload) || routeOptions.config.isFree) return done(null, payload)
    cutSlowReader(reply.raw)
    // An export has no length and may take any time.
    if (reply.hasHeader('content-length')) waitForReader(reply.raw)
    done(null, payload)
  })
}

export const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

/** Disconnects a client that reads below the minimum speed while data is waiting. */
function cutSlowReader(response: ServerResponse): void {
  let [seconds, before] = [0, 0]
  const look = setInterval(() => {
    const { socket, writableLength } = response
    if (!socket || writableLength === 0) {
      seconds = 0
      return
    }
    const taken = socket.bytesWritten - socket.writableLength
    if (seconds === 0) before = taken
    if (seconds++ < readingSeconds) return
    if (taken - before < readingSeconds * readBytesPerSecondMin) response.destroy()
    seconds = 0
  }, 1000).unref()
  response.once('close', () => clearInterval(look))
}

/** Disconnects a client that takes too long for a file. The Content-Length shows the client that it is incomplete. */
function waitForReader(response: ServerResponse): void {
  const late = setTimeout(() => response.destroy(), fileSeconds * 1000).unref()
  response.once('close', () => clearTimeout(late))
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Whether there is a body that may still be on its way. A request made in this process has no connection, and one whose client has left
 * emits no further event that could end the watch.
 */
const isArriving = (raw: IncomingMessage): boolean => hasBody(raw) && raw.socket instanceof Socket && !raw.destroyed

/** Disconnects the client if the body does not arrive in time, even if it is not needed. Such a request is not carried out. */
export function waitForBody(
  raw: IncomingMessage,
  response: ServerResponse,
  request: AnsweredRequest,
  publicUrl: string,
  seconds = bodySeconds,
): void {
  if (!isArriving(raw)) return
  // A busy process may reach its timeout before it reads what has arrived, so it reads once more.
  const late = setTimeout(() => setImmediate(() => cut(raw, response, request, publicUrl)), seconds * 1000).unref()
  const stop = () => clearTimeout(late)
  raw.once('end', stop).once('close', stop)
}

/** Disconnects a client whose upload stalls. Paused reading counts too: the server reads faster than the minimum. */
function cutStalled(raw: IncomingMessage, response: ServerResponse, request: AnsweredRequest, publicUrl: string): void {
  if (!isArriving(raw)) return
  let before = raw.socket.bytesRead
  const look = setInterval(() => {
    const sent = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    if (sent < uploadStallSeconds * uploadBytesPerSecondMin) setImmediate(() => cut(raw, response, request, publicUrl))
  }, uploadStallSeconds * 1000).unref()
  const stop = () => clearInterval(look)
  raw.once('end', stop).once('close', stop)
}

/** Answers 408 first, unless a response was already sent. */
function cut(raw: IncomingMessage, { headersSent }: ServerResponse, request: AnsweredRequest, publicUrl: string): void {
  if (raw.complete || raw.socket.destroyed) return
  if (headersSent) return void raw.socket.destroy()
  sendTimeout(raw, request, publicUrl)
}
