import cluster from 'node:cluster'
import { measuresWhere } from '../measures.ts'
import type { Config } from '../platform/config/config.ts'
import type { Measure } from '../platform/metrics-endpoint/measure.ts'
import { openMetrics } from '../platform/metrics-endpoint/metrics-endpoint.ts'
import { joinMetrics, openSummedMetrics } from '../platform/metrics-endpoint/summed.ts'
import { openTraces } from '../platform/observability/traces-otlp.ts'
import type { Installation } from './installation.ts'

type Close = () => Promise<void>
type ObservedInstallation = Pick<Installation, 'ctx' | 'logger'>

/** Starts metrics and tracing as configured, before anything else. Returns a function that ends them. */
export async function openObservability(
  installation: ObservedInstallation,
  { jobs }: { readonly jobs: boolean },
): Promise<Close> {
  const closeTraces = await openTracesOf(installation)
  try {
    const closeMetrics = await openMetricsOf(installation, measuresWhere(jobs))
    return async () => void (await Promise.all([closeMetrics(), closeTraces()]))
  } catch (error) {
    await closeTraces()
    throw error
  }
}

/** In one of several processes, reports to the first one, which exposes the sum. */
async function openMetricsOf({ ctx, logger }: ObservedInstallation, measures: readonly Measure[]): Promise<Close> {
  const { metricsPort: port, metricsHost: host } = ctx.config
  if (port === undefined) return nothing
  if (cluster.isWorker) return joinMetrics(ctx.db, measures)
  const { address, close } = await openMetrics({ host, port }, ctx.db, measures)
  logger.info({ address }, 'metrics available')
  return close
}

/** In the first of several processes, which only supervises: exposes the sum of the others' metrics. */
export async function openObservabilityOfAll({ metricsPort: port, metricsHost: host }: Config): Promise<Close> {
  return port === undefined ? nothing : (await openSummedMetrics({ host, port })).close
}

const openTracesOf = async ({ ctx: { config }, logger: log }: ObservedInstallation): Promise<Close> =>
  config.tracesUrl === undefined ? nothing : openTraces({ ...tracesIn(config), url: config.tracesUrl, log })

const tracesIn = ({ tracesHeaders, tracesBasisPoints, tracesContinue }: Config) => ({
  headers: tracesHeaders,
  basisPoints: tracesBasisPoints,
  continues: tracesContinue,
})

const nothing: Close = async () => {}
