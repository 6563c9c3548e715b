import type { Context, Link, Span as TheirSpan, Tracer as TheirTracer, TimeInput } from '@opentelemetry/api'
import { machineSeconds, stopwatch } from '../clock.ts'
import { type Attributes, type Kind, type Run, type Span, type Tracer, traceIn } from './traces.ts'

type Api = typeof import('@opentelemetry/api')
type Made = { readonly api: Api; readonly tracer: TheirTracer }
type Begun = {
  readonly name: string
  readonly kind: Kind
  readonly attributes?: Attributes | undefined
  readonly links?: Link[]
  readonly startTime?: TimeInput
}

/** Parts of one run of a job that are kept until it is known whether it did anything. */
const partsMax = 100

/** Ours, made of theirs: a span knows what is under it without asking around. */
export function tracerOf(api: Api, tracer: TheirTracer, continues: boolean): Tracer {
  const made = { api, tracer }
  return {
    begin: (name, kind, attributes, traceparent) => {
      const from = traceIn(traceparent)
      const remote = from && { ...from, isRemote: true }
      const links = remote && !continues ? [{ context: remote }] : []
      const under = remote && continues ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT
      return begin(made, under, { name, kind, attributes, links })
    },
    run: (name) => beginRun(made, name),
  }
}

/** Nothing where chance says so: then nothing is made for what is under it. */
function begin(made: Made, under: Context, { name, kind, ...options }: Begun): Span | undefined {
  const { api, tracer } = made
  const attributes = options.attributes ?? {}
  const span = tracer.startSpan(name, { ...options, attributes, kind: kindOf(api, kind) }, under)
  return span.isRecording() ? spanOf(made, span) : undefined
}

const kindOf = ({ SpanKind }: Api, kind: Kind) =>
  ({ server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL })[kind]

/** Theirs by ours: for links. */
const theirs = new WeakMap<Span, TheirSpan>()

function spanOf(made: Made, span: TheirSpan): Span {
  const { api } = made
  const under = api.trace.setSpan(api.ROOT_CONTEXT, span)
  const { traceId, spanId } = span.spanContext()
  const childWith = (links: Link[], name: string, kind: Kind, attributes?: Attributes): Span =>
    begin(made, under, { name, kind, attributes, links }) ?? ours
  const ours: Span = {
    child: (name, kind, attributes) => childWith([], name, kind, attributes),
    childFor: (others, name, kind, attributes) => childWith(others.flatMap(linkTo), name, kind, attributes),
    end: (attributes, hasFailed = false) => end(made, span, attributes, hasFailed),
    traceparent: `00-${traceId}-${spanId}-01`,
  }
  theirs.set(ours, span)
  return ours
}

function linkTo(span: Span): Link[] {
  const known = theirs.get(span)
  return known ? [{ context: known.spanContext() }] : []
}

function end({ api }: Made, span: TheirSpan, attributes: Attributes | undefined, hasFailed: boolean, at?: TimeInput) {
  if (attributes) span.setAttributes(attributes)
  if (hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end(at)
}

type Part = {
  readonly name: string
  readonly kind: Kind
  attributes: Attributes
  readonly from: number
  to: number
  hasFailed: boolean
}

/** Most runs of most jobs find nothing to do: they leave no trace. So its parts are only noted until it has ended. */
function beginRun(made: Made, name: string): Run {
  const [startMs, passed] = [machineSeconds() * 1_000, stopwatch()]
  const parts: Part[] = []
  const span: Span = {
    child: (name, kind, attributes = {}) => {
      const part: Part = { name, kind, attributes, from: passed(), to: 0, hasFailed: false }
      if (parts.length < partsMax) parts.push(part)
      return partOf(part, span, passed)
    },
    end: () => {},
    traceparent: undefined,
  }
  const note = (isWorth: boolean, attributes: Attributes, hasFailed: boolean) => {
    if (!isWorth && !hasFailed) return
    const { api, tracer } = made
    const run = tracer.startSpan(name, { attributes, startTime: startMs }, api.ROOT_CONTEXT)
    const under = api.trace.setSpan(api.ROOT_CONTEXT, run)
    for (const part of run.isRecording() ? parts : []) {
      const options = { attributes: part.attributes, kind: kindOf(api, part.kind), startTime: startMs + part.from }
      end(made, tracer.startSpan(part.name, options, under), undefined, part.hasFailed, startMs + (part.to || passed()))
    }
    end(made, run, undefined, hasFailed, startMs + passed())
  }
  return { span, end: note }
}

const partOf = (part: Part, { child }: Span, passed: () => number): Span => ({
  child,
  end: (attributes, hasFailed = false) =>
    Object.assign(part, { attributes: { ...part.attributes, ...attributes }, to: passed(), hasFailed }),
  traceparent: undefined,
})
