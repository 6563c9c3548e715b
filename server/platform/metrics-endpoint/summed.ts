import cluster, { type Worker } from 'node:cluster'
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

/** A request for metrics by its number, or the answer to it. */
type MetricsMessage = { readonly metricsRequest: number; readonly metrics?: MetricObject[] }
const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metricsRequest' in message

/** In one of several processes: sends its metrics to the first process on request. */
export async function joinMetrics(database: Database, measures: readonly Measure[]): Promise<() => Promise<void>> {
  const { registry, close } = await readMetrics(database, measures)
  const onMessage = (message: unknown) => {
    if (isMetricsMessage(message)) void sendMetrics(registry, message.metricsRequest)
  }
  process.on('message', onMessage)
  return async () => {
    process.off('message', onMessage)
    await close()
  }
}

async function sendMetrics(registry: Registry, metricsRequest: number): Promise<void> {
  const metrics = await registry.getMetricsAsJSON().catch(() => [])
  // The first process may have ended.
  if (process.connected) process.send?.({ metricsRequest, metrics })
}

/** In the first process: exposes the sum of the metrics of the others. */
export async function openSummedMetrics(listening: Listening): Promise<Exposed> {
  const { AggregatorRegistry } = (await import('prom-client')).default
  const latest = new Map<number, MetricObject[]>()
  let [lastRequest, ofEnded] = [0, [] as MetricObject[]]
  const read = async () => {
    const [request, workers] = [++lastRequest, Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])]
    const answers = await Promise.all(workers.map((worker) => metricsOf(worker, request)))
    if (!answers.some((answer) => answer)) throw new Error('no process answered with its metrics')
    const living = workers.flatMap((worker, index) => {
      // The counts of an ended process are in `ofEnded`.
      if (worker.isDead()) return []
      const answer = answers[index] ?? countsIn(latest.get(worker.id) ?? [])
      latest.set(worker.id, answer)
      return [answer]
    })
    return AggregatorRegistry.aggregate([...living, ofEnded]).metrics()
  }
  const onExit = ({ id }: Worker) => {
    ofEnded = AggregatorRegistry.aggregate([ofEnded, countsIn(latest.get(id) ?? [])]).getMetricsAsArray()
    latest.delete(id)
  }
  cluster.on('exit', onExit)
  const { address, server } = await listen(listening, read)
  const close = async () => {
    cluster.off('exit', onExit)
    await closed(server)
  }
  return { address, close }
}

/** Keeps counters and histograms; the gauges of an ended process are dropped. */
const countsIn = (metrics: readonly MetricObject[]): MetricObject[] =>
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

/** Returns the metrics of a process, or undefined if it does not answer in time. */
async function metricsOf(worker: Worker, metricsRequest: number): Promise<MetricObject[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<MetricObject[] | undefined>()
  const onMessage = (message: unknown) => {
    if (isMetricsMessage(message) && message.metricsRequest === metricsRequest) resolve(message.metrics)
  }
  const late = setTimeout(() => resolve(undefined), answerMsMax)
  worker.on('message', onMessage)
  if (worker.isConnected()) worker.send({ metricsRequest }, (error) => error && resolve(undefined))
  else resolve(undefined)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    worker.off('message', onMessage)
  }
}
