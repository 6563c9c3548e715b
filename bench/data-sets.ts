import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Installation, openInstallation, profiling } from './installation.ts'
import { openKept } from './kept.ts'
import { postmasterOf } from './machine.ts'
import type { Bench } from './measure.ts'
import type { Options } from './options.ts'
import { pgbenchVersion } from './pgbench.ts'
import type { Scenario } from './scenario.ts'
import { reads, writes } from './scenarios/every.ts'
import { groupB } from './scenarios/group-b.ts'
import { type Size, seedWorld } from './seed.ts'
import type { World } from './world.ts'

/** What is seeded once, and measured on. */
export type DataSet = {
  readonly name: string
  readonly offers: number
  readonly reports: readonly number[]
  readonly scenarios: readonly Scenario[]
}

/** Where what changes something is measured: the size at which others were. */
const usualSize = 100_000

/** Whose texts are those of the tasks, too. */
const offersBeside = 2_000

/** Those that hold a row that is asked for. */
export function dataSetsOf({ sizes, reports, words }: Options): DataSet[] {
  const isAsked = ({ name }: Scenario) => words.length === 0 || words.some((word) => name.includes(word))
  const written = sizes.includes(usualSize) ? usualSize : sizes.at(-1)
  const ofSize = (offers: number): DataSet => ({
    name: `offers-${offers}`,
    offers,
    reports: [],
    scenarios: [...reads, ...(offers === written ? writes : [])].filter(isAsked),
  })
  const ofReports: DataSet = { name: 'reports', offers: offersBeside, reports, scenarios: groupB.filter(isAsked) }
  return [...sizes.map(ofSize), ofReports].filter(({ scenarios }) => scenarios.length > 0)
}

/** Seeds a set where no run before has kept it, and starts what is measured. */
export async function withDataSet<T>(set: DataSet, wanted: Options, work: (bench: Bench) => Promise<T>): Promise<T> {
  const { seed, executors, advertisers } = wanted
  const size: Size = { seed, executors, advertisers, offers: set.offers }
  const kept = wanted.keep ? openKept(set.name, { size, reports: set.reports }) : undefined
  const installation = await openInstallation(kept)
  try {
    const world = kept?.world ?? (await seeded(installation, size, set))
    kept?.keep(world)
    return await withServers(installation, world, wanted, work)
  } finally {
    await installation.close()
  }
}

async function seeded(installation: Installation, size: Size, { name, reports }: DataSet): Promise<World> {
  const start = performance.now()
  const world = await seedWorld(installation.db, size, reports)
  console.log(`${name}: seeded in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return world
}

type Work<T> = (bench: Bench) => Promise<T>

/** The server, the bare one beside it, and who asks them. */
async function withServers<T>(installation: Installation, world: World, wanted: Options, work: Work<T>): Promise<T> {
  const { address, server } = await installation.serve(profiling(wanted.profile))
  const bare = wanted.bare ? await startBare(installation, world) : undefined
  const client = fork(join(import.meta.dirname, 'client.ts'))
  try {
    client.send({ world, publicUrl: address })
    return await work({
      installation,
      world,
      client,
      publicUrl: address,
      postmaster: await postmasterOf(installation.db),
      server: { address, pid: server.pid ?? 0 },
      bare,
      withPgbench: wanted.pgbench && pgbenchVersion() !== undefined,
    })
  } finally {
    client.kill()
    await once(client, 'exit')
  }
}

async function startBare({ start, databaseUrl }: Installation, { executors }: World) {
  const file = join(import.meta.dirname, 'bare/server.ts')
  const { address, server } = await start([file, databaseUrl, String(executors)])
  return { address, pid: server.pid ?? 0 }
}
