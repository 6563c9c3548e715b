import cluster from 'node:cluster'
import { measuresOf } from '../metrics.ts'
import type { Config } from '../platform/config/config.ts'
import { openMetrics } from '../platform/metrics-endpoint/metrics-endpoint.ts'
import { joinMetrics, openSummedMetrics } from '../platform/metrics-endpoint/summed.ts'
import { openTraces } from '../platform/observability/traces-otlp.ts'
import type { Installation } from './installation.ts'

type Close = () => Promise<void>

/** Starts metrics and tracing as configured. Returns a function that ends them. If one fails, closes the installation and throws. */
export async function openObservability(installation: Installation, runsJobs: boolean): Promise<Close> {
  let closeTraces = nothing
  try {
    closeTraces = await openTracesOf(installation)
    const closeMetrics = await openMetricsOf(installation, runsJobs)
    return async () => void (await Promise.all([closeMetrics(), closeTraces()]))
  } catch (error) {
    await closeTraces()
    await installation.close()
    throw error
  }
}

/** In one of several processes, reports to the first one, which exposes the sum. */
async function openMetricsOf({ ctx, logger }: Installation, runsJobs: boolean): Promise<Close> {
  const { metricsPort: port, metricsHost: host } = ctx.config
  if (port === undefined) return nothing
  const measures = measuresOf(runsJobs)
  if (cluster.isWorker) return joinMetrics(ctx.db, measures)
  const { address, close } = await openMetrics({ host, port }, ctx.db, measures)
  logger.info({ address }, 'metrics available')
  return close
}

/** In the first of several processes, which only supervises: exposes the sum of the others' metrics. */
export async function openObservabilityOfAll({ metricsPort: port, metricsHost: host }: Config): Promise<Close> {
  return port === undefined ? nothing : (await openSummedMetrics({ host, port })).close
}

async function openTracesOf({ ctx, logger: log }: Installation): Promise<Close> {
  const { tracesUrl: url, tracesHeaders: headers, tracesBasisPoints: basisPoints, tracesContinue } = ctx.config
  return url === undefined ? nothing : openTraces({ headers, basisPoints, continues: tracesContinue, url, log })
}

const nothing: Close = async () => {}
