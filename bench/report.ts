import type { Circumstances } from './machine.ts'
import type { Plain, Row, Served } from './measure.ts'

type Frame = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
}
/** What was measured: as it is kept, as it is read, and whether all was answered as it should be. */
export type Measured = { readonly report: Frame; readonly markdown: string; readonly isWell: boolean }

export type Report = Frame & {
  readonly memory: { readonly serverMiB: number; readonly databaseMiB: number } | undefined
  readonly rows: readonly Row[]
}

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length

type Means = { readonly served: Served; readonly last: Plain | undefined; readonly all: Plain | undefined }

const ofAll = <Part, Name extends keyof Part>(parts: readonly Part[], name: Name): number | undefined => {
  const numbers = parts.flatMap((part) => (typeof part[name] === 'number' ? [part[name] as number] : []))
  return numbers.length > 0 ? mean(numbers) : undefined
}

const meanOf = <Part extends Plain>(parts: readonly Part[]): Part | undefined =>
  parts[0] && {
    ...parts[0],
    ...Object.fromEntries(
      Object.keys(parts[0]).flatMap((name) => {
        const number = ofAll(parts, name as keyof Part)
        return number === undefined ? [] : [[name, number]]
      }),
    ),
  }

/** A row's rounds as one. */
function meansOf({ rounds }: Row): Means {
  const served = meanOf(rounds.map((round) => round.served)) as Served
  const last = meanOf(rounds.flatMap((round) => round.last ?? []))
  const all = meanOf(rounds.flatMap((round) => round.all ?? []))
  return { served, last, all }
}

export const whole = (number: number | undefined): string =>
  number === undefined ? '–' : Math.round(number).toLocaleString('en')
export const fine = (number: number): string => number.toFixed(number < 10 ? 2 : 1)
const share = (served: Served, plain: Plain | undefined): string =>
  plain ? (served.perSecond / plain.perSecond).toFixed(2) : '–'

const head = [
  'work',
  'clients',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'pgbench write/s',
  'ratio',
  'pgbench facts+write/s',
  'ratio',
  'CPU µs a request: server',
  'PostgreSQL',
  'PostgreSQL under pgbench facts+write',
]

/** One line of the table. */
export function cellsOf(row: Row): string[] {
  const { served, last, all } = meansOf(row)
  return [
    row.name,
    String(row.clients),
    whole(served.perSecond),
    fine(served.p50),
    fine(served.p99),
    whole(last?.perSecond),
    share(served, last),
    whole(all?.perSecond),
    share(served, all),
    whole(served.serverCpuUs),
    whole(served.databaseCpuUs),
    whole((all ?? last)?.databaseCpuUs),
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

const about = `The server (\`serve\`, in production, with the embedded database and its jobs) over HTTP on loopback, against pgbench with
the same statements, prepared, on the same database: the write alone, or the one statement of a read; and facts and write
one after the other. Server, database and load share the cores, so ratios say more than rates.`

export function markdownOf(report: Report): string {
  const { circumstances, memory, rows } = report
  const notes = [
    ...(memory
      ? [
          `Memory at the end: server ${memory.serverMiB} MiB resident, PostgreSQL ${memory.databaseMiB} MiB (shared parts once)`,
        ]
      : []),
    ...(circumstances.versions.pgbench
      ? []
      : ['There was no pgbench (it comes with the client programs of PostgreSQL), so there are no ratios']),
  ]
  return pageOf(report, { about, notes, tables: [[head, rows.map(cellsOf)]] })
}
