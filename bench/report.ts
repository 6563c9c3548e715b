import type { Circumstances } from './machine.ts'
import type { Plain, Round, Served } from './measure.ts'

type Frame = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
}
/** What was measured: as it is kept, as it is read, and whether all was answered as it should be. */
export type Measured = { readonly report: Frame; readonly markdown: string; readonly isWell: boolean }

/** One kind of work, on so many offers, or with so many reports of one advertiser: asked by so many clients, or at a pace. */
export type Row = {
  readonly name: string
  readonly size: number
  readonly of: 'offers' | 'reports'
  readonly clients: number
  /** Of an open loop: requests that were due in a second. */
  readonly perSecond?: number
  readonly rounds: readonly Round[]
}

export type Report = Frame & { readonly rows: readonly Row[] }

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The one in the middle; of an even number, the mean of both. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return mean([sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half)] ?? Number.NaN])
}

/** Each figure of some rounds as one. */
const figuresOf = <Part extends Plain>(parts: readonly Part[]): Part | undefined =>
  parts[0] && {
    ...parts[0],
    ...Object.fromEntries(
      Object.entries(parts[0]).flatMap(([name, value]) =>
        typeof value === 'number' ? [[name, medianOf(parts.map((part) => Number(part[name as keyof Part])))]] : [],
      ),
    ),
  }

export type Figures = {
  readonly served: Served
  readonly bare: Served | undefined
  readonly last: Plain | undefined
  readonly all: Plain | undefined
}

/** A row's rounds as one. */
export const figuresIn = ({ rounds }: Row): Figures => ({
  served: figuresOf(rounds.map((round) => round.served)) as Served,
  bare: figuresOf(rounds.flatMap((round) => round.bare ?? [])),
  last: figuresOf(rounds.flatMap((round) => round.last ?? [])),
  all: figuresOf(rounds.flatMap((round) => round.all ?? [])),
})

export const whole = (number: number | undefined): string =>
  number === undefined ? '–' : Math.round(number).toLocaleString('en')
export const fine = (number: number): string => number.toFixed(number < 10 ? 2 : 1)
const share = (served: Served, plain: Plain | undefined): string =>
  plain ? (served.perSecond / plain.perSecond).toFixed(2) : '–'

const head = [
  'work',
  'offers or reports',
  'clients',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'bare/s',
  'ratio',
  'pgbench, one statement/s',
  'ratio',
  'pgbench, facts and write/s',
  'ratio',
  'CPU ms for 1,000: node',
  'PostgreSQL',
  'bare node',
  'PostgreSQL under bare',
  'under pgbench',
  'MiB at most',
]

/** One line of the table. */
export function cellsOf(row: Row): string[] {
  const { served, bare, last, all } = figuresIn(row)
  return [
    row.name,
    whole(row.size),
    row.perSecond === undefined ? String(row.clients) : `open, ${whole(row.perSecond)}/s`,
    whole(served.perSecond),
    fine(served.p50),
    fine(served.p99),
    whole(bare?.perSecond),
    share(served, bare),
    whole(last?.perSecond),
    share(served, last),
    whole(all?.perSecond),
    share(served, all),
    whole(served.serverCpuUs),
    whole(served.databaseCpuUs),
    whole(bare?.serverCpuUs),
    whole(bare?.databaseCpuUs),
    whole((all ?? last)?.databaseCpuUs),
    whole(served.peakMiB),
  ]
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const tableOf = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  [line(heads), line(heads.map((_, place) => (place === 0 ? '---' : '--:'))), ...lines.map(line)].join('\n')

export type Page = {
  /** Of what the benchmark is; nothing: of all there was at first. */
  readonly of?: string
  readonly about: string
  /** Lines beneath the circumstances. */
  readonly notes?: readonly string[]
  readonly tables: readonly (readonly [
    head: readonly string[],
    lines: readonly (readonly string[])[],
    about?: string,
  ])[]
}

/** A report as it is read: what was measured, on what, and the tables. */
export function pageOf({ circumstances, options }: Frame, { of, about, notes = [], tables }: Page): string {
  const { day, commit, isChanged, versions, machine, postgresql } = circumstances
  const list = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${value ?? 'none'}`)
      .join(', ')
  const told = tables.map(([head, lines, words]) => `${words ? `${words}\n\n` : ''}${tableOf(head, lines)}`)
  return `# Benchmark${of ? ` of ${of}` : ''} of ${day}, commit ${commit}${isChanged ? ' with changes' : ''}

${about}

- Versions: ${list(versions)}
- Machine: ${list(machine)}
- PostgreSQL: ${list(postgresql)}
- Run: ${list(options)}
${notes.map((note) => `- ${note}\n`).join('')}
${told.join('\n\n')}
`
}

const about = `The server (\`serve\`, in production, with the embedded database and its jobs) over HTTP on loopback. Beside it, in turns: a
server of node:http and \`pg\` that does the same as one statement and asks nobody who they are (bare), and pgbench with one
statement, prepared, one by one for each client: of what changes something the server's own write, with the guards that it
has, and once more facts and write one after the other; of a list or a detail the statement of the bare server. Server,
database and load share the cores, so ratios say more than rates.`

export function markdownOf(report: Report): string {
  const { circumstances, rows } = report
  const notes = circumstances.versions.pgbench
    ? []
    : ['There was no pgbench (it comes with the client programs of PostgreSQL), so there are no ratios']
  return pageOf(report, { about, notes, tables: [[head, rows.map(cellsOf)]] })
}
