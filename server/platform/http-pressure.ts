import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteOptions } from 'fastify'
import { lazily } from '../values/lazily.ts'
import { type Asked, headersOfAll, problemAnswer, sendProblem, TemporarilyUnavailable } from './answer.ts'
import { stopwatch } from './clock.ts'
import type { Api } from './http-api.ts'
import { changing } from './http-once.ts'
import { hasBody, waitForBody } from './http-slow.ts'
import { counter } from './metrics.ts'
import { newRequestId } from './request-id.ts'

export type Room = { readonly requestsMax: number; readonly uploadsMax: number; readonly busyMsMax: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it stands among the requests under way; none where it costs next to nothing. */
    place: Place | undefined
  }
}

const shed = counter(
  'market_http_shed_total',
  'Requests that were answered 503 because there was no room (for requests, for uploads), or too late: the process was busy.',
  ['why'],
  ['requests', 'uploads', 'busy'].map((why) => ({ why })),
)

type Place = {
  /** Has it stand aside for a while, and come back; for good where it is over. */
  pause(): void
  goOn(): void
  end(): void
}

/** So many at most are under way. */
function roomFor(most: number) {
  let taken = 0
  const take = (): Place => {
    let state: 'in' | 'aside' | 'over' = 'in'
    const move = (to: typeof state) => {
      if (state === 'over') return
      taken += Number(to === 'in') - Number(state === 'in')
      state = to
    }
    taken++
    return { pause: () => move('aside'), goOn: () => move('in'), end: () => move('over') }
  }
  return { isFull: () => taken >= most, take }
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
export function shedLoad(api: Api, { requestsMax, uploadsMax, busyMsMax }: Room, publicUrl: string): void {
  const [requests, uploads] = [roomFor(requestsMax), roomFor(uploadsMax)]
  api.decorateRequest('place', undefined)
  const isLate = turns(busyMsMax)
  refuseAtTheDoor(api, () => (isLate() ? 'busy' : requests.isFull() ? 'requests' : undefined), publicUrl)
  api.addHook('onRequest', (request, reply, done) => {
    const { isFree, countedAs } = request.routeOptions.config
    if (isFree) return done()
    const room = countedAs === 'uploads' ? uploads : requests
    if (room.isFull()) {
      shed({ why: room === uploads ? 'uploads' : 'requests' })
      return void sendProblem(request, reply.headers(headersOfAll(request.id)), TemporarilyUnavailable({}), publicUrl)
    }
    request.place = room.take()
    done()
  })
  stepAside(api)
  leaveInTheEnd(api)
}

/** Refused before it is routed, for a fraction of the cost: at five times what can be done, nothing else would be done. */
function refuseAtTheDoor(api: Api, whyFull: () => string | undefined, publicUrl: string): void {
  const isFree = freeAddresses(api)
  const listeners = api.server.listeners('request') as ((raw: IncomingMessage, response: ServerResponse) => void)[]
  api.server.removeAllListeners('request')
  api.server.on('request', (raw, response) => {
    const { url: originalUrl = '/', headers } = raw
    const why = whyFull()
    if (why !== undefined && !isFree(originalUrl)) {
      shed({ why })
      waitForBody(raw, response)
      if (!api.server.listening) response.setHeader('Connection', 'close')
      return refuse(response, { id: newRequestId(), originalUrl, headers }, publicUrl)
    }
    for (const listener of listeners) listener.call(api.server, raw, response)
  })
}

function refuse(response: ServerResponse, asked: Asked, publicUrl: string): void {
  const { status, headers, body } = problemAnswer(asked, TemporarilyUnavailable({}), publicUrl)
  response.writeHead(status, { ...headersOfAll(asked.id), ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** Whether an address is one of those that are answered under any load. */
function freeAddresses(api: Api): (address: string) => boolean {
  const routes: RouteOptions[] = []
  api.addHook('onRoute', (route) => {
    routes.push(route)
  })
  // Looked at when all of them stand: what a group says of its routes, it says later.
  const free = lazily(() => routes.filter(({ config }) => config?.isFree).map(({ url }) => url))
  const known = lazily(() => new Set(free()))
  const beginnings = lazily(() => free().flatMap((url) => (url.endsWith('*') ? url.slice(0, -1) : [])))
  return (address) => {
    const path = address.split('?')[0] as string
    return known().has(path) || beginnings().some((beginning) => path.startsWith(beginning))
  }
}

/**
 * While its client sends the body, a request is no work of ours: slow clients keep nobody out. A body that nobody reads, of
 * a GET, would never end.
 */
function stepAside(api: Api): void {
  api.addHook('preParsing', (request, _reply, payload, done) => {
    const { place, raw, method, routeOptions } = request
    if (place && hasBody(raw) && changing.has(method) && routeOptions.config.countedAs !== 'uploads') {
      place.pause()
      payload.once('end', place.goOn)
    }
    done(null, payload)
  })
}

/**
 * Over when it is answered, not when its client goes: what it asked for may still be under way. An answer that is made
 * while it is sent, a file or an export, is over when it is sent, or nobody takes it any more.
 */
function leaveInTheEnd(api: Api): void {
  api.addHook('onSend', ({ place }, { raw }, payload, done) => {
    const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
    if (!isStream || raw.destroyed) place?.end()
    else raw.once('close', () => place?.end())
    done(null, payload)
  })
}
