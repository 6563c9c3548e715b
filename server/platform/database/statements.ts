import { boundedMap } from '../../values/bounded-map.ts'
import { stopwatch } from '../clock.ts'
import { histogram, isMeasured } from '../observability/metrics.ts'
import { currentContext } from '../observability/request-context.ts'
import { endSpan, kinds, startChild } from '../observability/traces.ts'

const durations = histogram(
  'market_database_statement_duration_seconds',
  'Duration of statements, including the wait for a connection.',
  { buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] },
)

const childOptions = { kind: kinds.client, attributes: { 'db.system.name': 'postgresql' } }

/** Starts a measurement. Returns a function to call at the end of the statement; undefined if nothing is measured. */
export function watchStatement(text: () => string): ((hasFailed: boolean) => void) | undefined {
  const parents = currentContext()?.spans
  const span = parents?.[0] && startChild(parents, summaryOf(text()), childOptions)
  if (!span && !isMeasured()) return undefined
  const passed = stopwatch()
  return (hasFailed) => {
    durations({}, passed() / 1_000)
    if (span) endSpan(span, {}, hasFailed)
  }
}

const summaries = boundedMap<string, string>(1_000)
const tablesMax = 4
const written = /\b(?:insert into|update|delete from)\s+([a-z_]+)/g
const readFrom = /\b(?:from|join)\s+([a-z_]+)/g
const part = /\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s*)?\(/g
/** Keywords that may appear in place of a table name. */
const words = new Set(['set', 'of', 'skip', 'nowait', 'unnest', 'lateral'])
const isTable = (word: string): boolean => !words.has(word)

/** Returns a short summary: the tables that the statement writes, or else reads. Never contains a value. */
export function summaryOf(text: string): string {
  const known = summaries.get(text)
  if (known !== undefined) return known
  // Some texts contain quoted values.
  const bare = text.replaceAll(/'(?:[^'\\]|''|\\.)*'/g, "''")
  const named = (form: RegExp) => new Set([...bare.matchAll(form)].map(([, word]) => word as string).filter(isTable))
  const [writes, parts] = [[...named(written)], named(part)]
  const reads = [...named(readFrom)].filter((table) => !parts.has(table))
  const summary = writes.length > 0 ? `write ${few(writes)}` : `select ${few(reads)}`.trim()
  summaries.set(text, summary)
  return summary
}

const few = (tables: readonly string[]): string =>
  tables.slice(0, tablesMax).join(' ') + (tables.length > tablesMax ? ' …' : '')
