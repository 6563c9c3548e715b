import type { Failure } from './failures.ts'
import type { GoalResult } from './goal-results.ts'
import type { Circumstances } from './machine.ts'
import type { Plain, Served } from './measure.ts'
import { fine, measurementsIn, type Results, type Row, whole } from './results.ts'

type Frame = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
}
export type Report = Frame & Results & { readonly goals: readonly GoalResult[]; readonly failures: readonly Failure[] }

/** A measurement: as stored, as text, and whether all responses were as expected. */
export type Measured = {
  readonly report: Frame
  readonly markdown: string
  readonly isWell: boolean
  /** A chart as SVG, and the text that includes it, by file name. */
  readonly chart?: string
  readonly withChart?: (file: string) => string
}

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

/** Returns one line of the table. */
export function cellsOf(row: Row): string[] {
  const { served, bare, last, all } = measurementsIn(row)
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

export const tableOf = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '--:'))), ...lines.map(line)].join('\n')

export type Page = {
  /** The subject of the benchmark; unset for the first one, the goals. */
  readonly of?: string
  readonly about: string
  /** Lines below the circumstances. */
  readonly notes?: readonly string[]
  readonly tables: readonly (readonly [
    head: readonly string[],
    lines: readonly (readonly string[])[],
    about?: string,
  ])[]
}

/** Returns a report as Markdown: subject, circumstances and tables. */
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

const about = `The server (\`serve\`, in production, with the embedded database and its jobs) over HTTP on loopback. In turns with it: a
bare server of node:http and \`pg\`, which checks nothing and answers a list by stringifying a page from memory, a detail or a
reserve by one statement; and pgbench, which runs prepared statements: of a write the server's own statement, and once more
facts and write; of a list or a detail a plain statement. All share the cores, so trust ratios more than rates.`

const aboutRows = `**Every row.** An open loop sends requests at a fixed rate, whatever the answers; its latency counts from the due moment. CPU is
that of the whole Node.js process and of all PostgreSQL processes.`

const goalHead = ['work', 'goal', 'measured', 'met']
const aboutGoals = '**The goals.** Server, database and load share two cores.'
const keptUpHead = [
  'endpoints',
  'clients',
  'accepts',
  'accepts/s',
  'webhooks arrived',
  'last arrived after ms',
  'backlog empty after ms',
]
const aboutKeptUp =
  '**Webhooks that keep up.** After the last accept, until the last webhook of them arrived, and nothing was due any more.'

export function markdownOf(report: Report, chart?: string): string {
  const { circumstances, rows, goals, keptUp, failures } = report
  const { pgbench } = circumstances.versions
  const noPgbench = 'There was no pgbench (it comes with the client programs of PostgreSQL), so there are no ratios'
  const goalLines = goals.map(({ work, goal, measured, isMet }) => [
    work,
    goal,
    measured,
    isMet === undefined ? '–' : isMet ? 'yes' : 'no',
  ])
  const keptUpLines = keptUp.map((kept) => [
    whole(kept.endpoints),
    whole(kept.clients),
    whole(kept.accepts),
    whole(kept.perSecond),
    whole(kept.arrived),
    whole(kept.behindMs),
    whole(kept.emptyMs),
  ])
  const page = pageOf(report, {
    about: chart
      ? `${about}\n\n![Latency against the number of offers](${chart})\n\nLatency of open loops, each at half the rate of its closed loop (or at \`--rate\`), against the number of active offers.`
      : about,
    notes: [
      ...(pgbench ? [] : [noPgbench]),
      ...failures.map(({ work, reason }) => `**Not measured to the end:** ${work}: ${reason}`),
    ],
    tables: [
      [goalHead, goalLines, aboutGoals],
      [head, rows.map(cellsOf), aboutRows],
      ...(keptUp.length > 0 ? [[keptUpHead, keptUpLines, aboutKeptUp] as const] : []),
    ],
  })
  return page
}
