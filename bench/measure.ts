import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Order, Result, Site, Told } from './client.ts'
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
  readonly withPgbench: boolean
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
  const parts: (() => Promise<Partial<Round>>)[] = [
    async () => ({ served: await measureServer(bench, { name: scenario.name, load }) }),
    async () => ({ last: await measurePgbench(bench, scenario, [write ?? read], load) }),
    async () => (write ? { all: await measurePgbench(bench, scenario, [read, write], load) } : {}),
  ]
  const wanted = bench.withPgbench ? parts : parts.slice(0, 1)
  let round: Partial<Round> = {}
  for (const [position, part] of (isOdd ? wanted.reverse() : wanted).entries()) {
    // Who only reads leaves the tables as they are.
    if (write || position === 0) await setStage(bench.installation.db, bench.world, scenario.stage, load.places)
    round = { ...round, ...(await part()) }
  }
  return round as Round
}

type Watched = Pick<Bench, 'client' | 'serverPid' | 'postmaster'>

export async function measureServer({ client, serverPid, postmaster }: Watched, order: Order): Promise<Served> {
  client.send(order)
  const first = await heard(client)
  const before = useOf(serverPid, postmaster)
  const result = first === 'begun' ? ((await heard(client)) as Result) : first
  const after = useOf(serverPid, postmaster)
  if (result.requests === 0) {
    const [answer = ''] = Object.values(result.unexpected).map(({ example }) => example)
    throw new Error(`${order.name}: nothing was answered well after the warm-up. ${answer}`)
  }
  const cost = (part: keyof NonNullable<typeof before>) =>
    before && after ? Math.round(((after[part] - before[part]) * 1000) / result.requests) : undefined
  const [serverCpuUs, databaseCpuUs] = [cost('serverCpuMs'), cost('databaseCpuMs')]
  return { ...result, perSecond: result.requests / result.seconds, ...known({ serverCpuUs, databaseCpuUs }) }
}

async function heard(client: ChildProcess): Promise<Told> {
  const enough = new AbortController()
  const { signal } = enough
  const gone = once(client, 'exit', { signal }).then(() => {
    throw new Error('the client has ended')
  })
  try {
    return (await Promise.race([once(client, 'message', { signal }).then(([told]) => told), gone])) as Told
  } finally {
    gone.catch(() => {})
    enough.abort()
  }
}

/** What the connections of pgbench used is known once PostgreSQL has seen them end. */
const untilReapedMs = 200
/** The last run of each connection may be cut off. */
const doneLeast = 0.95

async function measurePgbench(bench: Bench, scenario: Scenario, sent: Scenario['read'][], load: Load): Promise<Plain> {
  const { installation, world, postmaster, serverPid } = bench
  const script = scriptOf(scenario, world, sent)
  const before = useOf(serverPid, postmaster)
  const { perSecond, runs } = await runPgbench(installation.databaseUrl, installation.folder, script, load)
  await setTimeout(untilReapedMs)
  const after = useOf(serverPid, postmaster)
  const effect = scenario.effect && (await installation.db.one<{ count: number }>(scenario.effect)).count
  if (effect !== undefined && effect < runs * doneLeast - load.clients) {
    throw new Error(`${scenario.name}: pgbench ran ${runs} times, but wrote ${effect} times`)
  }
  const cpuMs = before && after ? after.databaseCpuMs - before.databaseCpuMs : undefined
  return { perSecond, ...known({ databaseCpuUs: cpuMs && Math.round((cpuMs * 1000) / (effect ?? runs)) }) }
}

/** Without members that are undefined. */
const known = (cost: { [Name in keyof Cost]: number | undefined }): Cost =>
  Object.fromEntries(Object.entries(cost).filter(([, value]) => value !== undefined))
