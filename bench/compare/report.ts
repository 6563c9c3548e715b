import type { Circumstances } from '../machine.ts'
import type { Served } from '../measure.ts'
import { pageOf } from '../report.ts'
import { fine, mean, whole } from '../results.ts'

export const sides = ['ours', 'nest'] as const
export type Side = (typeof sides)[number]

/** The measurements of both servers for the same requests. */
export type Row = { readonly name: string; readonly clients: number } & Readonly<Record<Side, readonly Served[]>>

/** Resident memory at the end, and the start time. */
export type Program = { readonly mebibytes: number | undefined; readonly readyMs: number }

type Report = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
  readonly programs: Readonly<Record<Side, Program>>
  readonly rows: readonly Row[]
}

type Metric = 'perSecond' | 'p50' | 'p99' | 'serverCpuUs' | 'databaseCpuUs'
const of = (served: readonly Served[], metric: Metric): number => mean(served.map((one) => one[metric] ?? Number.NaN))

const ofSide = (name: string) => [`${name}: requests/s`, 'p50 ms', 'p99 ms', 'CPU µs a request: server', 'PostgreSQL']
const head = ['work', 'clients', ...ofSide('ours'), ...ofSide('NestJS + Prisma'), 'ours / theirs']

const cellsOfSide = (served: readonly Served[]): string[] => [
  whole(of(served, 'perSecond')),
  fine(of(served, 'p50')),
  fine(of(served, 'p99')),
  whole(of(served, 'serverCpuUs')),
  whole(of(served, 'databaseCpuUs')),
]

/** Returns one line of the table. */
export function cellsOf({ name, clients, ours, nest }: Row): string[] {
  const times = of(ours, 'perSecond') / of(nest, 'perSecond')
  return [name, String(clients), ...cellsOfSide(ours), ...cellsOfSide(nest), times.toFixed(1)]
}

const about = `The same requests to our server and to a textbook service of NestJS and Prisma (\`bench/compare/nest\`), in production
mode, over HTTP on loopback, one after the other on the same database server, every second round in the opposite order. Each
has tables of its own with the same content and as many connections. \`bench/compare/README.md\` says what is the same and what
is not. Server, database and load share the cores, so ratios say more than rates.`

export function markdownOf(report: Report): string {
  const { ours, nest } = report.programs
  const told = ({ mebibytes, readyMs }: Program) => `${whole(mebibytes)} MiB, ready after ${whole(readyMs)} ms`
  const notes = [`Resident after the run, and start: ours ${told(ours)}; NestJS + Prisma ${told(nest)}`]
  return pageOf(report, { of: 'both', about, notes, tables: [[head, report.rows.map(cellsOf)]] })
}
