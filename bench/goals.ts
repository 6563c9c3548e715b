import { type DataSet, dataSetsOf, withDataSet } from './data-sets.ts'
import { circumstances } from './machine.ts'
import { type Bench, measureRound, type Round } from './measure.ts'
import { complain, loadOf, runOf } from './operations.ts'
import type { Options } from './options.ts'
import { cellsOf, type Measured, markdownOf, medianOf, type Report, type Row } from './report.ts'
import type { Scenario } from './scenario.ts'

/** Every row of the table of goals: each data set in an installation of its own. */
export async function measureGoals(wanted: Options, stop: AbortSignal): Promise<Measured> {
  const rows: Row[] = []
  let told: Report['circumstances'] | undefined
  for (const set of dataSetsOf(wanted)) {
    await withDataSet(set, wanted, async (bench) => {
      rows.push(...(await measureSet(bench, set, wanted, stop)))
      told = await circumstances(bench.installation.db)
    })
  }
  if (!told) throw new Error(`no work is called ${wanted.words.join(' or ')}`)
  const report: Report = { circumstances: told, options: runOf(wanted), rows }
  return { report, markdown: markdownOf(report), isWell: !rows.flatMap(({ rounds }) => rounds).some(wentWrong) }
}

async function measureSet(bench: Bench, set: DataSet, wanted: Options, stop: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (const scenario of set.scenarios) {
    for (const clients of wanted.clients) rows.push(await measureRow(bench, set, scenario, wanted, { clients }, stop))
    const closed = rows.findLast((row) => row.name === scenario.name && row.clients === Math.max(...wanted.clients))
    const perSecond =
      wanted.rate ?? Math.floor(medianOf(closed?.rounds.map(({ served }) => served.perSecond) ?? []) / 2)
    if (perSecond > 0) rows.push(await measureRow(bench, set, scenario, wanted, { perSecond, clients: 0 }, stop))
  }
  return rows
}

type Way = { readonly clients: number; readonly perSecond?: number }

/** With one client nothing contends, and one round will do; so it does at a pace that the server can hold. */
async function measureRow(
  bench: Bench,
  set: DataSet,
  scenario: Scenario,
  wanted: Options,
  { clients, perSecond }: Way,
  stop: AbortSignal,
): Promise<Row> {
  const isOpen = perSecond !== undefined
  const way = { load: loadOf(wanted, clients), ...(isOpen ? { perSecond } : {}) }
  const rounds: Round[] = []
  for (let round = 0; round < (clients === 1 || isOpen ? 1 : wanted.rounds); round++) {
    stop.throwIfAborted()
    rounds.push(await measureRound(bench, scenario, way, round))
  }
  const row: Row = { name: scenario.name, size: set.offers, clients, ...(isOpen ? { perSecond } : {}), rounds }
  console.log(cellsOf(row).join('  '))
  for (const { served } of rounds) complain(served)
  return row
}

const wentWrong = ({ served, bare }: Round): boolean =>
  [served, bare].some((one) => one && Object.keys(one.unexpected).length > 0)
