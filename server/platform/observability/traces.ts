import type { Attributes, Span, SpanOptions, Tracer } from '@opentelemetry/api'

/*
 * Spans are dropped unless a receiver is set (`traces-otlp.ts`, loaded if the settings name one). A span contains names and
 * counts, never values: no addresses, no statement texts, no user input.
 */

export type Tracing = {
  /** Loaded only with a receiver. */
  readonly api: typeof import('@opentelemetry/api')
  readonly tracer: Tracer
  /** Whether the traceparent of a request is continued; otherwise it is linked. */
  readonly continues: boolean
}

let current: Tracing | undefined

export const setTracing = (tracing: Tracing | undefined): void => {
  current = tracing
}

export const isTracing = (): boolean => current !== undefined

/** Starts a trace. Returns undefined if tracing is off or the trace is not sampled. */
export function startTrace(name: string, options: SpanOptions = {}, traceparent?: string): Span | undefined {
  if (!current) return undefined
  const { api, tracer, continues } = current
  const remote = traceIn(traceparent)
  const parent = remote && continues ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT
  const links = remote && !continues ? [{ context: remote }] : []
  const span = tracer.startSpan(name, { ...options, links }, parent)
  return span.isRecording() ? span : undefined
}

/** Starts a child of the first parent, linked to the others. Returns undefined without a parent. */
export function startChild(parents: readonly Span[] | undefined, name: string, options: SpanOptions): Span | undefined {
  const [parent, ...others] = parents ?? []
  if (!current || !parent) return undefined
  const { api, tracer } = current
  const links = others.map((other) => ({ context: other.spanContext() }))
  return tracer.startSpan(name, { ...options, links }, api.trace.setSpan(api.ROOT_CONTEXT, parent))
}

/** Values of `SpanKind` and `SpanStatusCode`, copied so that the library need not be loaded. */
export const kinds = { server: 1, client: 2 } as const
const failed = 2

export function endSpan(span: Span, attributes: Attributes, hasFailed = false): void {
  span.setAttributes(attributes)
  if (hasFailed) span.setStatus({ code: failed })
  span.end()
}

/** Returns the W3C traceparent header with which another service continues the trace. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a traceparent. Returns undefined if it is malformed. */
export function traceIn(text: string | undefined) {
  const [, traceId, spanId, flags] = form.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
