import { randomUUID } from 'node:crypto'
import { type DatasetFacts, placeOf } from './dataset-facts.ts'
import { edgeWork } from './edge/work.ts'
import { closedLoop, type Next, type OnAnswer, openLoop } from './loops.ts'
import type { Load } from './pgbench.ts'
import type { Request, Work } from './scenario.ts'
import { scenarios } from './scenarios/every.ts'

/*
 * The other side: a process that keeps so many connections busy, or asks at a fixed pace. It writes and reads HTTP/1.1
 * itself, because it shares the machine with what it measures.
 */

export type Site = { readonly facts: DatasetFacts; readonly publicUrl: string }
export type Order = {
  readonly name: string
  readonly load: Load
  /** Where another server than the site's is asked. */
  readonly address?: string
  /** Each request carries an Idempotency-Key of its own. */
  readonly isKeyed?: boolean
  /** Of work that only reads: the first of the places that it asks for, so that two rounds do not ask the same. */
  readonly from?: number
  /** Which of the advertisers with reports asks. */
  readonly reporter?: number
  /** Requests a second that are due, whatever became of those before: an open loop. None: a closed one. */
  readonly perSecond?: number
  /** Of an open loop: so many connections, and no requests beyond them. */
  readonly connections?: number
}
/** Answers other than 2xx, and broken connections, by status: how many, and the body of one. */
export type Unexpected = Readonly<Record<string, { readonly count: number; readonly example: string }>>
export type Result = {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly unexpected: Unexpected
  /** What was answered 503: the slowest but one in a hundred. */
  readonly shedP99?: number
  /** What was due while no connection was free. */
  readonly unasked?: number
}
/** `begun` when the warm-up is over. */
export type LoadMessage = 'begun' | Result

let site: Site | undefined

process.on('message', async (message: Site | Order) => {
  if ('facts' in message) site = message
  else if (site) process.send?.(await work(site, message))
})

async function work(at: Site, order: Order): Promise<Result> {
  const scenario = [...scenarios, ...edgeWork].find(({ name }) => name === order.name)
  if (!scenario) throw new Error(`no scenario is called ${order.name}`)
  const { load, perSecond, connections } = order
  const watch = watchOver(load, perSecond !== undefined)
  const { host, port } = new URL(order.address ?? at.publicUrl)
  const exchange = { next: sender(at, order, scenario, { host, isOver: watch.isOver }), done: watch.note }
  if (!perSecond) await closedLoop(Number(port), load.clients, exchange)
  else
    return {
      ...(await openLoop(Number(port), { perSecond, until: watch.until, connections: connections }, exchange)),
      ...watch.result(),
    }
  return watch.result()
}

type Asking = { readonly host: string; readonly isOver: () => boolean }

/** Work that changes something has a place for each request, once; who only reads goes on and on. */
function sender(site: Site, order: Order, scenario: Work, { host, isOver }: Asking): Next {
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
    return bytesOf(host, keys ? { ...request, key: `${keys}.${turn}` } : request)
  }
}

/** One character is one byte: a path is in ASCII, and a body is sent as its bytes. */
function bytesOf(host: string, { method, path, bearer, body, key }: Request): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bearer}\r\n${key ? `Idempotency-Key: ${key}\r\n` : ''}`
  if (method === 'GET') return `${head}\r\n`
  if (body === undefined) return `${head}Content-Length: 0\r\n\r\n`
  const text = Buffer.from(JSON.stringify(body)).toString('latin1')
  return `${head}Content-Length: ${text.length}\r\nContent-Type: application/json\r\n\r\n${text}`
}

/**
 * Counts what is answered between the warm-up and the end, of an open loop what was due then; what is unexpected counts at
 * any time.
 */
function watchOver({ warmSeconds, seconds }: Load, isOpen: boolean) {
  const begin = performance.now() + warmSeconds * 1000
  const until = begin + seconds * 1000
  const times: number[] = []
  const shed: number[] = []
  const unexpected: Record<string, { count: number; example: string }> = {}
  let last = begin
  const warm = setTimeout(() => process.send?.('begun' satisfies LoadMessage), warmSeconds * 1000)
  const note: OnAnswer = (answer, milliseconds) => {
    const now = performance.now()
    const status = answer?.status ?? 'no answer'
    if (status === '503') shed.push(milliseconds)
    if (!status.startsWith('2')) {
      const { count, example } = unexpected[status] ?? { count: 0, example: answer?.body().slice(0, 500) ?? '' }
      unexpected[status] = { count: count + 1, example }
    } else if (isOpen ? now - milliseconds > begin : now > begin && now <= until) {
      times.push(milliseconds)
      last = Math.min(now, until)
    }
  }
  const result = (): Result => {
    clearTimeout(warm)
    const [p50, p99] = [shareOf(times, 0.5), shareOf(times, 0.99)]
    const seconds = (last - begin) / 1000
    return { requests: times.length, seconds, p50, p99, unexpected, shedP99: shareOf(shed, 0.99) }
  }
  return { note, until, isOver: () => performance.now() > until, result }
}

function shareOf(times: number[], share: number): number {
  times.sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
