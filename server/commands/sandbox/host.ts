import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { changing } from '../../platform/http/idempotency.ts'
import { createServer } from '../../platform/node-http.ts'
import { forgetOldSandboxes, sandboxIds } from '../../sandbox/actions-sandboxes.ts'
import { forwardHeaders, type SandboxAddress, type Visitor } from '../../sandbox/sandbox.ts'
import { Problem } from '../../values/problems/problem.ts'
import { dropSandbox, existingSandboxes } from './databases.ts'
import { Sandboxes, type SandboxesOptions, SandboxRefused } from './sandboxes.ts'

const sweepMs = 30_000
const secretBytes = 32
const largeBytes = 1_048_576

export type SandboxHost = SandboxAddress & {
  /** The number of open sandboxes. */
  readonly size: () => number
  close(): Promise<void>
}

/** Serves sandboxes to the live market on a loopback port, to those who know the secret. */
export async function openSandboxHost(options: SandboxesOptions): Promise<SandboxHost> {
  const secret = randomBytes(secretBytes).toString('base64url')
  const sandboxes = new Sandboxes(options)
  await dropForgotten(options)
  // The live market closes idle connections. If this process did, a request could be on its way and be lost.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 }, (raw, response) => {
    const visitor = visitorOf(raw, secret)
    if (!visitor) return void response.writeHead(403).end()
    answer(sandboxes, raw, response, visitor).catch((error: unknown) => refuse(options, response, error))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sweep = setInterval(() => void sandboxes.closeIdle(), sweepMs)
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    pid: process.pid,
    size: () => sandboxes.size,
    close: async () => {
      clearInterval(sweep)
      server.close()
      server.closeIdleConnections()
      await sandboxes.closeAll()
      server.closeAllConnections()
    },
  }
}

/** Drops the sandboxes that the live market has forgotten. */
export async function dropForgotten({ live, ctx, logger }: SandboxesOptions): Promise<number> {
  try {
    await forgetOldSandboxes(ctx)
    const existing = await existingSandboxes(live, ctx.config)
    const kept = await sandboxIds(ctx)
    const forgotten = existing.filter((id) => !kept.has(id))
    for (const id of forgotten) await dropSandbox(live, ctx.config, id)
    return forgotten.length
  } catch (error) {
    logger.warn({ err: error }, 'forgotten sandboxes could not be dropped')
    return 0
  }
}

/** Returns the visitor if the request comes from the live market. Node joins repeated headers, so each must occur once. */
function visitorOf({ headersDistinct }: IncomingMessage, secret: string): Visitor | undefined {
  const [given, another] = headersDistinct[forwardHeaders.secret] ?? []
  const [visitor, otherVisitor] = headersDistinct[forwardHeaders.visitor] ?? []
  if (another !== undefined || otherVisitor !== undefined || visitor === undefined) return undefined
  return isSame(Buffer.from(given ?? ''), Buffer.from(secret)) ? visitorIn(visitor) : undefined
}

const isSame = (given: Buffer, secret: Buffer): boolean =>
  given.length === secret.length && timingSafeEqual(given, secret)

function visitorIn(text: string): Visitor | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Visitor
  } catch {
    return undefined
  }
}

/** A body without a Content-Length may be of any size. */
const isLargeBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes

/** The longest that a sandbox waits for a client. */
const openMsMax = 90_000

async function answer(sandboxes: Sandboxes, raw: IncomingMessage, response: ServerResponse, visitor: Visitor) {
  const { method = 'GET', url = '/' } = raw
  const isReset = url.split('?')[0] === '/v1/sandbox/reset'
  const use = { isChanging: changing.has(method) && !isReset, isLarge: isLargeBody(raw) }
  await sandboxes.use(visitor, use, async ({ api, credentialsFor, followClock }) => {
    const [{ apiKey, accessToken }] = await Promise.all([credentialsFor(visitor), followClock()])
    for (const name of Object.values(forwardHeaders)) delete raw.headers[name]
    raw.headers.authorization = `Bearer ${/^\/(?:v1\/|mcp(?:\?|$))/.test(url) ? apiKey : accessToken}`
    const closed = once(response, 'close')
    api.server.emit('request', raw, response)
    await Promise.race([closed, setTimeout(openMsMax, undefined, { ref: false })])
  })
}

function refuse({ logger }: SandboxesOptions, response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const isFull = error instanceof Problem && error.type.code === 'sandbox_unavailable'
  const refusal = error instanceof SandboxRefused ? error.refusal : isFull ? 'full' : 'busy'
  if (refusal === 'busy' || refusal === 'database') logger.warn({ err: error }, 'a sandbox could not be opened')
  response.writeHead(503, { [forwardHeaders.refusal]: refusal }).end()
}
