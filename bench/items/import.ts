import { setTimeout } from 'node:timers/promises'
import { sql } from '../../server/platform/sql.ts'
import { forgetPeak, useOf } from '../machine.ts'
import { measureServer } from '../measure.ts'
import { mixedWork } from '../overload/mixed.ts'
import { memoryIn, type Site, send } from './site.ts'

/** Latency of other requests, in milliseconds. */
export type Latency = { readonly p50: number; readonly p99: number }

export type Imported = {
  readonly task: number
  readonly items: number
  /** Until the file was stored, and until all items were there. */
  readonly storedSeconds: number
  readonly seconds: number
  /** Processor seconds, those of the other requests included. */
  readonly serverCpuSeconds: number
  readonly databaseCpuSeconds: number
  /** The most memory, in MiB more than before. */
  readonly serverMiB: number
  readonly databaseMiB: number
  readonly beside: readonly Latency[]
}

const besidePerSecond = 100
const besideSeconds = 5
const sampleMs = 500

/** Creates a task and imports its items from a CSV file, with other requests beside it. */
export async function importItems(site: Site, items: number): Promise<Imported> {
  const offerPriceId = site.setup.facts.price
  const { id: task } = await send<{ id: number }>(
    site,
    '/v1/tasks',
    JSON.stringify({ offerPriceId, title: 'Which animal is it?', overlap: 3, itemsPerSlot: 10, draft: true }),
  )
  const before = memoryIn(site)
  forgetPeak(site.server.server.pid ?? 0)
  let most = 0
  const sampling = setInterval(() => {
    const { databaseMiB } = memoryIn(site)
    if (databaseMiB > most) most = databaseMiB
  }, sampleMs)
  const used = () => useOf(site.server.server.pid ?? 0, site.setup.postmaster)
  const [start, usedBefore] = [performance.now(), used()]
  const took = () => (performance.now() - start) / 1000
  let [storedSeconds, seconds] = [0, 0]
  const beside = await latenciesWhile(site, async () => {
    const path = `/v1/tasks/${task}/imports`
    const { id } = await send<{ id: number }>(site, path, ReadableStream.from(fileOf(items)), 'text/csv')
    storedSeconds = took()
    await untilCompleted(site, `${path}/${id}`)
    seconds = took()
  }).finally(() => clearInterval(sampling))
  const usedAfter = used()
  const cpuSeconds = (part: 'serverCpuMs' | 'databaseCpuMs') =>
    ((usedAfter?.[part] ?? Number.NaN) - (usedBefore?.[part] ?? 0)) / 1000
  await site.setup.installation.db.run(sql`vacuum analyze items, suites`)
  const serverMiB = memoryIn(site).serverMiBMost - before.serverMiB
  const databaseMiB = most - before.databaseMiB
  const [serverCpuSeconds, databaseCpuSeconds] = [cpuSeconds('serverCpuMs'), cpuSeconds('databaseCpuMs')]
  return { task, items, storedSeconds, seconds, serverCpuSeconds, databaseCpuSeconds, serverMiB, databaseMiB, beside }
}

/** Sends other requests at a fixed rate as long as the work takes, and at least once. */
export async function latenciesWhile({ setup, server }: Site, work: () => Promise<void>): Promise<Latency[]> {
  const found: Latency[] = []
  const running = { now: true }
  const done = work().finally(() => {
    running.now = false
  })
  done.catch(() => {})
  while (running.now || found.length === 0) {
    const load = { clients: 32, seconds: besideSeconds, warmSeconds: 0, places: 1_000_000 }
    const watched = { address: server.address, pid: server.server.pid ?? 0 }
    const { p50, p99, unexpected } = await measureServer(setup, watched, {
      name: mixedWork.name,
      load,
      perSecond: besidePerSecond,
    })
    const [wrong] = Object.entries(unexpected)
    if (wrong) throw new Error(`beside the import: ${wrong[1].count} times ${wrong[0]}: ${wrong[1].example}`)
    found.push({ p50, p99 })
  }
  await done
  return found
}

async function untilCompleted(site: Site, path: string): Promise<void> {
  for (;;) {
    const found = await send<{ status: string }>(site, path)
    if (found.status === 'Completed') return
    if (found.status === 'Failed') throw new Error(`the import failed: ${JSON.stringify(found)}`)
    await setTimeout(100)
  }
}

const linesEach = 1_000
const noteLength = 200

/** Yields a CSV file with about 300 bytes for each item. */
function* fileOf(items: number): Generator<Uint8Array> {
  yield Buffer.from('externalId,picture,note\n')
  for (let from = 0; from < items; from += linesEach) {
    const lines = Array.from({ length: Math.min(linesEach, items - from) }, (_, index) => {
      const place = String(from + index).padStart(8, '0')
      return `picture-${place},https://pictures.example.com/animals/${place}.jpg,${`note ${place} `.repeat(20).slice(0, noteLength)}\n`
    })
    yield Buffer.from(lines.join(''))
  }
}
