/*
 * Where spans go: nowhere, until a tracer is set (`traces-otlp.ts`, loaded where the settings name a receiver). A span carries
 * names and counts, never values: no address, no text of a statement, nothing that anybody wrote or presented.
 */

export type Attributes = Readonly<Record<string, string | number | boolean>>
export type Kind = 'server' | 'client' | 'internal'

export type Span = {
  /** A part of it that begins now. */
  child(name: string, kind: Kind, attributes?: Attributes): Span
  /** The same part was done for these too. */
  childFor?(others: readonly Span[], name: string, kind: Kind, attributes?: Attributes): Span
  end(attributes?: Attributes, hasFailed?: boolean): void
  /** By which others can go on with it (W3C Trace Context). */
  readonly traceparent: string | undefined
}

/** A run of which it is known at its end whether it was worth a trace. */
export type Run = { readonly span: Span; end(isWorth: boolean, attributes: Attributes, hasFailed: boolean): void }

export type Tracer = {
  /** Begins a trace; none where chance, or whoever is continued, says so. */
  begin(name: string, kind: Kind, attributes?: Attributes, traceparent?: string): Span | undefined
  run(name: string): Run | undefined
}

let tracer: Tracer | undefined

/** Nothing where no traces are made. */
export const tracing = (): Tracer | undefined => tracer

export const setTracer = (wanted: Tracer | undefined): void => {
  tracer = wanted
}

/** What a set does is done for all of its askers: it is a part of the first one, and the others are linked. */
export function spanOfSet([first, ...others]: readonly Span[]): Span | undefined {
  const { childFor } = first ?? {}
  if (!first || !childFor || others.length === 0) return first
  return { ...first, child: (name, kind, attributes) => childFor(others, name, kind, attributes) }
}

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** What a traceparent says; nothing where it is none. */
export function traceIn(text: string | undefined) {
  const [, traceId, spanId, flags] = form.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}
