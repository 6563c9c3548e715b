import { randomUUID } from 'node:crypto'
import { type Exchange, keepBusy } from './connection.ts'
import { edgeWork } from './edge/work.ts'
import type { Load } from './pgbench.ts'
import type { Request } from './scenario.ts'
import { scenarios } from './scenarios/every.ts'
import { placeOf, type World } from './world.ts'

/*
 * The other side: a process that keeps so many connections busy, each with one request at a time. It writes and reads
 * HTTP/1.1 itself, because it shares the machine with what it measures.
 */

export type Site = { readonly world: World; readonly publicUrl: string }
export type Order = {
  readonly name: string
  readonly load: Load
  /** Where another server than the site's is asked. */
  readonly address?: string
  /** Each request carries an Idempotency-Key of its own. */
  readonly isKeyed?: boolean
}
/** Answers other than 2xx, and broken connections, by status: how many, and the body of one. */
export type Unexpected = Readonly<Record<string, { readonly count: number; readonly example: string }>>
export type Result = {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly unexpected: Unexpected
}
/** `begun` when the warm-up is over. */
export type Told = 'begun' | Result

let site: Site | undefined

process.on('message', async (message: Site | Order) => {
  if ('world' in message) site = message
  else if (site) process.send?.(await work(site, message))
})

async function work({ world, publicUrl }: Site, { name, load, address, isKeyed }: Order): Promise<Result> {
  const scenario = [...scenarios, ...edgeWork].find((each) => each.name === name)
  if (!scenario) throw new Error(`no scenario is called ${name}`)
  const watch = watchOver(load)
  const { host, port } = new URL(address ?? publicUrl)
  const keys = isKeyed ? randomUUID() : undefined
  let turn = 0
  const next = () => {
    if (turn === load.places || watch.isOver()) return undefined
    const request = scenario.request(world, placeOf(world, turn++, load.places), publicUrl)
    return bytesOf(host, keys ? { ...request, key: `${keys}.${turn}` } : request)
  }
  const exchange: Exchange = { next, done: watch.note }
  await Promise.all(Array.from({ length: load.clients }, () => keepBusy(Number(port), exchange)))
  return watch.result()
}

function bytesOf(host: string, { method, path, bearer, body, key }: Request): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${bearer}`]
  if (method === 'POST') head.push(`Content-Length: ${Buffer.byteLength(text)}`)
  if (text) head.push('Content-Type: application/json')
  if (key) head.push(`Idempotency-Key: ${key}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Counts what is answered between the warm-up and the end; what is unexpected counts at any time. */
function watchOver({ warmSeconds, seconds }: Load) {
  const begin = performance.now() + warmSeconds * 1000
  const end = begin + seconds * 1000
  const times: number[] = []
  const unexpected: Record<string, { count: number; example: string }> = {}
  let last = begin
  const warm = setTimeout(() => process.send?.('begun' satisfies Told), warmSeconds * 1000)
  const note: Exchange['done'] = (status, milliseconds, body) => {
    const now = performance.now()
    if (!status.startsWith('2'))
      unexpected[status] = { count: (unexpected[status]?.count ?? 0) + 1, example: body.slice(0, 500) }
    else if (now > begin && now <= end) {
      times.push(milliseconds)
      last = now
    }
  }
  const result = (): Result => {
    clearTimeout(warm)
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    return { requests: times.length, seconds: (last - begin) / 1000, p50: at(0.5), p99: at(0.99), unexpected }
  }
  return { note, isOver: () => performance.now() > end, result }
}
