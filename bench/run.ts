import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openInstallation } from './installation.ts'
import { circumstances, memoryOf, postmasterOf } from './machine.ts'
import { type Bench, measureRound, type Row } from './measure.ts'
import { type Load, pgbenchVersion } from './pgbench.ts'
import { cellsOf, markdownOf, type Report } from './report.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios/every.ts'
import { seedWorld } from './seed.ts'

/*
 * npm run bench                        everything, in about four minutes; writes bench/results/
 * npm run bench -- reserve accept      the work whose name contains one of the words; prints, and writes nothing
 *   --seconds 4    measured for each row, in two rounds
 *   --clients 32,1
 *   --profile DIR  the server writes a CPU profile there when it ends
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '32,1' },
    rounds: { type: 'string', default: '2' },
    offers: { type: 'string', default: '20000' },
    executors: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const clientCounts = values.clients.split(',').map(Number)
const warmSeconds = 1
const advertisers = 200
/** More than one connection gets done, on any machine that we know. */
const placesPerClientSecond = 4_000

const isAsked = ({ name }: Scenario): boolean =>
  positionals.length === 0 || positionals.some((word) => name.includes(word))

const installation = await openInstallation()
let client: ReturnType<typeof fork> | undefined
try {
  const size = {
    seed: Number(values.seed),
    offers: Number(values.offers),
    advertisers,
    executors: Number(values.executors),
  }
  const world = await seedWorld(installation.db, size)
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const { address: publicUrl, server } = await installation.serve(profile)
  client = fork(join(import.meta.dirname, 'client.ts'))
  client.send({ world, publicUrl })
  const postmaster = await postmasterOf(installation.db)
  const serverPid = server.pid ?? 0
  const bench = {
    installation,
    world,
    publicUrl,
    client,
    serverPid,
    postmaster,
    hasPgbench: pgbenchVersion() !== undefined,
  }
  const rows: Row[] = []
  for (const clients of clientCounts) {
    for (const scenario of scenarios.filter(isAsked)) {
      rows.push(await measureRow(bench, scenario, clients))
    }
  }
  const report: Report = {
    circumstances: await circumstances(installation.db),
    options: { ...size, clients: values.clients, seconds: values.seconds, rounds, warmSeconds },
    memory: memoryOf(serverPid, postmaster),
    rows,
  }
  console.log(`\n${markdownOf(report)}`)
  if (positionals.length === 0) write(report)
  if (rows.some(wentWrong)) process.exitCode = 1
} finally {
  client?.kill()
  await installation.close()
}

/** With one client there are few requests, and one round will do. */
async function measureRow(bench: Bench, scenario: Scenario, clients: number): Promise<Row> {
  const seconds = Math.max(1, Math.round(Number(values.seconds) / rounds))
  const places = Math.min(bench.world.executors, clients * (seconds + warmSeconds) * placesPerClientSecond)
  const load: Load = { clients, seconds, warmSeconds, places }
  const row = { name: scenario.name, clients, rounds: [] as Row['rounds'][number][] }
  for (let round = 0; round < (clients === 1 ? 1 : rounds); round++) {
    row.rounds.push(await measureRound(bench, scenario, load, round % 2 === 1))
  }
  console.log(cellsOf(row).join('  '))
  for (const [status, { count, example }] of row.rounds.flatMap(({ served }) => Object.entries(served.unexpected))) {
    console.log(`  ✖ ${count} times ${status}: ${example}`)
  }
  return row
}

function wentWrong({ rounds: all }: Row): boolean {
  return all.some(({ served }) => Object.keys(served.unexpected).length > 0)
}

function write(report: Report): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${report.circumstances.day}-${report.circumstances.commit}`)
  writeFileSync(`${file}.md`, markdownOf(report))
  writeFileSync(`${file}.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${file}.md and .json`)
}
