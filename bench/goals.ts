import { chartOf } from './chart.ts'
import { type Dataset, datasetsOf, isAsked, onDataset, withServers } from './dataset.ts'
import type { DatasetFacts } from './dataset-facts.ts'
import { goalResultsOf } from './goal-results.ts'
import { type Installation, inInstallation } from './installation.ts'
import { circumstances } from './machine.ts'
import { type Bench, type MeasureOptions, measureRound, type Round } from './measure.ts'
import { complain, loadOf, runOf } from './operations.ts'
import type { Options } from './options.ts'
import { cellsOf, type Measured, markdownOf, type Report } from './report.ts'
import { measurementsIn, type Results, type Row } from './results.ts'
import type { Scenario } from './scenario.ts'
import { measureStarts } from './starts.ts'
import { measureKeepingUp } from './webhooks/keep-up.ts'

/** Measures every row of the goals, each data set in its own installation. */
export async function measureGoals(wanted: Options, stop: AbortSignal): Promise<Measured> {
  const results: FoundResults = { rows: [], rests: [], starts: [], keptUp: [] }
  let told: Report['circumstances'] | undefined
  for (const dataset of datasetsOf(wanted)) {
    await onDataset(dataset, wanted, async (installation, facts) => {
      if (dataset.scenarios.length > 0)
        await measureDataset({ installation, facts, dataset: dataset, wanted, stop }, results)
      if (dataset.isStarted) results.starts.push(await measureStarts(installation, facts, wanted.quick ? 1 : starts))
      told = await circumstances(installation.db)
    })
  }
  if (isAsked(wanted.words, 'webhooks keep up')) {
    results.keptUp.push(...(await measureKeepingUp(wanted, wanted.quick ? 100 : accepts, stop)))
  }
  told ??= await inInstallation(({ db }) => circumstances(db))
  return measuredOf({ circumstances: told, options: runOf(wanted), ...results, goals: goalResultsOf(results) })
}

const starts = 10
const accepts = 1_000

/** Collects the results during the run. */
type FoundResults = { -readonly [Part in keyof Results]: Results[Part][number][] }

function measuredOf(report: Report): Measured {
  const chart = chartOf(report.rows)
  return {
    report,
    markdown: markdownOf(report),
    isWell: !report.rows.flatMap(({ rounds }) => rounds).some(wentWrong),
    ...(chart ? { chart, withChart: (file: string) => markdownOf(report, file) } : {}),
  }
}

type MeasureContext = {
  readonly installation: Installation
  readonly facts: DatasetFacts
  readonly dataset: Dataset
  readonly wanted: Options
  readonly stop: AbortSignal
}

async function measureDataset(
  { installation, facts, dataset, wanted, stop }: MeasureContext,
  results: FoundResults,
): Promise<void> {
  await withServers(installation, facts, wanted, async (bench, mebibytes) => {
    const size = dataset.reports.at(-1) ?? dataset.offers
    const of = dataset.reports.length > 0 ? 'reports' : 'offers'
    if (mebibytes !== undefined) results.rests.push({ size, of, mebibytes })
    results.rows.push(...(await measureRows({ bench, dataset: dataset, wanted, stop })))
  })
}

type Site = { readonly bench: Bench; readonly dataset: Dataset; readonly wanted: Options; readonly stop: AbortSignal }

async function measureRows(site: Site): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of site.dataset.scenarios) {
    for (const subject of subjectsOf(site.dataset)) rows.push(...(await measureScenario(site, scenario, subject)))
  }
  return rows
}

/** The number of offers, or of reports of one advertiser. */
type Subject = { readonly size: number; readonly of: Row['of']; readonly reporter?: number }

const subjectsOf = ({ offers, reports }: Dataset): Subject[] =>
  reports.length === 0
    ? [{ size: offers, of: 'offers' }]
    : reports.map((size, reporter) => ({ size, of: 'reports', reporter }))

const briefly = { rounds: 1, seconds: 1, rate: 0 } as const

/** Measures with each number of clients, then at a rate that the server can sustain. */
async function measureScenario(site: Site, scenario: Scenario, subject: Subject): Promise<Row[]> {
  const most = Math.max(...site.wanted.clients)
  const isBrief = scenario.isBrief === true
  const wanted = isBrief ? { ...site.wanted, ...briefly, seconds: Math.min(1, site.wanted.seconds) } : site.wanted
  const rows: Row[] = []
  for (const clients of isBrief ? [most] : wanted.clients) {
    // A single client has no contention, so one round is enough.
    rows.push(await measureRow(site, scenario, subject, wayOf(wanted, clients), clients === 1 ? 1 : wanted.rounds))
  }
  const [widest] = rows.filter(({ clients }) => clients === most)
  const perSecond = wanted.rate ?? (widest ? Math.floor(measurementsIn(widest).served.perSecond / 2) : 0)
  if (perSecond > 0) {
    rows.push(await measureRow(site, scenario, subject, { ...wayOf(wanted, most), perSecond }, 1))
  }
  return rows
}

const wayOf = (wanted: Options, clients: number): MeasureOptions => ({ load: loadOf(wanted, clients) })

async function measureRow(
  site: Site,
  scenario: Scenario,
  subject: Subject,
  way: MeasureOptions,
  count: number,
): Promise<Row> {
  const { reporter, ...about } = subject
  const rounds: Round[] = []
  for (let round = 0; round < count; round++) {
    site.stop.throwIfAborted()
    rounds.push(
      await measureRound(site.bench, scenario, { ...way, ...(reporter === undefined ? {} : { reporter }) }, round),
    )
  }
  const { perSecond } = way
  const load = perSecond === undefined ? { clients: way.load.clients } : { clients: 0, perSecond }
  const row: Row = { name: scenario.name, ...about, ...load, rounds }
  console.log(cellsOf(row).join('  '))
  for (const { served } of rounds) complain(served)
  return row
}

const wentWrong = ({ served, bare }: Round): boolean =>
  [served, bare].some((one) => one && Object.keys(one.unexpected).length > 0)
