import type { Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, Registry } from 'prom-client'

/*
 * What this process counts and measures, in the words of Prometheus. Each is declared once, where it is written. The figures
 * go nowhere, and cost a call, until the process exposes them (`metrics-endpoint.ts`).
 */

export type Metric = {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
}

type Prom = typeof import('prom-client')
type ExposedMetrics = { readonly prom: Prom; readonly registry: Registry }
/** `show` makes it in the library; without a place to be shown in, it is gone there. */
type Declared = Metric & { readonly show: (shown: ExposedMetrics | undefined) => void }
type Labels<Name extends string> = Readonly<Record<Name, string>>

/** Reads the figures of its gauges before they are shown. */
export type Source = { refresh?: (() => Promise<void>) | undefined }
/** What is counted in the database: the same in every process that shows it. */
export const inDatabase: Source = {}
/** What is looked at when somebody asks: connections, requests under way. */
export const inProcess: Source = {}

const all = new Map<string, Declared>()
let shown: ExposedMetrics | undefined

/** Every metric that was declared so far. */
export const declaredMetrics = (): readonly Metric[] => [...all.values()]

/** Whether this process shows its figures: what is only there to be measured need not be done else. */
export const isMeasured = (): boolean => shown !== undefined

function declare(metric: Declared): void {
  if (all.has(metric.name)) throw new Error(`there is a metric ${metric.name} already`)
  all.set(metric.name, metric)
  if (shown) metric.show(shown)
}

/** Loads the library, and keeps from now on what is counted. */
export async function exposeMetrics(): Promise<Registry> {
  if (shown) return shown.registry
  const { default: prom } = await import('prom-client')
  shown = { prom, registry: new prom.Registry() }
  prom.collectDefaultMetrics({ register: shown.registry })
  for (const metric of all.values()) metric.show(shown)
  return shown.registry
}

/** Nothing is counted any more, and what was is forgotten. */
export function hideMetrics(): void {
  shown?.registry.clear()
  shown = undefined
  for (const metric of all.values()) metric.show(undefined)
}

export type Counter<Name extends string> = (labels: Labels<Name>, by?: number) => void

/**
 * Only ever grows; ends in `_total`. What is `known` ahead is shown as 0 from the start: Prometheus sees no increase in a figure that
 * begins at 1.
 */
export function counter<const Name extends string = never>(
  name: `market_${string}_total`,
  help: string,
  labels: readonly Name[] = [],
  known: readonly Labels<NoInfer<Name>>[] = [],
): Counter<Name> {
  let at: PromCounter<Name> | undefined
  const show: Declared['show'] = (shown) => {
    at = shown && new shown.prom.Counter({ name, help, labelNames: labels, registers: [shown.registry] })
    for (const each of known) at?.inc(each, 0)
  }
  declare({ kind: 'counter', name, help, labels, show })
  return (values, by = 1) => at?.inc(values, by)
}

export type Histogram<Name extends string> = (labels: Labels<Name>, seconds: number) => void

/** How long something took, counted by upper bounds in seconds; ends in `_seconds`. */
export function histogram<const Name extends string = never>(
  name: `market_${string}_seconds`,
  help: string,
  { labels = [], buckets }: { readonly labels?: readonly Name[]; readonly buckets: readonly number[] },
): Histogram<Name> {
  let at: PromHistogram<Name> | undefined
  const show: Declared['show'] = (shown) => {
    const options = { name, help, labelNames: labels, buckets: [...buckets] }
    at = shown && new shown.prom.Histogram({ ...options, registers: [shown.registry] })
  }
  declare({ kind: 'histogram', name, help, labels, show })
  return (values, seconds) => at?.observe(values, seconds)
}

export type Gauge<Name extends string> = {
  set(labels: Labels<Name>, value: number): void
  /** There is no such figure just now. */
  forget(): void
}
export type GaugeOptions<Name extends string> = {
  readonly labels?: readonly Name[]
  readonly source?: Source
  /** What several processes of one program say together. */
  readonly ofAll?: 'sum' | 'max' | 'min'
}

/** A figure of the moment; none until it is set. */
export function gauge<const Name extends string = never>(
  name: `market_${string}`,
  help: string,
  { labels = [], source, ofAll = source === inDatabase ? 'max' : 'sum' }: GaugeOptions<Name> = {},
): Gauge<Name> {
  let at: PromGauge<Name> | undefined
  const forget = () => {
    at?.reset()
    // The library shows a figure without labels as 0 where there is none.
    if (labels.length === 0) at?.remove()
  }
  const show: Declared['show'] = (shown) => {
    const collect = () => source?.refresh?.()
    const options = { name, help, labelNames: labels, aggregator: ofAll, collect }
    at = shown && new shown.prom.Gauge({ ...options, registers: [shown.registry] })
    forget()
  }
  declare({ kind: 'gauge', name, help, labels, show })
  return { set: (values, value) => at?.set(values, value), forget }
}
