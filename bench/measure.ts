import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { LoadMessage, Order, Result, Site } from './client.ts'
import type { Installation } from './installation.ts'
import { forgetPeak, peakMiBOf, useOf } from './machine.ts'
import { type Load, runPgbench } from './pgbench.ts'
import type { Scenario, Send } from './scenario.ts'
import { scriptOf } from './script.ts'
import { setUp } from './setup.ts'

/** A measured server. */
export type Server = { readonly address: string; readonly pid: number }

export type Bench = Site & {
  readonly installation: Installation
  readonly client: ChildProcess
  readonly postmaster: number
  readonly server: Server
  readonly bare: Server | undefined
  readonly withPgbench: boolean
}

/** CPU microseconds per request. */
type Cost = { readonly serverCpuUs?: number; readonly databaseCpuUs?: number }
export type Served = Result & Cost & { readonly perSecond: number; readonly peakMiB?: number }
export type Plain = Cost & { readonly perSecond: number }
/** Results of the server, the bare server, and pgbench: with only the last statement, and with all statements. */
export type Round = { readonly served: Served; readonly bare?: Served; readonly last?: Plain; readonly all?: Plain }

/** The load: a number of connections, or a request rate. */
export type MeasureOptions = Pick<Order, 'load' | 'perSecond' | 'reporter'>

/** Distance between the indexes of two rounds, larger than a round can use. */
const placesBetween = 10_000_000

/** Measures all variants on the same tables; every second round in reverse order. */
export async function measureRound(
  bench: Bench,
  scenario: Scenario,
  way: MeasureOptions,
  round: number,
): Promise<Round> {
  const { read, write, name, setup, isBare } = scenario
  const { server, bare } = bench
  const order: Order = { name, from: round * placesBetween, ...way }
  const byPgbench = (sent: Send[]) => measurePgbench(bench, scenario, sent, way.load)
  const last = write ?? read
  const parts: (() => Promise<Partial<Round>>)[] = [
    async () => ({ served: await measureServer(bench, server, order) }),
    ...(bare && isBare ? [async () => ({ bare: await measureServer(bench, bare, order) })] : []),
    ...(bench.withPgbench && last ? [async () => ({ last: await byPgbench([last]) })] : []),
    ...(bench.withPgbench && read && write ? [async () => ({ all: await byPgbench([read, write]) })] : []),
  ]
  const alone = way.perSecond !== undefined || way.load.clients === 1
  let result: Partial<Round> = {}
  for (const part of alone ? parts.slice(0, 1) : round % 2 === 1 ? parts.reverse() : parts) {
    // Read-only work does not need a reset.
    if (setup) await setUp(bench.installation.db, bench.facts, setup, way.load.places)
    result = { ...result, ...(await part()) }
  }
  return result as Round
}

type WatchedPrograms = Pick<Bench, 'client' | 'postmaster'>

export async function measureServer(
  { client, postmaster }: WatchedPrograms,
  server: Server,
  order: Order,
): Promise<Served> {
  forgetPeak(server.pid)
  client.send({ ...order, address: server.address })
  const first = await messageFrom(client)
  const before = useOf(server.pid, postmaster)
  const result = first === 'begun' ? ((await messageFrom(client)) as Result) : first
  const after = useOf(server.pid, postmaster)
  const { requests, seconds } = result
  const cost = (part: keyof NonNullable<typeof before>) =>
    before && after && requests > 0 ? Math.round(((after[part] - before[part]) * 1000) / requests) : undefined
  const [serverCpuUs, databaseCpuUs] = [cost('serverCpuMs'), cost('databaseCpuMs')]
  const peakMiB = peakMiBOf(server.pid)
  const perSecond = requests === 0 ? 0 : requests / seconds
  return { ...result, perSecond, ...known({ serverCpuUs, databaseCpuUs, peakMiB }) }
}

async function messageFrom(client: ChildProcess): Promise<LoadMessage> {
  const enough = new AbortController()
  const { signal } = enough
  const gone = once(client, 'exit', { signal }).then(() => {
    throw new Error('the client has ended')
  })
  try {
    return (await Promise.race([once(client, 'message', { signal }).then(([told]) => told), gone])) as LoadMessage
  } finally {
    gone.catch(() => {})
    enough.abort()
  }
}

/** PostgreSQL reports the CPU time of pgbench's connections after they have ended. */
const untilReapedMs = 200
/** The last run of each connection may be aborted. */
const doneLeast = 0.95

async function measurePgbench(bench: Bench, scenario: Scenario, sent: Send[], load: Load): Promise<Plain> {
  const { installation, facts, postmaster, server } = bench
  const script = scriptOf(scenario, facts, sent)
  const before = useOf(server.pid, postmaster)
  const endless = scenario.setup === undefined
  // For a comparison with the bare server, uses the default planner settings too.
  const on = endless ? { ...installation, session: '' } : installation
  const { perSecond, runs } = await runPgbench(on, script, load, endless)
  await setTimeout(untilReapedMs)
  const after = useOf(server.pid, postmaster)
  const effect = scenario.effect && (await installation.db.one<{ count: number }>(scenario.effect)).count
  if (effect !== undefined && effect < runs * doneLeast - load.clients) {
    throw new Error(`${scenario.name}: pgbench ran ${runs} times, but wrote ${effect} times`)
  }
  const cpuMs = before && after ? after.databaseCpuMs - before.databaseCpuMs : undefined
  return { perSecond, ...known({ databaseCpuUs: cpuMs && Math.round((cpuMs * 1000) / (effect ?? runs)) }) }
}

type Metrics = Cost & { readonly peakMiB?: number }

/** Removes undefined members. */
const known = (metrics: { [Name in keyof Metrics]: number | undefined }): Metrics =>
  Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== undefined))
