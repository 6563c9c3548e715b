import { chartOf } from './chart.ts'
import { type Dataset, datasetsOf, isAsked, onDataset, withServers } from './dataset.ts'
import type { DatasetFacts } from './dataset-facts.ts'
import { type Failure, noteFailure } from './failures.ts'
import { goalResultsOf } from './goal-results.ts'
import { type Installation, inInstallation } from './installation.ts'
import { circumstances } from './machine.ts'
import { type Bench, type MeasureOptions, measureRound, type Round } from './measure.ts'
import { complain, loadOf, runOf } from './operations.ts'
import type { Options } from './options.ts'
import { cellsOf, type Measured, markdownOf, type Report } from './report.ts'
import { measurementsIn, type Results, type Row, whole } from './results.ts'
import type { Scenario } from './scenario.ts'
import { measureStarts } from './starts.ts'
import { measureKeepingUp } from './webhooks/keep-up.ts'

/** Measures every row of the goals, each data set in its own installation. A row that fails is named, and the others still run. */
export async function measureGoals(wanted: Options, stop: AbortSignal): Promise<Measured> {
  const results: FoundResults = { rows: [], rests: [], starts: [], keptUp: [], failures: [] }
  let told: Report['circumstances'] | undefined
  for (const dataset of datasetsOf(wanted)) {
    const measure = () =>
      onDataset(dataset, wanted, async (installation, facts) => {
        told ??= await circumstances(installation.db)
        await measureDataset({ installation, facts, dataset, wanted, stop, results })
      })
    await noteFailure(results.failures, dataset.name, stop, measure)
  }
  if (isAsked(wanted.words, 'webhooks keep up')) {
    await noteFailure(results.failures, 'webhooks keep up', stop, async () => {
      results.keptUp.push(...(await measureKeepingUp(wanted, wanted.quick ? 100 : accepts, stop)))
    })
  }
  told ??= await inInstallation(({ db }) => circumstances(db))
  return measuredOf({ circumstances: told, options: runOf(wanted), ...results, goals: goalResultsOf(results) })
}

const starts = 10
const accepts = 1_000

/** Collects the results during the run. */
type FoundResults = { -readonly [Part in keyof Results]: Results[Part][number][] } & { readonly failures: Failure[] }

function measuredOf(report: Report): Measured {
  const chart = chartOf(report.rows)
  return {
    report,
    markdown: markdownOf(report),
    isWell: report.failures.length === 0 && !report.rows.flatMap(({ rounds }) => rounds).some(wentWrong),
    ...(chart ? { chart, withChart: (file: string) => markdownOf(report, file) } : {}),
  }
}

type MeasureContext = {
  readonly installation: Installation
  readonly facts: DatasetFacts
  readonly dataset: Dataset
  readonly wanted: Options
  readonly stop: AbortSignal
  readonly results: FoundResults
}

async function measureDataset({ installation, facts, ...about }: MeasureContext): Promise<void> {
  const { dataset, wanted, stop, results } = about
  if (dataset.scenarios.length > 0)
    await withServers(installation, facts, wanted, async (bench, mebibytes) => {
      const size = dataset.reports.at(-1) ?? dataset.offers
      const of = dataset.reports.length > 0 ? 'reports' : 'offers'
      if (mebibytes !== undefined) results.rests.push({ size, of, mebibytes })
      await measureRows({ bench, ...about })
    })
  if (!dataset.isStarted) return
  await noteFailure(results.failures, `starts with ${dataset.name}`, stop, async () => {
    results.starts.push(await measureStarts(installation, facts, wanted.quick ? 1 : starts))
  })
}

type Site = Pick<MeasureContext, 'dataset' | 'wanted' | 'stop' | 'results'> & { readonly bench: Bench }

async function measureRows(site: Site): Promise<void> {
  const { dataset, results, stop } = site
  for (const scenario of dataset.scenarios)
    for (const subject of subjectsOf(dataset))
      await noteFailure(results.failures, `${scenario.name} (${whole(subject.size)} ${subject.of})`, stop, () =>
        measureScenario(site, scenario, subject),
      )
}

/** The number of offers, or of reports of one advertiser. */
type Subject = { readonly size: number; readonly of: Row['of']; readonly reporter?: number }

const subjectsOf = ({ offers, reports }: Dataset): Subject[] =>
  reports.length === 0
    ? [{ size: offers, of: 'offers' }]
    : reports.map((size, reporter) => ({ size, of: 'reports', reporter }))

const briefly = { rounds: 1, seconds: 1, rate: 0 } as const

/** Measures with each number of clients, then at a rate that the server can sustain. Adds each row to the results. */
async function measureScenario(site: Site, scenario: Scenario, subject: Subject): Promise<void> {
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
    await measureRow(site, scenario, subject, { ...wayOf(wanted, most), perSecond }, 1)
  }
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
  site.results.rows.push(row)
  console.log(cellsOf(row).join('  '))
  for (const { served } of rounds) complain(served)
  return row
}

const wentWrong = ({ served, bare }: Round): boolean =>
  [served, bare].some((one) => one && Object.keys(one.unexpected).length > 0)
