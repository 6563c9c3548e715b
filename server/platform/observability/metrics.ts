import type { Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, Registry } from 'prom-client'

/*
 * The metrics of this process, in Prometheus terms. Each is declared once, in the module that updates it. Until the process
 * exposes them (`metrics-endpoint.ts`), an update costs one call and stores nothing.
 */

export type Metric = {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
}

type Prom = typeof import('prom-client')
type ExposedMetrics = { readonly prom: Prom; readonly registry: Registry }
/** `show` registers the metric in the library; undefined removes it. */
type DeclaredMetric = Metric & { readonly show: (shown: ExposedMetrics | undefined) => void }
type Labels<Name extends string> = Readonly<Record<Name, string>>

/** Updates gauges before they are read. */
export type Source = { refresh?: (() => Promise<void>) | undefined }
/** Gauges from the database: the same in every process that exposes them. */
export const inDatabase: Source = {}
/** Gauges read on demand: connections, requests in progress. */
export const inProcess: Source = {}

const all = new Map<string, DeclaredMetric>()
let shown: ExposedMetrics | undefined

export const declaredMetrics = (): readonly Metric[] => [...all.values()]

/** Whether this process exposes metrics; otherwise measurements can be skipped. */
export const isMeasured = (): boolean => shown !== undefined

function declare(metric: DeclaredMetric): void {
  if (all.has(metric.name)) throw new Error(`there is a metric ${metric.name} already`)
  all.set(metric.name, metric)
  if (shown) metric.show(shown)
}

/** Loads the library; updates are stored from now on. Returns the registry. */
export async function exposeMetrics(): Promise<Registry> {
  if (shown) return shown.registry
  const { default: prom } = await import('prom-client')
  shown = { prom, registry: new prom.Registry() }
  prom.collectDefaultMetrics({ register: shown.registry })
  for (const metric of all.values()) metric.show(shown)
  return shown.registry
}

/** Stops storing updates and drops the stored ones. */
export function hideMetrics(): void {
  shown?.registry.clear()
  shown = undefined
  for (const metric of all.values()) metric.show(undefined)
}

export type Counter<Name extends string> = (labels: Labels<Name>, by?: number) => void

/**
 * A counter; its name ends in `_total`. `known` label sets start at 0; otherwise Prometheus misses the first increment.
 */
export function counter<const Name extends string = never>(
  name: `market_${string}_total`,
  help: string,
  labels: readonly Name[] = [],
  known: readonly Labels<NoInfer<Name>>[] = [],
): Counter<Name> {
  let at: PromCounter<Name> | undefined
  const show: DeclaredMetric['show'] = (shown) => {
    at = shown && new shown.prom.Counter({ name, help, labelNames: labels, registers: [shown.registry] })
    for (const each of known) at?.inc(each, 0)
  }
  declare({ kind: 'counter', name, help, labels, show })
  return (values, by = 1) => at?.inc(values, by)
}

export type Histogram<Name extends string> = (labels: Labels<Name>, seconds: number) => void

/** A histogram of durations with upper bounds in seconds; its name ends in `_seconds`. */
export function histogram<const Name extends string = never>(
  name: `market_${string}_seconds`,
  help: string,
  { labels = [], buckets }: { readonly labels?: readonly Name[]; readonly buckets: readonly number[] },
): Histogram<Name> {
  let at: PromHistogram<Name> | undefined
  const show: DeclaredMetric['show'] = (shown) => {
    const options = { name, help, labelNames: labels, buckets: [...buckets] }
    at = shown && new shown.prom.Histogram({ ...options, registers: [shown.registry] })
  }
  declare({ kind: 'histogram', name, help, labels, show })
  return (values, seconds) => at?.observe(values, seconds)
}

export type Gauge<Name extends string> = {
  set(labels: Labels<Name>, value: number): void
  /** Removes the value until it is set again. */
  forget(): void
}
export type GaugeOptions<Name extends string> = {
  readonly labels?: readonly Name[]
  readonly source?: Source
  /** How the values of several processes of one program are combined. */
  readonly ofAll?: 'sum' | 'max' | 'min'
}

/** A gauge; it has no value until it is set. */
export function gauge<const Name extends string = never>(
  name: `market_${string}`,
  help: string,
  { labels = [], source, ofAll = source === inDatabase ? 'max' : 'sum' }: GaugeOptions<Name> = {},
): Gauge<Name> {
  let at: PromGauge<Name> | undefined
  const forget = () => {
    at?.reset()
    // The library would expose a missing value without labels as 0.
    if (labels.length === 0) at?.remove()
  }
  const show: DeclaredMetric['show'] = (shown) => {
    const collect = () => source?.refresh?.()
    const options = { name, help, labelNames: labels, aggregator: ofAll, collect }
    at = shown && new shown.prom.Gauge({ ...options, registers: [shown.registry] })
    forget()
  }
  declare({ kind: 'gauge', name, help, labels, show })
  return { set: (values, value) => at?.set(values, value), forget }
}
