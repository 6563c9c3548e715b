import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SandboxUnavailable } from '../accounts/account.ts'
import { openTestKey } from '../accounts/actions-callers.ts'
import { TemporarilyUnavailable } from '../platform/http/answer.ts'
import { isRefused } from '../platform/http/socket-problems.ts'
import { Agent, request as send } from '../platform/node-http.ts'
import {
  type ForwardRefusal,
  forwardHeaders,
  type SandboxAddress,
  SandboxFull,
  type SandboxGate,
  type Visitor,
} from './sandbox.ts'

/** Longer than a move of the clock takes. */
const answerMsMax = 60_000
/** Requests that wait for sandboxes at once. An account gets an eighth. */
export const forwardedMax = 128
const agent = new Agent({ keepAlive: true, maxSockets: forwardedMax })

/** Headers of one connection, and those that only the live market sets. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'cookie',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'authorization',
  ...Object.values(forwardHeaders),
])
const notReturned = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'date',
  'set-cookie',
  'ratelimit',
  'ratelimit-policy',
  'access-control-allow-origin',
  ...Object.values(forwardHeaders),
])

/**
 * Returns a function that answers a request with a test key from the sandbox of its account. It checks the key on the live
 * market, which alone knows it, and passes on everything else unread.
 */
export const forwardTo =
  (gate: SandboxGate | undefined) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    enter: (account: number) => Promise<void>,
  ): Promise<FastifyReply> => {
    const { dailySpendMaxUnits: max, ...testKey } = await openTestKey(request.ctx)
    const visitor = { ...testKey, dailySpendMaxUnits: max === null ? null : String(max) }
    if (!gate) throw SandboxUnavailable({ reason: 'off' })
    await enter(visitor.account)
    const address = await gate.open().catch((error: unknown) => {
      request.log.error({ err: error }, 'the process of the sandboxes cannot be started')
      throw TemporarilyUnavailable({})
    })
    const answer = await exchange(request, address, visitor).catch((error: Error) => {
      request.log.warn({ reason: error.message }, 'a sandbox did not answer')
      throw TemporarilyUnavailable({})
    })
    const refusal = answer.headers[forwardHeaders.refusal]
    if (refusal !== undefined) {
      answer.resume()
      throw problemOf(refusal as ForwardRefusal, request.ctx.config.sandboxSizeMb)
    }
    return reply
      .code(answer.statusCode ?? 502)
      .headers(without(answer.headers, notReturned))
      .send(answer)
  }

function problemOf(refusal: ForwardRefusal, megabytesMax: number) {
  if (refusal === 'busy') return TemporarilyUnavailable({})
  return refusal === 'size' ? SandboxFull({ megabytesMax }) : SandboxUnavailable({ reason: refusal })
}

const without = (headers: IncomingHttpHeaders, names: ReadonlySet<string>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || names.has(name) ? [] : [[name, value]])),
  )

/** Node frames the body of a GET or DELETE only if told: unframed, it would be read as the next request of that connection. */
const framingOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }

function exchange(
  { raw, ip, method }: FastifyRequest,
  { port, secret }: SandboxAddress,
  visitor: Visitor,
): Promise<IncomingMessage> {
  const headers = {
    ...without(raw.headers, notForwarded),
    ...framingOf(raw.headers),
    'x-forwarded-for': ip,
    [forwardHeaders.secret]: secret,
    [forwardHeaders.visitor]: Buffer.from(JSON.stringify(visitor)).toString('base64url'),
  }
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: '127.0.0.1', port, method, path: raw.url, headers, agent })
    // Also while it waits for a connection.
    const late = setTimeout(() => outgoing.destroy(new Error('no answer in time')), answerMsMax)
    const settle =
      <T>(end: (value: T) => void) =>
      (value: T) => {
        clearTimeout(late)
        end(value)
      }
    outgoing.once('response', settle(resolve))
    outgoing.once('error', settle(reject))
    raw.once('close', () => raw.complete || outgoing.destroy(new Error('the client went away')))
    raw.once('end', () => (isRefused(raw) ? outgoing.destroy(new Error('the body was late')) : outgoing.end()))
    raw.pipe(outgoing, { end: false })
  })
}
