import { fork } from 'node:child_process'
import { join } from 'node:path'
import { type Installation, profiling } from './installation.ts'
import { circumstances, memoryOf, postmasterOf } from './machine.ts'
import { type Bench, measureRound, type Round, type Row } from './measure.ts'
import type { Options } from './options.ts'
import { type Load, pgbenchVersion } from './pgbench.ts'
import { cellsOf, type Measured, markdownOf, type Report } from './report.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios/every.ts'
import { seedWorld } from './seed.ts'

export const warmSeconds = 1
/** More than a machine gets done; where one does more, it is measured for a shorter time. */
const placesPerSecond = 5_000

/** Every hot operation through HTTP, against pgbench with the same statements. */
export async function measureOperations(
  installation: Installation,
  wanted: Options,
  stop: AbortSignal,
): Promise<Measured> {
  const stage = await openStage(installation, wanted)
  try {
    const { address, server } = await installation.serve(profiling(wanted.profile))
    stage.client.send({ world: stage.world, publicUrl: address })
    const withPgbench = wanted.pgbench && pgbenchVersion() !== undefined
    const bench = { ...stage, publicUrl: address, serverPid: server.pid ?? 0, withPgbench }
    const report = await measureAll(bench, wanted, stop)
    return {
      report,
      markdown: markdownOf(report),
      isWell: !report.rows.flatMap(({ rounds }) => rounds).some(wentWrong),
    }
  } finally {
    stage.client.kill()
  }
}

/** People and offers to act on, and who acts. */
export async function openStage(installation: Installation, wanted: Options) {
  const { seed, offers, advertisers, executors } = wanted
  const world = await seedWorld(installation.db, { seed, offers, advertisers, executors })
  const client = fork(join(import.meta.dirname, 'client.ts'))
  const postmaster = await postmasterOf(installation.db)
  return { installation, world, client, postmaster }
}

async function measureAll(bench: Bench, wanted: Options, stop: AbortSignal): Promise<Report> {
  const isAsked = ({ name }: Scenario) => wanted.words.length === 0 || wanted.words.some((word) => name.includes(word))
  const rows: Row[] = []
  for (const clients of wanted.clients) {
    for (const scenario of scenarios.filter(isAsked)) {
      rows.push(await measureRow(bench, scenario, loadOf(wanted, clients), wanted, stop))
    }
  }
  return {
    circumstances: await circumstances(bench.installation.db),
    options: runOf(wanted),
    memory: memoryOf(bench.serverPid, bench.postmaster),
    rows,
  }
}

/** What a report says of its run. */
export const runOf = ({ seed, offers, advertisers, executors, clients, seconds, rounds }: Options) => ({
  seed,
  offers,
  advertisers,
  executors,
  clients,
  seconds,
  rounds,
  warmSeconds,
})

export function loadOf(wanted: Options, clients: number): Load {
  const seconds = Math.max(1, Math.round(wanted.seconds / wanted.rounds))
  return {
    clients,
    seconds,
    warmSeconds,
    places: Math.min(wanted.executors, (seconds + warmSeconds) * placesPerSecond),
  }
}

/** With one client nothing contends, and one round will do. */
async function measureRow(
  bench: Bench,
  scenario: Scenario,
  load: Load,
  wanted: Options,
  stop: AbortSignal,
): Promise<Row> {
  const { clients } = load
  const rounds: Round[] = []
  for (let round = 0; round < (clients === 1 ? 1 : wanted.rounds); round++) {
    stop.throwIfAborted()
    rounds.push(await measureRound(bench, scenario, load, round % 2 === 1))
  }
  const row = { name: scenario.name, clients, rounds }
  console.log(cellsOf(row).join('  '))
  for (const { served } of rounds) complain(served)
  return row
}

/** Says what was answered that nobody expected. */
export function complain({ unexpected }: Pick<Round['served'], 'unexpected'>): void {
  for (const [status, { count, example }] of Object.entries(unexpected)) {
    console.log(`  ✖ ${count} times ${status}: ${example}`)
  }
}

function wentWrong({ served }: Round): boolean {
  return Object.keys(served.unexpected).length > 0
}
