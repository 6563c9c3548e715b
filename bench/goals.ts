import { type DataSet, dataSetsOf, withDataSet } from './data-sets.ts'
import { circumstances } from './machine.ts'
import { type Bench, measureRound, type Round, type Way } from './measure.ts'
import { complain, loadOf, runOf } from './operations.ts'
import type { Options } from './options.ts'
import { cellsOf, figuresIn, type Measured, markdownOf, type Report, type Row } from './report.ts'
import type { Scenario } from './scenario.ts'

/** Every row of the table of goals: each data set in an installation of its own. */
export async function measureGoals(wanted: Options, stop: AbortSignal): Promise<Measured> {
  const rows: Row[] = []
  let told: Report['circumstances'] | undefined
  for (const set of dataSetsOf(wanted)) {
    await withDataSet(set, wanted, async (bench) => {
      rows.push(...(await measureSet({ bench, set, wanted, stop })))
      told = await circumstances(bench.installation.db)
    })
  }
  if (!told) throw new Error(`no work is called ${wanted.words.join(' or ')}`)
  const report: Report = { circumstances: told, options: runOf(wanted), rows }
  return { report, markdown: markdownOf(report), isWell: !rows.flatMap(({ rounds }) => rounds).some(wentWrong) }
}

type Site = { readonly bench: Bench; readonly set: DataSet; readonly wanted: Options; readonly stop: AbortSignal }

async function measureSet(site: Site): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of site.set.scenarios) {
    for (const subject of subjectsOf(site.set)) rows.push(...(await measureScenario(site, scenario, subject)))
  }
  return rows
}

/** The offers that there are, or one of the advertisers with reports. */
type Subject = { readonly size: number; readonly of: Row['of']; readonly reporter?: number }

const subjectsOf = ({ offers, reports }: DataSet): Subject[] =>
  reports.length === 0
    ? [{ size: offers, of: 'offers' }]
    : reports.map((size, reporter) => ({ size, of: 'reports', reporter }))

const briefly = { rounds: 1, seconds: 1, rate: 0 } as const

/** With so many clients as are wanted, and then at a pace that the server can hold. */
async function measureScenario(site: Site, scenario: Scenario, subject: Subject): Promise<Row[]> {
  const most = Math.max(...site.wanted.clients)
  const isBrief = scenario.isBrief === true
  const wanted = isBrief ? { ...site.wanted, ...briefly, seconds: Math.min(1, site.wanted.seconds) } : site.wanted
  const rows: Row[] = []
  for (const clients of isBrief ? [most] : wanted.clients) {
    // With one client nothing contends, and one round will do.
    rows.push(await measureRow(site, scenario, subject, wayOf(wanted, clients), clients === 1 ? 1 : wanted.rounds))
  }
  const [widest] = rows.filter(({ clients }) => clients === most)
  const perSecond = wanted.rate ?? (widest ? Math.floor(figuresIn(widest).served.perSecond / 2) : 0)
  if (perSecond > 0) {
    rows.push(await measureRow(site, scenario, subject, { ...wayOf(wanted, most), perSecond }, 1))
  }
  return rows
}

const wayOf = (wanted: Options, clients: number): Way => ({ load: loadOf(wanted, clients) })

async function measureRow(site: Site, scenario: Scenario, subject: Subject, way: Way, count: number): Promise<Row> {
  const { reporter, ...about } = subject
  const rounds: Round[] = []
  for (let round = 0; round < count; round++) {
    site.stop.throwIfAborted()
    rounds.push(
      await measureRound(site.bench, scenario, { ...way, ...(reporter === undefined ? {} : { reporter }) }, round),
    )
  }
  const { perSecond } = way
  const asked = perSecond === undefined ? { clients: way.load.clients } : { clients: 0, perSecond }
  const row: Row = { name: scenario.name, ...about, ...asked, rounds }
  console.log(cellsOf(row).join('  '))
  for (const { served } of rounds) complain(served)
  return row
}

const wentWrong = ({ served, bare }: Round): boolean =>
  [served, bare].some((one) => one && Object.keys(one.unexpected).length > 0)
