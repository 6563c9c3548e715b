import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnsweredRequest } from './answer.ts'
import type { Api } from './api.ts'
import { sendTimeout } from './socket-problems.ts'

const headersSeconds = 5
/** From the first byte to the last one of a body that we read as a whole. */
const bodySeconds = 10
/** The same of an upload: so long may twenty-five mebibytes take. */
const uploadSeconds = 60
/** Whoever takes no byte of an answer for so long will not take the rest. */
const unreadSeconds = 30
/**
 * Whoever leaves bytes of a file or an export waiting for `readingSeconds` must take so many of them on average. A slower reader
 * would keep a place and what is read ahead in memory.
 */
const readBytesPerSecondMin = 16 * 1024
const readingSeconds = 10
/** From its headers to its last byte: so long may a file take, which keeps a place among the requests under way. */
const fileSeconds = 120
/** A connection that is kept waits so long for its next request; longer than most proxies keep theirs. */
const idleSeconds = 72
const lookMs = 500

/** How long Node lets a client take: all of what is sent, and its headers alone. It looks now and then. */
export const patience = {
  requestTimeout: uploadSeconds * 1000,
  keepAliveTimeout: idleSeconds * 1000,
  headersTimeout: headersSeconds * 1000,
  connectionsCheckingInterval: lookMs,
}

/** Cuts off clients who send a body too slowly, or do not read what they asked for; and takes only so many connections. */
export function cutSlowClients(api: Api, connectionsMax: number, publicUrl: string): void {
  api.server.maxConnections = connectionsMax
  api.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.countedAs !== 'uploads') waitForBody(request.raw, reply.raw, request, publicUrl)
    done()
  })
  api.addHook('onSend', ({ raw, routeOptions }, reply, payload, done) => {
    // Node sets it anew for the next request of the connection.
    raw.socket.setTimeout(unreadSeconds * 1000)
    if (!isStream(payload) || routeOptions.config.isFree) return done(null, payload)
    cutSlowReader(reply.raw)
    // An export says no length, and may be as long as it is.
    if (reply.hasHeader('content-length')) waitForReader(reply.raw)
    done(null, payload)
  })
}

export const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

/** Cuts the connection if its client reads more slowly than the minimum, as long as there is something to read. */
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

/** Cuts the connection if the file is not taken in time: it was told its length, so nobody takes the half for the whole. */
function waitForReader(response: ServerResponse): void {
  const late = setTimeout(() => response.destroy(), fileSeconds * 1000).unref()
  response.once('close', () => clearTimeout(late))
}

/** Whether its client has more to send than its headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Cuts the connection if the body does not come in time, whether it is wanted or not. */
export function waitForBody(
  raw: IncomingMessage,
  response: ServerResponse,
  asked: AnsweredRequest,
  publicUrl: string,
): void {
  if (!hasBody(raw)) return
  const late = setTimeout(() => cut(raw, response, asked, publicUrl), bodySeconds * 1000)
  const stop = () => clearTimeout(late)
  raw.once('end', stop).once('close', stop)
}

/** Told why, unless it was answered before its body was there. */
function cut(raw: IncomingMessage, { headersSent }: ServerResponse, asked: AnsweredRequest, publicUrl: string): void {
  if (raw.complete || raw.socket.destroyed) return
  if (headersSent) return void raw.socket.destroy()
  sendTimeout(raw, asked, publicUrl)
}
