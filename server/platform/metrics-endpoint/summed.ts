import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import type { MetricObject, Registry } from 'prom-client'
import type { Database } from '../database/db.ts'
import type { Measure } from './measure.ts'
import { closed, type Exposed, type Listening, listen, readMetrics } from './metrics-endpoint.ts'

/*
 * Several processes of one program expose their sum: the first one asks the others and waits for a limited time. A process that
 * hangs or is starting does not hide the others. Counts of ended processes stay in the sum, because Prometheus takes a
 * decreasing sum for a restart from zero.
 */

const answerMsMax = 3_000

type ProcessMetrics = { readonly figures: number; readonly metrics?: MetricObject[] }
const isTold = (message: unknown): message is ProcessMetrics =>
  typeof message === 'object' && message !== null && 'figures' in message

/** In one of several processes: sends its metrics to the first process on request. */
export async function joinMetrics(database: Database, measures: readonly Measure[]): Promise<() => Promise<void>> {
  const { registry, close } = await readMetrics(database, measures)
  const tell = (message: unknown) => {
    if (isTold(message)) void answer(registry, message.figures)
  }
  process.on('message', tell)
  return async () => {
    process.off('message', tell)
    await close()
  }
}

async function answer(registry: Registry, figures: number): Promise<void> {
  const metrics = await registry.getMetricsAsJSON().catch(() => [])
  // The process that asked may have ended.
  if (process.connected) process.send?.({ figures, metrics })
}

/** In the first process: exposes the sum of the metrics of the others. */
export async function openSummedMetrics(listening: Listening): Promise<Exposed> {
  const { AggregatorRegistry } = (await import('prom-client')).default
  const told = new Map<number, MetricObject[]>()
  let [asked, gone] = [0, [] as MetricObject[]]
  const read = async () => {
    const [figures, asking] = [++asked, Object.values(cluster.workers ?? {}).flatMap((one) => one ?? [])]
    const answers = await Promise.all(asking.map((one) => tellOf(one, figures)))
    if (!answers.some((answer) => answer)) throw new Error('none of the processes says what it counts')
    const shown = asking.flatMap((one, index) => {
      // The counts of an ended process are in `gone`.
      if (one.isDead()) return []
      const answer = answers[index] ?? counted(told.get(one.id) ?? [])
      told.set(one.id, answer)
      return [answer]
    })
    return AggregatorRegistry.aggregate([...shown, gone]).metrics()
  }
  const keep = ({ id }: Worker) => {
    gone = AggregatorRegistry.aggregate([gone, counted(told.get(id) ?? [])]).getMetricsAsArray()
    told.delete(id)
  }
  cluster.on('exit', keep)
  const { address, server } = await listen(listening, read)
  const close = async () => {
    cluster.off('exit', keep)
    await closed(server)
  }
  return { address, close }
}

/** Keeps counters and histograms; the gauges of an ended process are dropped. */
const counted = (metrics: readonly MetricObject[]): MetricObject[] =>
  metrics.filter(({ type }) => isCounted.has(String(type)))
const isCounted: ReadonlySet<string> = new Set(['counter', 'histogram'])

/** Returns the metrics of a process, or undefined if it does not answer in time. */
async function tellOf(child: Worker, figures: number): Promise<MetricObject[] | undefined> {
  const told = Promise.withResolvers<MetricObject[] | undefined>()
  const hear = (message: unknown) => {
    if (isTold(message) && message.figures === figures) told.resolve(message.metrics)
  }
  const late = new AbortController()
  child.on('message', hear)
  if (child.isConnected()) child.send({ figures }, (error) => error && told.resolve(undefined))
  else told.resolve(undefined)
  const tooLate = setTimeout(answerMsMax, undefined, { signal: late.signal }).catch(() => undefined)
  try {
    return await Promise.race([told.promise, tooLate])
  } finally {
    late.abort()
    child.off('message', hear)
  }
}
