import type { RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { once } from '../../values/once.ts'
import { type AnsweredRequest, headersOfAll, problemAnswer, TemporarilyUnavailable } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { changing } from '../http/idempotency.ts'
import { newRequestId } from '../http/request-id.ts'
import { hasBody, isStream, waitForBody } from '../http/slow-clients.ts'
import { counter, gauge, inProcess } from '../observability/metrics.ts'
import { inShortTurns } from './arrivals.ts'
import { type Capacity, capacityOf, type Permit } from './capacity.ts'

export type CapacityLimits = {
  readonly requestsMax: number
  readonly uploadsMax: number
  readonly exportsMax: number
  readonly largeBodiesMax: number
  readonly forwardedMax: number
  readonly busyMsMax: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's permit; undefined for cheap requests. */
    permit: Permit | undefined
  }
}

const shed = counter(
  'market_http_shed_total',
  'Requests refused for lack of capacity (requests, uploads, exports, large bodies, sandboxes), because the process was busy, or because they waited too long for the share of their caller.',
  ['why'],
  ['requests', 'uploads', 'exports', 'bodies', 'sandboxes', 'busy', 'share'].map((why) => ({ why })),
)

const waiting = gauge('market_http_requests_waiting', "Requests that wait for their caller's share.", {
  source: inProcess,
})

export type LoadShedding = {
  /** Returns a listener that refuses requests under overload before they are routed, and passes on the rest. */
  guard(listener: RequestListener, isClosing: () => boolean): RequestListener
  /** Counts the requests of an API. Call it before routes are added. */
  watch(api: Api): Shares
}

/**
 * Limits concurrent requests of one client: those beyond its share wait. Throws TemporarilyUnavailable at full capacity, and
 * when a request waited too long or behind too many.
 */
export type Shares = {
  /** Call before the request is counted: `holder` is its credential or address. */
  ofRequest(request: FastifyRequest, reply: FastifyReply, holder: string): Promise<void>
  /** Uploads and exports have their own capacities, because they last as long as the client sends or reads. */
  ofUpload(request: FastifyRequest, reply: FastifyReply, account: number): Promise<void>
  ofExport(request: FastifyRequest, reply: FastifyReply, account: number): Promise<void>
  /** Large bodies occupy memory while they are received, parsed and processed. */
  ofLargeBody(request: FastifyRequest, reply: FastifyReply, account: number): Promise<void>
  /** Requests that a sandbox answers wait for it, not for the live market. */
  ofForwarded(request: FastifyRequest, reply: FastifyReply, account: number): Promise<void>
}

/**
 * Answers 503, without reading the request, when the capacity is used up, so that accepted requests are answered in time.
 */
export function createLoadShedding(limits: CapacityLimits, publicUrl: string): LoadShedding {
  const requests = capacityOf(limits.requestsMax)
  const free = freePaths()
  return {
    guard: (listener, isClosing) => {
      const refuse = (why: string): RequestListener => refuseBecause(why, isClosing, publicUrl)
      const [refuseFull, refuseBusy] = [refuse('requests'), refuse('busy')]
      const begin: RequestListener = (...asked) => (requests.isFull() ? refuseFull : listener)(...asked)
      const receive = inShortTurns(begin, refuseBusy, limits.busyMsMax)
      return (raw, response) => (free.has(raw.url ?? '/') ? listener : receive)(raw, response)
    },
    watch: (api) => {
      api.addHook('onRoute', free.add)
      return shareCapacity(api, requests, limits)
    },
  }
}

function shareCapacity(api: Api, requests: Capacity, limits: CapacityLimits): Shares {
  api.decorateRequest('permit', undefined)
  pauseWhileReceiving(api, requests)
  releaseWhenAnswered(api)
  const enterAs = enterAndCount()
  const ofAccount = (max: number, why: string) => {
    const capacity = capacityOf(max)
    return async (request: FastifyRequest, reply: FastifyReply, account: number) => {
      // It must not occupy the capacity of small requests while it waits.
      request.permit?.leave()
      request.permit = await enterAs(capacity, why, `account ${account}`, reply.raw)
    }
  }
  return {
    ofRequest: async (request, reply, holder) => {
      // A request made in this process belongs to one that has a permit.
      if (!(request.raw.socket instanceof Socket)) return
      request.permit = await enterAs(requests, 'requests', holder, reply.raw)
    },
    ofUpload: ofAccount(limits.uploadsMax, 'uploads'),
    ofExport: ofAccount(limits.exportsMax, 'exports'),
    ofLargeBody: ofAccount(limits.largeBodiesMax, 'bodies'),
    ofForwarded: ofAccount(limits.forwardedMax, 'sandboxes'),
  }
}

/** Returns a function that enters a capacity, and counts requests that wait and those that are refused. */
function enterAndCount() {
  let count = 0
  return async (capacity: Capacity, why: string, holder: string, response: ServerResponse): Promise<Permit> => {
    const entering = capacity.enter(holder, response)
    if (entering instanceof Promise) waiting.set({}, ++count)
    const entered = await entering
    if (entering instanceof Promise) waiting.set({}, --count)
    if (typeof entered !== 'string') return entered
    if (entered !== 'gone') shed({ why: entered === 'full' ? why : 'share' })
    throw TemporarilyUnavailable({})
  }
}

/** Refuses before routing, at a fraction of the cost: otherwise, at five times the capacity, refusals would use it all. */
const refuseBecause =
  (why: string, isClosing: () => boolean, publicUrl: string): RequestListener =>
  (raw, response) => {
    const { url: originalUrl = '/', headers } = raw
    shed({ why })
    const asked = { id: newRequestId(), originalUrl, headers }
    waitForBody(raw, response, asked, publicUrl)
    if (isClosing()) response.setHeader('Connection', 'close')
    refuse(response, asked, publicUrl)
  }

function refuse(response: ServerResponse, request: AnsweredRequest, publicUrl: string): void {
  const { status, headers, body } = problemAnswer(request, TemporarilyUnavailable({}), publicUrl)
  response.writeHead(status, { ...headersOfAll(request.id), ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The paths that are answered under any load. */
function freePaths() {
  const routes: RouteOptions[] = []
  // Evaluated when all routes exist: a route group adds its config later.
  const free = once(() => routes.filter(({ config }) => config?.isFree).map(({ url }) => url))
  const known = once(() => new Set(free()))
  const beginnings = once(() => free().flatMap((url) => (url.endsWith('*') ? url.slice(0, -1) : [])))
  return {
    add: (route: RouteOptions) => void routes.push(route),
    has: (address: string): boolean => {
      const path = address.split('?')[0] as string
      return known().has(path) || beginnings().some((beginning) => path.startsWith(beginning))
    },
  }
}

/**
 * A small request costs no capacity while its client sends the body, so slow clients do not block others. Bodies of a GET are
 * excluded: they are not read, so `end` would never come.
 */
function pauseWhileReceiving(api: Api, requests: Capacity): void {
  api.addHook('preParsing', ({ permit, raw, method }, _reply, payload, done) => {
    if (permit?.of === requests && hasBody(raw) && changing.has(method)) {
      permit.pause()
      payload.once('end', permit.resume)
    }
    done(null, payload)
  })
}

/**
 * Releases the permit when the response is made, not when the client disconnects, because the work may still be running. A
 * streamed response (a file or an export) releases it when the connection closes or the response is complete.
 */
function releaseWhenAnswered(api: Api): void {
  api.addHook('onSend', ({ permit }, { raw }, payload, done) => {
    if (!isStream(payload) || raw.destroyed) permit?.end()
    else raw.once('close', () => permit?.end())
    done(null, payload)
  })
}
