import type { Circumstances } from '../machine.ts'
import type { Served } from '../measure.ts'
import { pageOf } from '../report.ts'
import { fine, mean, whole } from '../results.ts'

/** The same work without and with the measured feature, several rounds each. */
export type Row = {
  readonly of: 'Idempotency-Key' | 'limits'
  readonly name: string
  readonly clients: number
  readonly without: readonly Served[]
  readonly with: readonly Served[]
}

type Report = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
  readonly rows: readonly Row[]
}

type Metric = 'perSecond' | 'p50' | 'p99' | 'serverCpuUs' | 'databaseCpuUs'

const of = (served: readonly Served[], metric: Metric): number => mean(served.map((one) => one[metric] ?? Number.NaN))

const head = [
  'work',
  'clients',
  'without: requests/s',
  'p50 ms',
  'p99 ms',
  'with: requests/s',
  'p50 ms',
  'p99 ms',
  'ratio',
  'CPU µs a request more: server',
  'PostgreSQL',
]

/** Returns one line of a table. */
export function cellsOf(row: Row): string[] {
  const side = (served: readonly Served[]) => [
    whole(of(served, 'perSecond')),
    fine(of(served, 'p50')),
    fine(of(served, 'p99')),
  ]
  const more = (metric: Metric) => of(row.with, metric) - of(row.without, metric)
  return [
    row.name,
    String(row.clients),
    ...side(row.without),
    ...side(row.with),
    (of(row.with, 'perSecond') / of(row.without, 'perSecond')).toFixed(2),
    whole(more('serverCpuUs')),
    whole(more('databaseCpuUs')),
  ]
}

const about = `What idempotency keys and rate limits add to a request, over HTTP on loopback, against \`serve\` in production with the embedded database and its
jobs. The same requests without and with it, one after the other, every second round in the opposite order; the ratio is
with over without. Server, database and load share the cores.`

const abouts = {
  'Idempotency-Key': `**Idempotency-Key.** Each request with a key of its own against the same without one; both are counted.`,
  limits: `**Rate limits.** The normal server, whose limits no client reaches, against the same server without the counting of requests
(\`bench/middleware/uncounted.ts\`). Each advertiser has its own API key, except in rows that name one key.`,
}

export function markdownOf(report: Report): string {
  const tables = (['Idempotency-Key', 'limits'] as const).map((each) => {
    const lines = report.rows.filter((row) => row.of === each).map(cellsOf)
    return [head, lines, abouts[each]] as const
  })
  return pageOf(report, { of: 'idempotency keys and rate limits', about, tables })
}
