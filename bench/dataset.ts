import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DatasetFacts } from './dataset-facts.ts'
import { type Installation, openInstallation, profiling } from './installation.ts'
import { postmasterOf, residentMiBOf } from './machine.ts'
import { type Bench, measureServer, type Server } from './measure.ts'
import type { Options } from './options.ts'
import { pgbenchVersion } from './pgbench.ts'
import type { Scenario } from './scenario.ts'
import { reads, writes } from './scenarios/every.ts'
import { groupB } from './scenarios/group-b.ts'
import { listFirst } from './scenarios/lists.ts'
import { type Size, seedDataset } from './seed.ts'
import { openDataFolder } from './stored-dataset.ts'

/** A data set that is seeded once, with the scenarios measured on it. */
export type Dataset = {
  readonly name: string
  readonly offers: number
  readonly reports: readonly number[]
  readonly scenarios: readonly Scenario[]
  /** Whether start times are measured on it. */
  readonly isStarted: boolean
}

/** The size at which writes are measured, for comparison with earlier results. */
const usualSize = 100_000
/** Offers in the data sets of reports, whose tasks share their texts. */
const offersBeside = 2_000

export const isAsked = (words: readonly string[], name: string): boolean =>
  words.length === 0 || words.some((word) => name.includes(word))

/** Returns the data sets that contain a requested row. */
export function datasetsOf({ sizes, reports, words }: Options): Dataset[] {
  const selected = (scenarios: readonly Scenario[]) => scenarios.filter(({ name }) => isAsked(words, name))
  const written = sizes.includes(usualSize) ? usualSize : sizes.at(-1)
  const ofSize = (offers: number): Dataset => ({
    name: `offers-${offers}`,
    offers,
    reports: [],
    scenarios: selected([...reads, ...(offers === written ? writes : [])]),
    isStarted: isAsked(words, 'start'),
  })
  const ofReports: Dataset = {
    name: 'reports',
    offers: offersBeside,
    reports,
    scenarios: selected(groupB),
    isStarted: false,
  }
  return [...sizes.map(ofSize), ofReports].filter(({ scenarios, isStarted }) => isStarted || scenarios.length > 0)
}

/** Seeds a data set unless an earlier run has kept it. */
export async function onDataset<T>(
  dataset: Dataset,
  wanted: Options,
  work: (installation: Installation, facts: DatasetFacts) => Promise<T>,
): Promise<T> {
  const { seed, executors, advertisers } = wanted
  const size: Size = { seed, executors, advertisers, offers: dataset.offers }
  const kept = wanted.keep ? openDataFolder(dataset.name, { size, reports: dataset.reports }) : undefined
  const installation = await openInstallation(kept)
  try {
    const facts = kept?.facts ?? (await seeded(installation, size, dataset))
    kept?.keep(facts)
    return await work(installation, facts)
  } finally {
    await installation.close()
  }
}

async function seeded(installation: Installation, size: Size, { name, reports }: Dataset): Promise<DatasetFacts> {
  const start = performance.now()
  const facts = await seedDataset(installation.db, size, reports)
  console.log(`${name}: seeded in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return facts
}

/** Starts the server, the bare server and the load generator. */
export async function withServers<T>(
  installation: Installation,
  facts: DatasetFacts,
  wanted: Options,
  work: (bench: Bench, restMiB: number | undefined) => Promise<T>,
): Promise<T> {
  const served = await installation.serve(profiling(wanted.profile))
  const { address } = served
  const server = { address, pid: served.server.pid ?? 0 }
  const restMiB = await residentAtRest(facts, server, wanted.quick ? restMsQuick : restMs)
  const bare = wanted.bare ? await startBare(installation, facts, address) : undefined
  const client = fork(join(import.meta.dirname, 'client.ts'))
  try {
    client.send({ facts, publicUrl: address })
    const postmaster = await postmasterOf(installation.db)
    const withPgbench = wanted.pgbench && pgbenchVersion() !== undefined
    if (!wanted.quick)
      await measureServer({ client, postmaster }, server, { name: listFirst.name, from: 0, load: warmUp })
    const bench = { installation, facts, client, publicUrl: address, postmaster, server, bare, withPgbench }
    return await work(bench, restMiB)
  } finally {
    client.kill()
    await once(client, 'exit')
    await served.stop()
  }
}

/** Warm-up load: a server that has run for a while has compiled its hot functions. */
const warmUp = { clients: 32, seconds: 6, warmSeconds: 0, places: 200_000 }

const restMs = 2_000
const restMsQuick = 100

/** Measures resident memory after one list was requested, so that the offer index is loaded. */
async function residentAtRest(facts: DatasetFacts, { address, pid }: Server, ms: number): Promise<number | undefined> {
  const { path, bearer } = listFirst.request(facts, 0, address)
  const answer = await fetch(new URL(path, address), { headers: { authorization: `Bearer ${bearer}` } })
  await answer.arrayBuffer()
  await setTimeout(ms)
  return residentMiBOf(pid)
}

/** Starts the bare server, which gets the first page of the list from ours. */
async function startBare({ start, databaseUrl }: Installation, facts: DatasetFacts, ours: string) {
  const file = join(import.meta.dirname, 'minimal-server/minimal-server.ts')
  const { path, bearer } = listFirst.request(facts, 0, ours)
  const { address, server } = await start([
    file,
    databaseUrl,
    String(facts.executors),
    new URL(path, ours).href,
    bearer,
  ])
  return { address, pid: server.pid ?? 0 }
}
