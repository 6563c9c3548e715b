import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Installation, openInstallation } from './installation.ts'
import { circumstances, memoryOf, postmasterOf } from './machine.ts'
import { type Bench, measureRound, type Round, type Row } from './measure.ts'
import { type Options, readOptions, usage } from './options.ts'
import { type Load, pgbenchVersion } from './pgbench.ts'
import { cellsOf, markdownOf, type Report } from './report.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios/every.ts'
import { seedWorld } from './seed.ts'

const warmSeconds = 1
/** More than a machine gets done; where one does more, it is measured for a shorter time. */
const placesPerSecond = 5_000

// The terminal tells everybody at once that it is over; what is measured breaks off, and everything is tidied up.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const options = readOptions(process.argv.slice(2))
if (options) await run(options).catch(unlessStopped)
else {
  console.error(usage)
  process.exitCode = 2
}

async function run(wanted: Options): Promise<void> {
  const installation = await openInstallation()
  try {
    const bench = await openBench(installation, wanted)
    try {
      const report = await measureAll(bench, wanted)
      console.log(`\n${markdownOf(report)}`)
      if (wanted.words.length === 0) write(report)
      if (report.rows.flatMap(({ rounds }) => rounds).some(wentWrong)) process.exitCode = 1
    } finally {
      bench.client.kill()
    }
  } finally {
    await installation.close()
  }
}

function unlessStopped(error: unknown): void {
  if (!stop.signal.aborted) throw error
  console.error('Stopped before the end.')
  process.exitCode = 130
}

async function openBench(installation: Installation, wanted: Options): Promise<Bench> {
  const { seed, offers, advertisers, executors, profile } = wanted
  const world = await seedWorld(installation.db, { seed, offers, advertisers, executors })
  const { address, server } = await installation.serve(
    profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`],
  )
  const client = fork(join(import.meta.dirname, 'client.ts'))
  client.send({ world, publicUrl: address })
  const postmaster = await postmasterOf(installation.db)
  const withPgbench = wanted.pgbench && pgbenchVersion() !== undefined
  return { installation, world, publicUrl: address, client, serverPid: server.pid ?? 0, postmaster, withPgbench }
}

async function measureAll(bench: Bench, wanted: Options): Promise<Report> {
  const isAsked = ({ name }: Scenario) => wanted.words.length === 0 || wanted.words.some((word) => name.includes(word))
  const rows: Row[] = []
  for (const clients of wanted.clients) {
    for (const scenario of scenarios.filter(isAsked)) rows.push(await measureRow(bench, scenario, clients, wanted))
  }
  const { seed, offers, advertisers, executors, clients, seconds, rounds } = wanted
  return {
    circumstances: await circumstances(bench.installation.db),
    options: { seed, offers, advertisers, executors, clients, seconds, rounds, warmSeconds },
    memory: memoryOf(bench.serverPid, bench.postmaster),
    rows,
  }
}

/** With one client nothing contends, and one round will do. */
async function measureRow(bench: Bench, scenario: Scenario, clients: number, wanted: Options): Promise<Row> {
  const seconds = Math.max(1, Math.round(wanted.seconds / wanted.rounds))
  const places = Math.min(bench.world.executors, (seconds + warmSeconds) * placesPerSecond)
  const load: Load = { clients, seconds, warmSeconds, places }
  const rounds: Round[] = []
  for (let round = 0; round < (clients === 1 ? 1 : wanted.rounds); round++) {
    stop.signal.throwIfAborted()
    rounds.push(await measureRound(bench, scenario, load, round % 2 === 1))
  }
  const row = { name: scenario.name, clients, rounds }
  console.log(cellsOf(row).join('  '))
  for (const [status, { count, example }] of rounds.flatMap(({ served }) => Object.entries(served.unexpected))) {
    console.log(`  ✖ ${count} times ${status}: ${example}`)
  }
  return row
}

function wentWrong({ served }: Round): boolean {
  return Object.keys(served.unexpected).length > 0
}

function write(report: Report): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${report.circumstances.day}-${report.circumstances.commit}`)
  writeFileSync(`${file}.md`, markdownOf(report))
  writeFileSync(`${file}.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${file}.md and .json`)
}
