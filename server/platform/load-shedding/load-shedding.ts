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
  readonly busyMsMax: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it stands among the requests under way; none where it costs next to nothing. */
    permit: Permit | undefined
    /** Its place among the large bodies that are sent and worked on. */
    bodyPermit: Permit | undefined
  }
}

const shed = counter(
  'market_http_shed_total',
  'Requests refused for lack of capacity (requests, uploads, exports, large bodies), because the process was busy, or because the caller had used its share.',
  ['why'],
  ['requests', 'uploads', 'exports', 'bodies', 'busy', 'share'].map((why) => ({ why })),
)

export type LoadShedding = {
  /** Returns a listener that refuses requests before they are routed, and passes the others on. */
  guard(listener: RequestListener, isClosing: () => boolean): RequestListener
  /** Counts the requests of an API; called before its routes are added. */
  watch(api: Api): Shares
}

/** Bounds what one sender has under way. Throws TemporarilyUnavailable where there is no room for anybody, RateLimited beyond a share. */
export type Shares = {
  /** Before the request is counted: `holder` is its credential, or its address. */
  ofRequest(request: FastifyRequest, reply: FastifyReply, holder: string): void
  /** An export leaves the requests under way for a room of its own: it lasts as long as its client takes to read it. */
  ofExport(request: FastifyRequest, reply: FastifyReply, account: number): void
  /** Large bodies stay in memory while they are sent, parsed and worked on. */
  ofLargeBody(request: FastifyRequest, reply: FastifyReply, account: number): void
}

/**
 * Whether the turn of the event loop has lasted too long for one more request: they came faster than they can be answered.
 * What waits in its socket meanwhile is not seen, and not counted, before its turn comes.
 */
function turns(msMax: number): () => boolean {
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
 * Answers 503 to what comes while as many requests are under way as are done in good time, before anything of it is read:
 * whoever is let in is then answered soon. An upload has its own room, as it lasts as long as its client takes to send it.
 */
export function createLoadShedding(limits: CapacityLimits, publicUrl: string): LoadShedding {
  const requests = capacityOf(limits.requestsMax)
  const isLate = turns(limits.busyMsMax)
  const whyFull = () => (isLate() ? 'busy' : requests.isFull() ? 'requests' : undefined)
  const free = freeAddresses()
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
  api.decorateRequest('place', undefined)
  api.decorateRequest('bodyPlace', undefined)
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
    ofExport: (request, reply, account) => {
      const permit = enter(exports, 'exports', reply, account)
      request.permit?.end()
      request.permit = permit
    },
    ofLargeBody: (request, reply, account) => {
      request.bodyPermit = enter(bodies, 'bodies', reply, account)
    },
  }
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

type Door = {
  readonly whyFull: () => string | undefined
  readonly isFree: (address: string) => boolean
  readonly isClosing: () => boolean
  readonly publicUrl: string
}

/** Refused before it is routed, for a fraction of the cost: at five times what can be done, nothing else would be done. */
function refuseBeforeRouting(listener: RequestListener, door: Door): RequestListener {
  const { whyFull, isFree, isClosing, publicUrl } = door
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

function refuse(response: ServerResponse, asked: AnsweredRequest, publicUrl: string): void {
  const { status, headers, body } = problemAnswer(asked, TemporarilyUnavailable({}), publicUrl)
  response.writeHead(status, { ...headersOfAll(asked.id), ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** The addresses that are answered under any load. */
function freeAddresses() {
  const routes: RouteOptions[] = []
  // Looked at when all of them stand: what a group says of its routes, it says later.
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
 * While its client sends the body, a request is no work of ours: slow clients keep nobody out. A body that nobody reads, of
 * a GET, would never end.
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
 * Over when it is answered, not when its client goes: what it asked for may still be under way. An answer that is made
 * while it is sent, a file or an export, is over when it is sent, or nobody takes it any more.
 */
function releaseWhenAnswered(api: Api): void {
  api.addHook('onSend', ({ permit, bodyPermit }, { raw }, payload, done) => {
    bodyPermit?.end()
    if (!isStream(payload) || raw.destroyed) permit?.end()
    else raw.once('close', () => permit?.end())
    done(null, payload)
  })
}
