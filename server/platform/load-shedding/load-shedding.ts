import type { RequestListener, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { once } from '../../values/once.ts'
import { stopwatch } from '../clock.ts'
import {
  type AnsweredRequest,
  headersOfAll,
  problemAnswer,
  sendProblem,
  TemporarilyUnavailable,
} from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { changing } from '../http/idempotency.ts'
import { newRequestId } from '../http/request-id.ts'
import { hasBody, isStream, waitForBody } from '../http/slow-clients.ts'
import { counter } from '../observability/metrics.ts'
import { concurrencyPolicy, RateLimited } from '../rate-limits/http.ts'
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
    bodyPermit: Permit | undefined
  }
}

const shed = counter(
  'market_http_shed_total',
  'Requests refused for lack of capacity (requests, uploads, exports, large bodies, sandboxes), because the process was busy, or because the caller had used its share.',
  ['why'],
  ['requests', 'uploads', 'exports', 'bodies', 'sandboxes', 'busy', 'share'].map((why) => ({ why })),
)

export type LoadShedding = {
  /** Returns a listener that refuses requests under overload before they are routed, and passes on the rest. */
  guard(listener: RequestListener, isClosing: () => boolean): RequestListener
  /** Counts the requests of an API. Call it before routes are added. */
  watch(api: Api): Shares
}

/** Limits concurrent requests of one client. Throws TemporarilyUnavailable at full capacity, RateLimited beyond a client's share. */
export type Shares = {
  /** Call before the request is counted: `holder` is its credential or address. */
  ofRequest(request: FastifyRequest, reply: FastifyReply, holder: string): void
  /** Exports have their own capacity, because they last as long as the client reads. */
  ofExport(request: FastifyRequest, reply: FastifyReply, account: number): void
  /** Large bodies occupy memory while they are received, parsed and processed. */
  ofLargeBody(request: FastifyRequest, reply: FastifyReply, account: number): void
  /** Requests that a sandbox answers wait for it, not for the live market. */
  ofForwarded(request: FastifyRequest, reply: FastifyReply, account: number): void
}

/**
 * Returns a function that tells whether the current iteration of the event loop has exceeded `msMax`: then requests arrive
 * faster than they are answered. Requests still waiting in sockets are not counted.
 */
function createLagCheck(msMax: number): () => boolean {
  let passed: (() => number) | undefined
  return () => {
    if (passed) return passed() > msMax
    passed = stopwatch()
    setImmediate(() => {
      passed = undefined
    })
    return false
  }
}

/**
 * Answers 503, without reading the request, when the capacity is used up, so that accepted requests are answered in time.
 * Uploads have their own capacity, because they last as long as the client sends.
 */
export function createLoadShedding(limits: CapacityLimits, publicUrl: string): LoadShedding {
  const requests = capacityOf(limits.requestsMax)
  const isLate = createLagCheck(limits.busyMsMax)
  const whyFull = () => (isLate() ? 'busy' : requests.isFull() ? 'requests' : undefined)
  const free = freePaths()
  return {
    guard: (listener, isClosing) => refuseBeforeRouting(listener, { whyFull, isFree: free.has, isClosing, publicUrl }),
    watch: (api) => {
      api.addHook('onRoute', free.add)
      return shareCapacity(api, requests, limits, publicUrl)
    },
  }
}

function shareCapacity(api: Api, requests: Capacity, limits: CapacityLimits, publicUrl: string): Shares {
  const uploads = capacityOf(limits.uploadsMax)
  const [exports, bodies] = [capacityOf(limits.exportsMax), capacityOf(limits.largeBodiesMax)]
  const forwarded = capacityOf(limits.forwardedMax)
  api.decorateRequest('permit', undefined)
  api.decorateRequest('bodyPermit', undefined)
  const capacityFor = ({ routeOptions }: FastifyRequest) =>
    routeOptions.config.countedAs === 'uploads' ? uploads : requests
  api.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isFree) return done()
    const capacity = capacityFor(request)
    if (capacity.isFull()) {
      shed({ why: capacity === uploads ? 'uploads' : 'requests' })
      return void sendProblem(request, reply.headers(headersOfAll(request.id)), TemporarilyUnavailable({}), publicUrl)
    }
    request.permit = capacity.take()
    done()
  })
  pauseWhileReceiving(api)
  releaseWhenAnswered(api)
  return {
    ofRequest: (request, reply, holder) => {
      if (request.permit) assertShare(capacityFor(request), request.permit, reply, holder)
    },
    ofExport: (request, reply, account) => exchangePermit(request, enter(exports, 'exports', reply, account)),
    ofForwarded: (request, reply, account) => exchangePermit(request, enter(forwarded, 'sandboxes', reply, account)),
    ofLargeBody: (request, reply, account) => {
      request.bodyPermit = enter(bodies, 'bodies', reply, account)
    },
  }
}

function exchangePermit(request: FastifyRequest, permit: Permit): void {
  request.permit?.end()
  request.permit = permit
}

function enter(capacity: Capacity, why: string, reply: FastifyReply, account: number): Permit {
  if (capacity.isFull()) {
    shed({ why })
    throw TemporarilyUnavailable({})
  }
  const permit = capacity.take()
  try {
    assertShare(capacity, permit, reply, `account ${account}`)
  } catch (error) {
    permit.end()
    throw error
  }
  return permit
}

function assertShare({ shareMax }: Capacity, permit: Permit, reply: FastifyReply, holder: string): void {
  if (permit.share(holder, reply.raw)) return
  shed({ why: 'share' })
  reply.header('RateLimit-Policy', `"concurrency";q=${shareMax};qu="concurrent-requests"`)
  reply.header('RateLimit', '"concurrency";r=0;t=1')
  throw RateLimited({ 'violated-policies': [concurrencyPolicy], retryAfterSeconds: 1 })
}

type Admission = {
  readonly whyFull: () => string | undefined
  readonly isFree: (address: string) => boolean
  readonly isClosing: () => boolean
  readonly publicUrl: string
}

/** Refuses before routing, at a fraction of the cost: otherwise, at five times the capacity, refusals would use it all. */
function refuseBeforeRouting(listener: RequestListener, admission: Admission): RequestListener {
  const { whyFull, isFree, isClosing, publicUrl } = admission
  return (raw, response) => {
    const { url: originalUrl = '/', headers } = raw
    const why = whyFull()
    if (why !== undefined && !isFree(originalUrl)) {
      shed({ why })
      const asked = { id: newRequestId(), originalUrl, headers }
      waitForBody(raw, response, asked, publicUrl)
      if (isClosing()) response.setHeader('Connection', 'close')
      return refuse(response, asked, publicUrl)
    }
    listener(raw, response)
  }
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
 * A request costs no capacity while its client sends the body, so slow clients do not block others. Bodies of a GET are
 * excluded: they are not read, so `end` would never come.
 */
function pauseWhileReceiving(api: Api): void {
  api.addHook('preParsing', (request, _reply, payload, done) => {
    const { permit, raw, method, routeOptions } = request
    if (permit && hasBody(raw) && changing.has(method) && routeOptions.config.countedAs !== 'uploads') {
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
  api.addHook('onSend', ({ permit, bodyPermit }, { raw }, payload, done) => {
    bodyPermit?.end()
    if (!isStream(payload) || raw.destroyed) permit?.end()
    else raw.once('close', () => permit?.end())
    done(null, payload)
  })
}
