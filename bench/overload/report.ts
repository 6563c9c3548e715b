import type { Circumstances } from '../machine.ts'
import { pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'

/** Requests per second at a multiple of the capacity: due, accepted and shed. */
export type Row = {
  readonly name: string
  readonly factor: number
  readonly due: number
  readonly accepted: number
  readonly p50: number
  readonly p99: number
  readonly shed: number
  /** Due while all connections were busy. */
  readonly unasked: number
  readonly shedP99: number
  readonly peakMiB: number | undefined
  readonly recoveryMs: number
  /** Unexpected responses and broken connections. */
  readonly others: string
}

/** The latency of a load with and without slow clients. */
export type Slow = {
  readonly beside: string
  readonly alone: { readonly p50: number; readonly p99: number }
  readonly with: { readonly p50: number; readonly p99: number }
  readonly ratio: number
  readonly cutSeconds: number
}

type Report = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
  readonly rows: readonly Row[]
  readonly slow: readonly Slow[]
}

const head = [
  'work',
  'times the capacity',
  'due/s',
  'accepted/s',
  'p50 ms',
  'p99 ms',
  '503/s',
  'not asked/s',
  'p99 ms of a 503',
  'MiB at most',
  'recovered after ms',
  'anything else',
]
const slowHead = [
  'slow clients beside',
  'p50 ms alone',
  'with them',
  'p99 ms alone',
  'with them',
  'ratio',
  'the last cut after s',
]

const about = `Requests that are due at a fixed pace, whatever became of those before, from a process of their own, against \`serve\` in
production with the embedded database and its jobs. The capacity is what 64 connections get answered that ask one after the
other. Latency counts from the moment at which a request was due. Server, database and load share the cores: at five times
the capacity, the load itself takes one of them. What is due while all 500 connections wait for an answer is not asked.`

export function markdownOf(report: Report): string {
  const lines = report.rows.map((row) => [
    row.name,
    String(row.factor),
    whole(row.due),
    whole(row.accepted),
    fine(row.p50),
    fine(row.p99),
    whole(row.shed),
    whole(row.unasked),
    fine(row.shedP99),
    whole(row.peakMiB),
    whole(row.recoveryMs),
    row.others || '–',
  ])
  const slow = report.slow.map((each) => [
    each.beside,
    fine(each.alone.p50),
    fine(each.with.p50),
    fine(each.alone.p99),
    fine(each.with.p99),
    each.ratio.toFixed(2),
    fine(each.cutSeconds),
  ])
  const tables = [
    [head, lines, '**Overload.**'] as const,
    ...(slow.length > 0
      ? [[slowHead, slow, '**Slow clients.** The same load alone and beside them, in turns.'] as const]
      : []),
  ]
  return pageOf(report, { of: 'overload', about, tables })
}
