import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Result, Site, Told } from './client.ts'
import type { Installation } from './installation.ts'
import { useOf } from './machine.ts'
import { type Load, runPgbench } from './pgbench.ts'
import type { Scenario } from './scenario.ts'
import { scriptOf } from './script.ts'
import { setStage } from './stage.ts'

export type Bench = Site & {
  readonly installation: Installation
  readonly client: ChildProcess
  readonly serverPid: number
  readonly postmaster: number
  readonly hasPgbench: boolean
}

/** CPU in microseconds a request. */
type Cost = { readonly serverCpuUs?: number; readonly databaseCpuUs?: number }
export type Served = Result & Cost & { readonly perSecond: number }
export type Plain = Cost & { readonly perSecond: number }
/** The same work by the server, and by pgbench: its last statement alone, and all of its statements. */
export type Round = { readonly served: Served; readonly last?: Plain; readonly all?: Plain }
export type Row = { readonly name: string; readonly clients: number; readonly rounds: readonly Round[] }

/** One after the other on the same tables; every second round in the opposite order. */
export async function measureRound(bench: Bench, scenario: Scenario, load: Load, isOdd: boolean): Promise<Round> {
  const { read, write } = scenario
  let round: Partial<Round> = {}
  const parts = [
    async () => {
      round = { ...round, served: await measureServer(bench, scenario, load) }
    },
    async () => {
      round = { ...round, last: await measurePgbench(bench, scenario, [write ?? read], load) }
    },
    async () => {
      if (write) round = { ...round, all: await measurePgbench(bench, scenario, [read, write], load) }
    },
  ]
  const wanted = bench.hasPgbench ? parts : parts.slice(0, 1)
  for (const part of isOdd ? wanted.reverse() : wanted) await part()
  return round as Round
}

async function measureServer(bench: Bench, scenario: Scenario, load: Load): Promise<Served> {
  const { installation, world, client, serverPid, postmaster } = bench
  await setStage(installation.db, world, scenario.stage, load.places)
  client.send({ name: scenario.name, load })
  await heard(client)
  const before = useOf(serverPid, postmaster)
  const result = (await heard(client)) as Result
  const after = useOf(serverPid, postmaster)
  if (result.requests === 0) throw new Error(`${scenario.name}: nothing was answered after the warm-up`)
  const cost = (name: keyof NonNullable<typeof before>) =>
    before && after ? Math.round(((after[name] - before[name]) * 1000) / result.requests) : undefined
  const [serverCpuUs, databaseCpuUs] = [cost('serverCpuMs'), cost('databaseCpuMs')]
  return { ...result, perSecond: result.requests / result.seconds, ...known({ serverCpuUs, databaseCpuUs }) }
}

async function heard(client: ChildProcess): Promise<Told> {
  const gone = new AbortController()
  const ended = once(client, 'exit', { signal: gone.signal }).then(() => {
    throw new Error('the client has ended')
  })
  try {
    return (await Promise.race([once(client, 'message').then(([told]) => told), ended])) as Told
  } finally {
    gone.abort()
    ended.catch(() => {})
  }
}

async function measurePgbench(bench: Bench, scenario: Scenario, sent: Scenario['read'][], load: Load): Promise<Plain> {
  const { installation, world, postmaster, serverPid } = bench
  await setStage(installation.db, world, scenario.stage, load.places)
  const script = scriptOf(scenario, world, sent)
  const before = useOf(serverPid, postmaster)
  const { perSecond, runs } = await runPgbench(installation.databaseUrl, installation.folder, script, load)
  const after = useOf(serverPid, postmaster)
  const cpuMs = before && after ? after.databaseCpuMs - before.databaseCpuMs : undefined
  return { perSecond, ...known({ databaseCpuUs: cpuMs && Math.round((cpuMs * 1000) / runs) }) }
}

/** Without members that are undefined. */
const known = (cost: { [Name in keyof Cost]: number | undefined }): Cost =>
  Object.fromEntries(Object.entries(cost).filter(([, value]) => value !== undefined))
