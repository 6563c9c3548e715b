import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Installation } from './installation.ts'
import { postmasterOf } from './machine.ts'
import type { Served } from './measure.ts'
import type { Options } from './options.ts'
import type { Load } from './pgbench.ts'
import { seedDataset } from './seed.ts'

/** Prepares accounts, offers and the load generator. */
export async function openSetup(installation: Installation, wanted: Options, offers: number) {
  const { seed, advertisers, executors } = wanted
  const facts = await seedDataset(installation.db, { seed, advertisers, executors, offers })
  const client = fork(join(import.meta.dirname, 'client.ts'))
  return { installation, facts, client, postmaster: await postmasterOf(installation.db) }
}

/** Returns the options of a run, for its report. */
export const runOf = (wanted: Options) => {
  const { seed, sizes, reports, advertisers, executors, clients, seconds, rounds } = wanted
  return { seed, sizes, reports, advertisers, executors, clients, seconds, rounds, warmSeconds: warmSecondsOf(wanted) }
}

/** More than a machine can do; a faster one is measured for a shorter time. */
const placesPerSecond = 10_000

const warmSecondsOf = ({ seconds }: Pick<Options, 'seconds'>): number => Math.min(1, seconds)

export function loadOf(wanted: Pick<Options, 'seconds' | 'executors'>, clients: number): Load {
  const { seconds, executors } = wanted
  const warmSeconds = warmSecondsOf(wanted)
  const places = Math.min(executors, Math.ceil((seconds + warmSeconds) * placesPerSecond))
  return { clients, seconds, warmSeconds, places }
}

/** Prints unexpected responses. */
export function complain({ unexpected }: Pick<Served, 'unexpected'>): void {
  for (const [status, { count, example }] of Object.entries(unexpected)) {
    console.log(`  ✖ ${count} times ${status}: ${example}`)
  }
}
