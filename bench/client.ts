import { randomUUID } from 'node:crypto'
import { getOrInsert } from '../server/values/bounded-map.ts'
import { type DatasetFacts, placeOf } from './dataset-facts.ts'
import { closedLoop, type Next, type OnAnswer, openLoop } from './loops.ts'
import { mixedWork } from './overload/mixed.ts'
import type { Load } from './pgbench.ts'
import type { Request, Work } from './scenario.ts'
import { draftTask } from './scenarios/drafts.ts'
import { scenarios } from './scenarios/every.ts'

/*
 * The load generator: a process that keeps connections busy (closed loop) or sends at a fixed rate (open loop). It implements
 * HTTP/1.1 itself to use little CPU, because it shares the machine with the server.
 */

export type Site = { readonly facts: DatasetFacts; readonly publicUrl: string }
export type Order = {
  readonly name: string
  readonly load: Load
  /** The server's address, if it is not the site's. */
  readonly address?: string
  /** Sends each request with its own Idempotency-Key. */
  readonly isKeyed?: boolean
  /** For read-only work: the first index, so that two rounds request different records. */
  readonly from?: number
  /** The index of the advertiser with reports that sends the requests. */
  readonly reporter?: number
  /** Requests per second of an open loop; undefined for a closed loop. */
  readonly perSecond?: number
  /** For an open loop: the number of connections; requests that find none free are not sent. */
  readonly connections?: number
}
/** Responses other than 2xx, and broken connections, by status: their number and the body of one. */
export type Unexpected = Readonly<Record<string, { readonly count: number; readonly example: string }>>
export type Result = {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** Of each operation, if the work mixes several. */
  readonly operations?: Readonly<Record<string, OfOperation>>
  readonly unexpected: Unexpected
  /** The 99th percentile of 503 responses. */
  readonly shedP99?: number
  /** Requests that were due while no connection was free. */
  readonly unasked?: number
}
export type OfOperation = { readonly requests: number; readonly p50: number; readonly p99: number }
/** `begun` is sent after the warm-up. */
export type LoadMessage = 'begun' | Result

let site: Site | undefined

process.on('message', async (message: Site | Order) => {
  if ('facts' in message) site = message
  else if (site) process.send?.(await work(site, message))
})

async function work(at: Site, order: Order): Promise<Result> {
  const scenario = [...scenarios, draftTask, mixedWork].find(({ name }) => name === order.name)
  if (!scenario) throw new Error(`no scenario is called ${order.name}`)
  const { load, perSecond, connections } = order
  const operations: Operations = new Map()
  const watch = watchOver(load, perSecond !== undefined, operations)
  const { host, port } = new URL(order.address ?? at.publicUrl)
  const exchange = { next: sender(at, order, scenario, { host, isOver: watch.isOver, operations }), done: watch.note }
  if (!perSecond) await closedLoop(Number(port), load.clients, exchange)
  else
    return {
      ...(await openLoop(Number(port), { perSecond, until: watch.until, connections: connections }, exchange)),
      ...watch.result(),
    }
  return watch.result()
}

/** The operation of the request in progress on each connection. */
type Operations = Map<number, string | undefined>
type Asking = { readonly host: string; readonly isOver: () => boolean; readonly operations: Operations }

/** Work that changes records has one index per request and ends after the last; read-only work repeats. */
function sender(site: Site, order: Order, scenario: Work, { host, isOver, operations }: Asking): Next {
  const { load, from = 0, isKeyed, reporter = 0 } = order
  const { publicUrl } = site
  const facts = { ...site.facts, reporters: site.facts.reporters.slice(reporter) }
  const keys = isKeyed ? randomUUID() : undefined
  const { setup } = scenario
  let turn = 0
  return (connection, before) => {
    if (isOver() || (setup && turn === load.places)) return undefined
    const index = scenario.isWalk ? from + connection : setup ? placeOf(facts, turn, load.places) : from + turn
    turn++
    const request = scenario.request(facts, index, publicUrl, scenario.isWalk ? before?.body() : undefined)
    operations.set(connection, request.operation)
    return bytesOf(host, keys ? { ...request, key: `${keys}.${turn}` } : request)
  }
}

/** One character is one byte: paths are ASCII, and bodies are encoded as bytes. */
function bytesOf(host: string, { method, path, bearer, body, key }: Request): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bearer}\r\n${key ? `Idempotency-Key: ${key}\r\n` : ''}`
  if (method === 'GET') return `${head}\r\n`
  if (body === undefined) return `${head}Content-Length: 0\r\n\r\n`
  const text = Buffer.from(JSON.stringify(body)).toString('latin1')
  return `${head}Content-Length: ${text.length}\r\nContent-Type: application/json\r\n\r\n${text}`
}

/**
 * Counts the responses between the warm-up and the end; an open loop counts the requests due in that time. Unexpected responses
 * always count.
 */
function watchOver({ warmSeconds, seconds }: Load, isOpen: boolean, operations: Operations) {
  const begin = performance.now() + warmSeconds * 1000
  const until = begin + seconds * 1000
  const times: number[] = []
  const timesOf = new Map<string, number[]>()
  const shed: number[] = []
  const unexpected: Record<string, { count: number; example: string }> = {}
  let last = begin
  const warm = setTimeout(() => process.send?.('begun' satisfies LoadMessage), warmSeconds * 1000)
  const note: OnAnswer = (answer, milliseconds, connection) => {
    const now = performance.now()
    const status = answer?.status ?? 'no answer'
    if (status === '503') shed.push(milliseconds)
    if (!status.startsWith('2')) {
      const { count, example } = unexpected[status] ?? { count: 0, example: answer?.body().slice(0, 500) ?? '' }
      unexpected[status] = { count: count + 1, example }
    } else if (isOpen ? now - milliseconds > begin : now > begin && now <= until) {
      times.push(milliseconds)
      const operation = operations.get(connection)
      if (operation) getOrInsert(timesOf, operation, () => []).push(milliseconds)
      last = Math.min(now, until)
    }
  }
  const result = (): Result => {
    clearTimeout(warm)
    const [p50, p99] = [shareOf(times, 0.5), shareOf(times, 0.99)]
    const seconds = (last - begin) / 1000
    const all = { requests: times.length, seconds, p50, p99, unexpected, shedP99: shareOf(shed, 0.99) }
    return timesOf.size === 0 ? all : { ...all, operations: operationsIn(timesOf) }
  }
  return { note, until, isOver: () => performance.now() > until, result }
}

const operationsIn = (timesOf: ReadonlyMap<string, number[]>) =>
  Object.fromEntries(
    [...timesOf].map(([operation, times]) => [
      operation,
      { requests: times.length, p50: shareOf(times, 0.5), p99: shareOf(times, 0.99) },
    ]),
  )

function shareOf(times: number[], share: number): number {
  times.sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
