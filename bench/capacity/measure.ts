import { setTimeout } from 'node:timers/promises'
import type { Installation } from '../installation.ts'
import { circumstances } from '../machine.ts'
import { measureServer, type Served } from '../measure.ts'
import { complain, loadOf, openSetup } from '../operations.ts'
import type { Options } from '../options.ts'
import type { Load } from '../pgbench.ts'
import type { Measured } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { acceptOne, rejectOne, submitOne } from '../scenarios/executions.ts'
import { listFirst } from '../scenarios/lists.ts'
import { openOne, submitOffer } from '../scenarios/offers.ts'
import { cancelOne, reserveDistinct } from '../scenarios/reservations.ts'
import { setUp } from '../setup.ts'
import type { Cost } from './model.ts'
import { markdownOf } from './report.ts'
import { perRequest, readWriteCounters, setFullPages, undispatched, type WriteCounters } from './write-counters.ts'

/** In the order of a task's life. */
const works: readonly Scenario[] = [
  submitOffer,
  listFirst,
  openOne,
  reserveDistinct,
  cancelOne,
  submitOne,
  acceptOne,
  rejectOne,
]
const clients = 32
const offers = 20_000
/** PostgreSQL may report the writes of an idle connection this late. */
const statisticsDelayMs = 11_000
const pollMs = 100

type Site = Awaited<ReturnType<typeof openSetup>> & { readonly server: { address: string; pid: number } }

/** Measures the cost of each operation: CPU time, rows, and bytes of the WAL and the tables. */
export async function measureCapacity(
  installation: Installation,
  wanted: Options,
  stop: AbortSignal,
): Promise<Measured> {
  const setup = await openSetup(installation, wanted, offers)
  const { db } = installation
  try {
    const { address, server } = await installation.serve([])
    const site: Site = { ...setup, server: { address, pid: server.pid ?? 0 } }
    setup.client.send({ facts: setup.facts, publicUrl: address })
    await setFullPages(db, false)
    const load = { ...loadOf(wanted, clients), warmSeconds: 0 }
    await warm(site, load, stop)
    const costs: Cost[] = []
    for (const work of works) costs.push(await measureWork(site, work, load, stop))
    const report = {
      circumstances: await circumstances(db),
      options: { seed: wanted.seed, offers, executors: wanted.executors, clients, seconds: wanted.seconds },
      costs: costs.map(({ written, ...cost }) => ({
        ...cost,
        walBytes: written.walBytes,
        tables: Object.fromEntries(written.tables),
      })),
    }
    const isWell = costs.every(({ served }) => Object.keys(served.unexpected).length === 0)
    return { report, markdown: markdownOf(report, costs), isWell }
  } finally {
    setup.client.kill()
    await setFullPages(db, true)
  }
}

/** Warms up the server, because the first requests are slow. */
async function warm(site: Site, load: Load, stop: AbortSignal): Promise<void> {
  for (const work of works) {
    await prepare(site, work, load, stop)
    await ask(site, work, { ...load, seconds: 1 })
  }
  await waitForStatistics(site)
}

async function prepare({ installation, facts }: Site, { setup }: Scenario, load: Load, stop: AbortSignal) {
  stop.throwIfAborted()
  await setUp(installation.db, facts, setup ?? 'free', load.places)
}

const ask = ({ client, postmaster, server }: Site, { name }: Scenario, load: Load): Promise<Served> =>
  measureServer({ client, postmaster }, server, { name, load })

/** Waits until events are dispatched and PostgreSQL has counted everything. */
async function waitForStatistics({ installation }: Site): Promise<void> {
  while ((await undispatched(installation.db)) > 0) await setTimeout(pollMs)
  await setTimeout(statisticsDelayMs)
}

async function measureWork(site: Site, work: Scenario, load: Load, stop: AbortSignal): Promise<Cost> {
  const { db } = site.installation
  await prepare(site, work, load, stop)
  const before: WriteCounters = await readWriteCounters(db)
  const served = await ask(site, work, load)
  await waitForStatistics(site)
  // Each connection had one more request in progress at the end.
  const written = perRequest(before, await readWriteCounters(db), served.requests + clients)
  complain(served)
  console.log(
    work.name,
    Math.round(served.perSecond),
    Math.round(written.walBytes),
    served.serverCpuUs,
    served.databaseCpuUs,
  )
  return { name: work.name, served, written }
}
