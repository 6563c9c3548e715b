import { performance } from 'node:perf_hooks'
import { settings } from '../../server/platform/config/settings.ts'
import type { Order } from '../client.ts'
import type { Installation, Served as Server } from '../installation.ts'
import { circumstances, memoryOf } from '../machine.ts'
import { measureServer, type Served } from '../measure.ts'
import { complain, loadOf, openSetup } from '../operations.ts'
import type { Options } from '../options.ts'
import type { Load } from '../pgbench.ts'
import type { Measured } from '../report.ts'
import type { Work } from '../scenario.ts'
import { listFirst } from '../scenarios/lists.ts'
import { openOne } from '../scenarios/offers.ts'
import { reserveDistinct, reserveHot } from '../scenarios/reservations.ts'
import { setUp } from '../setup.ts'
import { copyTables, prepareNest, serveNest } from './nest.ts'
import { cellsOf, markdownOf, type Row, type Side, sides } from './report.ts'

const works: readonly Work[] = [listFirst, openOne, reserveDistinct, reserveHot]
const warmSeconds = 1
const offers = 100_000
const warmClients = 32
const connectionsMax = Number(settings.find(({ name }) => name === 'DATABASE_CONNECTIONS_MAX')?.default)

type Setup = Awaited<ReturnType<typeof openSetup>>
type Servers = Readonly<Record<Side, Server>>

/** Measures the same three operations in our server and in a typical NestJS and Prisma service, in turns. */
export async function measureCompare(
  installation: Installation,
  wanted: Options,
  stop: AbortSignal,
): Promise<Measured> {
  prepareNest()
  const setup = await openSetup(installation, wanted, offers)
  const servers: Partial<Record<Side, Server>> = {}
  try {
    await setTables(setup, loadOf(wanted, 1))
    const ours = await timed(() => installation.serve([]))
    servers.ours = ours.made
    const nest = await timed(() => serveNest(installation.databaseUrl, connectionsMax))
    servers.nest = nest.made
    const both = { ours: ours.made, nest: nest.made }
    setup.client.send({ facts: setup.facts, publicUrl: ours.made.address })
    await warm(setup, both, loadOf(wanted, warmClients), stop)
    const rows = await measureRows(setup, both, wanted, stop)
    const program = (side: Side, readyMs: number) => ({ mebibytes: residentOf(setup, both[side]), readyMs })
    const { seed, executors, seconds, rounds } = wanted
    const report = {
      circumstances: await circumstances(installation.db),
      options: { seed, offers, executors, clients: wanted.clients, seconds, rounds, warmSeconds, connectionsMax },
      programs: { ours: program('ours', ours.ms), nest: program('nest', nest.ms) },
      rows,
    }
    const isWell = rows.flatMap((row) => [...row.ours, ...row.nest]).every(isAsExpected)
    return { report, markdown: markdownOf(report), isWell }
  } finally {
    setup.client.kill()
    await servers.nest?.stop()
  }
}

const isAsExpected = ({ unexpected }: Served): boolean => Object.keys(unexpected).length === 0

async function timed<Made>(make: () => Promise<Made>): Promise<{ readonly made: Made; readonly ms: number }> {
  const begin = performance.now()
  return { made: await make(), ms: performance.now() - begin }
}

const residentOf = ({ postmaster }: Setup, { server }: Server): number | undefined =>
  memoryOf(server.pid ?? 0, postmaster)?.serverMiB

/** Resets our tables, then copies them, so that both start with the same rows. */
async function setTables({ installation, facts }: Setup, { places }: Load): Promise<void> {
  await setUp(installation.db, facts, 'free', places)
  await copyTables(installation.databaseUrl)
}

/** Warms up both servers, so that the first one measured has no disadvantage. */
async function warm(setup: Setup, servers: Servers, load: Load, stop: AbortSignal): Promise<void> {
  for (const work of works) {
    await setTables(setup, load)
    for (const side of sides) {
      stop.throwIfAborted()
      await measureOne(setup, servers[side], { name: work.name, load: { ...load, warmSeconds: 1, seconds: 2 } })
    }
  }
}

async function measureRows(setup: Setup, servers: Servers, wanted: Options, stop: AbortSignal): Promise<Row[]> {
  const rows: Row[] = []
  for (const clients of wanted.clients) {
    const load = { ...loadOf(wanted, clients), warmSeconds }
    for (const work of works) rows.push(await measureRow(setup, servers, work, { load, rounds: wanted.rounds, stop }))
  }
  return rows
}

type CompareOptions = { readonly load: Load; readonly rounds: number; readonly stop: AbortSignal }

/** Reverses the order every second round, so that changes of the machine affect both. */
async function measureRow(setup: Setup, servers: Servers, work: Work, wanted: CompareOptions): Promise<Row> {
  const { load, rounds, stop } = wanted
  const found: Record<Side, Served[]> = { ours: [], nest: [] }
  for (let round = 0; round < rounds; round++) {
    await setTables(setup, load)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      stop.throwIfAborted()
      found[side].push(await measureOne(setup, servers[side], { name: work.name, load }))
    }
  }
  const row = { name: work.name, clients: load.clients, ...found }
  console.log(cellsOf(row).join('  '))
  for (const side of sides) for (const served of row[side]) tell(side, served)
  return row
}

const measureOne = ({ client, postmaster }: Setup, { address, server }: Server, order: Order): Promise<Served> =>
  measureServer({ client, postmaster }, { address, pid: server.pid ?? 0 }, order)

function tell(side: Side, served: Served): void {
  if (!isAsExpected(served)) console.log(side)
  complain(served)
}
