import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger } from 'fastify'
import { counter } from './metrics.ts'
import { setTracing } from './traces.ts'

/** Maximum spans waiting to be sent; further ones are dropped. */
const queueMax = 4_096
const batchMax = 512
const pauseMs = 2_000
const sendMsMax = 5_000
const charactersMax = 200
const linksMax = 32
/** Maximum spans kept of one job run until it ends. */
const partsMax = 100

const spans = counter('market_trace_spans_total', 'Spans sent to the trace collector, and spans lost.', ['outcome'])

export type TracesOptions = {
  readonly url: string
  readonly headers?: string | undefined
  readonly basisPoints: number
  /** Whether a request's traceparent is continued. */
  readonly continues: boolean
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Starts tracing. Returns a function that stops it. If the receiver is down, spans are lost and no request waits. */
export async function openTraces(options: TracesOptions): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const url = `${options.url}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers: headersIn(options.headers), timeoutMillis: sendMsMax })
  const sent = new sdk.BatchSpanProcessor(withLossCount(exporter, options.log), {
    maxQueueSize: queueMax,
    maxExportBatchSize: batchMax,
    scheduledDelayMillis: pauseMs,
    exportTimeoutMillis: sendMsMax,
  })
  const provider = new sdk.BasicTracerProvider({
    resource: resourceOf({ 'service.name': 'task-marketplace' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.basisPoints / 10_000) }),
    spanLimits: { attributeValueLengthLimit: charactersMax, linkCountLimit: linksMax },
    spanProcessors: [withoutIdleRuns(sent)],
  })
  setTracing({ api, tracer: provider.getTracer('market'), continues: options.continues })
  return async () => {
    setTracing(undefined)
    await provider.shutdown().catch(() => {})
  }
}

/** Drops runs of jobs that found no work; keeps the spans of a run until it ends. */
function withoutIdleRuns(next: SpanProcessor): SpanProcessor {
  const partsByRun = new Map<string, ReadableSpan[]>()
  return {
    onStart: (span, parent) => {
      if ('market.job' in span.attributes) partsByRun.set(span.spanContext().traceId, [])
      next.onStart(span, parent)
    },
    onEnd: (span) => {
      const { traceId } = span.spanContext()
      const parts = partsByRun.get(traceId)
      if (!parts) return next.onEnd(span)
      if (!('market.job' in span.attributes)) {
        if (parts.length < partsMax) parts.push(span)
        return
      }
      partsByRun.delete(traceId)
      if (span.attributes['market.done'] !== 0) for (const each of [...parts, span]) next.onEnd(each)
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}

/** A minimal OpenTelemetry resource; the library that creates them reads the environment. */
function resourceOf(attributes: Record<string, string>) {
  const resource = {
    attributes,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  }
  return resource
}

/** Parses headers in the OTLP format: `name=value,name=value`, percent-encoded. */
const headersIn = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((each) => {
      const [name, value] = each.split('=')
      return name && value !== undefined ? [[name.trim(), decoded(value.trim())]] : []
    }),
  )

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Counts sent and lost spans, and logs once when the receiver goes down and once when it is back. */
function withLossCount(exporter: SpanExporter, log: TracesOptions['log']): SpanExporter {
  let isAway = false
  return {
    export: (set, done) =>
      exporter.export(set, (result) => {
        const isLost = result.code !== 0
        spans({ outcome: isLost ? 'lost' : 'sent' }, set.length)
        if (isLost && !isAway) log.warn({ reason: result.error?.message }, 'traces cannot be sent and are lost')
        if (!isLost && isAway) log.warn('sending traces works again')
        isAway = isLost
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
