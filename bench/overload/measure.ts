import { setTimeout } from 'node:timers/promises'
import type { Installation, Served as Server } from '../installation.ts'
import { circumstances } from '../machine.ts'
import { measureServer } from '../measure.ts'
import { openSetup, runOf } from '../operations.ts'
import type { Options } from '../options.ts'
import type { Load } from '../pgbench.ts'
import type { Measured } from '../report.ts'
import type { Work } from '../scenario.ts'
import { draftTask } from '../scenarios/drafts.ts'
import { listFirst } from '../scenarios/lists.ts'
import { setUp } from '../setup.ts'
import { mixedWork } from './mixed.ts'
import { markdownOf, type Row } from './report.ts'
import { measureSlow } from './slow.ts'

/** One operation limited by Node.js, one by PostgreSQL, and a mixture of both. */
const works: readonly Work[] = [listFirst, draftTask, mixedWork]
const offers = 2_000
const clients = 64
/**
 * More than are in progress when the server keeps its promise, and no more than the accept queue holds (Node.js accepts one
 * connection per turn): the system would delay further ones by seconds.
 */
const connections = 500
const times = [1, 2, 3, 5]
const quickTimes = [3]
const places = 10_000_000
const warmSeconds = 1
/** The server has recovered after five consecutive responses within this time. */
const soonMs = 100
const soonMost = 5
const recoverySecondsMax = 30

type Setup = Awaited<ReturnType<typeof openSetup>>
type Site = { readonly setup: Setup; readonly server: Server; readonly wanted: Options }

/** Sends requests at multiples of the server's capacity from a separate process (open loop). */
export async function measureOverload(
  installation: Installation,
  wanted: Options,
  stop: AbortSignal,
): Promise<Measured> {
  const setup = await openSetup(installation, { ...wanted, executors: Math.min(wanted.executors, 2_000) }, offers)
  try {
    const server = await installation.serve([])
    const site: Site = { setup, server, wanted }
    setup.client.send({ facts: setup.facts, publicUrl: server.address })
    await setUp(installation.db, setup.facts, 'free', offers)
    const rows: Row[] = []
    for (const work of works) {
      stop.throwIfAborted()
      const capacity = await capacityOf(site, work)
      for (const factor of wanted.quick ? quickTimes : times) {
        stop.throwIfAborted()
        rows.push(...(await measureRows(site, work, capacity, factor)))
      }
    }
    const slow = await besideSlow(site)
    const report = { circumstances: await circumstances(installation.db), options: runOf(wanted), rows, slow }
    return { report, markdown: markdownOf(report), isWell: rows.every(({ others }) => others === '') }
  } finally {
    setup.client.kill()
  }
}

const easyPerSecond = 100
const easySeconds = 8

/** Measures a light load, alone and next to clients that send one byte per second. */
function besideSlow(site: Site) {
  const { server, setup, wanted } = site
  const load = loadFor(wanted.quick ? 1 : easySeconds)
  const easy = () => ask(site, { name: draftTask.name, load, perSecond: easyPerSecond })
  return measureSlow(Number(new URL(server.address).port), setup.facts.keys[0] ?? '', easy, wanted.quick)
}

const loadFor = (seconds: number): Load => ({ clients, seconds, warmSeconds, places })

const ask = ({ setup, server }: Site, order: Parameters<typeof measureServer>[2]) =>
  measureServer(setup, { address: server.address, pid: server.server.pid ?? 0 }, order)

/** Measures the throughput of a closed loop with many clients. */
async function capacityOf(site: Site, work: Work): Promise<number> {
  const { perSecond } = await ask(site, { name: work.name, load: loadFor(Math.max(2, site.wanted.seconds)) })
  return perSecond
}

/** Returns the row of all requests, and one of each operation if the work mixes several. */
async function measureRows(site: Site, work: Work, capacity: number, factor: number): Promise<Row[]> {
  const perSecond = Math.round(capacity * factor)
  const seconds = site.wanted.seconds * 5
  const served = await ask(site, { name: work.name, load: loadFor(seconds), perSecond, connections })
  const { '503': shed, ...others } = served.unexpected
  const row: Row = {
    name: work.name,
    factor,
    due: perSecond,
    accepted: served.requests / seconds,
    p50: served.p50,
    p99: served.p99,
    shed: (shed?.count ?? 0) / (seconds + warmSeconds),
    unasked: (served.unasked ?? 0) / (seconds + warmSeconds),
    shedP99: served.shedP99 ?? 0,
    peakMiB: served.peakMiB,
    recoveryMs: await recoveryOf(site.server),
    others: Object.entries(others)
      .map(([status, { count }]) => `${count} × ${status}`)
      .join(', '),
  }
  const rows = [
    row,
    ...Object.entries(served.operations ?? {}).map(([operation, { requests, p50, p99 }]) => ({
      ...row,
      name: `${work.name}: ${operation}`,
      accepted: requests / seconds,
      p50,
      p99,
    })),
  ]
  for (const each of rows) console.log(JSON.stringify(each))
  return rows
}

/** Measures the time from the end of the load until responses are fast again. */
async function recoveryOf({ address }: Server): Promise<number> {
  const start = performance.now()
  let soon = 0
  let since = start
  while (soon < soonMost && performance.now() - start < recoverySecondsMax * 1000) {
    const startedAt = performance.now()
    const answer = await fetch(`${address}/api/executor/offers/categories`)
    await answer.text()
    const isSoon = answer.status !== 503 && performance.now() - startedAt < soonMs
    if (soon === 0) since = startedAt
    soon = isSoon ? soon + 1 : 0
    await setTimeout(10)
  }
  return since - start
}
