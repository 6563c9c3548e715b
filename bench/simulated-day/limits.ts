import { setTimeout } from 'node:timers/promises'
import { undispatched } from '../capacity/write-counters.ts'
import { type Installation, inInstallation } from '../installation.ts'
import { measureServer } from '../measure.ts'
import { complain, openSetup } from '../operations.ts'
import type { Options } from '../options.ts'
import type { Scenario } from '../scenario.ts'
import { acceptOne } from '../scenarios/executions.ts'
import { submitOffer } from '../scenarios/offers.ts'
import { reserveHot } from '../scenarios/reservations.ts'
import { setUp } from '../setup.ts'
import { addEvents, readModel } from '../webhooks/backlog.ts'
import { skipNotifications } from './people.ts'
import { type Programs, startPrograms } from './programs.ts'

/** The throughput of shared bottlenecks on this machine, in operations per second. */
export type Limits = {
  /** Events dispatched by the one active process, without subscribers. */
  readonly dispatched: number
  /** Accepts on tasks of many advertisers, and on tasks of one. */
  readonly accepts: number
  readonly acceptsOfOne: number
  /** Reservations of one offer. */
  readonly reservesOfOne: number
  readonly isWell: boolean
}

const offers = 2_000
const executorsMax = 8_000
const advertisers = 200
const clients = 32
const warmSeconds = 1
const eventsPerSecondOfRun = 3_000
const pollMs = 20

type Site = Awaited<ReturnType<typeof openSetup>> & { readonly programs: Programs; readonly wanted: Options }

export async function measureLimits(wanted: Options, stop: AbortSignal): Promise<Limits> {
  const many = await inInstallation((installation) =>
    onSite(installation, wanted, advertisers, async (site) => {
      const { perSecond: accepts, isWell } = await pace(site, acceptOne)
      const hot = await pace(site, reserveHot)
      const made = await pace(site, submitOffer)
      return {
        accepts,
        reservesOfOne: hot.perSecond,
        dispatched: await dispatching(site),
        isWell: isWell && hot.isWell && made.isWell,
      }
    }),
  )
  stop.throwIfAborted()
  const one = await inInstallation((installation) => onSite(installation, wanted, 1, (site) => pace(site, acceptOne)))
  return { ...many, acceptsOfOne: one.perSecond, isWell: many.isWell && one.isWell }
}

async function onSite<T>(
  installation: Installation,
  wanted: Options,
  accounts: number,
  work: (site: Site) => Promise<T>,
) {
  const executors = Math.min(wanted.executors, executorsMax)
  const setup = await openSetup(installation, { ...wanted, advertisers: accounts, executors }, offers)
  await skipNotifications(installation.db)
  const programs = await startPrograms(installation.folder, 1)
  try {
    setup.client.send({ facts: setup.facts, publicUrl: programs.publicUrl })
    return await work({ ...setup, programs, wanted })
  } finally {
    setup.client.kill()
    await programs.stop()
  }
}

/** At least one second: in less time, a busy machine answers nothing. */
const secondsOf = ({ seconds }: Options): number => Math.max(1, seconds)

/** Measures the throughput of a closed loop with many clients. */
async function pace({ installation, facts, client, postmaster, programs, wanted }: Site, { name, setup }: Scenario) {
  const places = facts.executors
  await setUp(installation.db, facts, setup ?? 'free', places)
  const server = { address: programs.publicUrl, pid: programs.server }
  const load = { clients, seconds: secondsOf(wanted), warmSeconds, places }
  const served = await measureServer({ client, postmaster }, server, { name, load })
  complain(served)
  console.log(name, Math.round(served.perSecond))
  return { perSecond: served.perSecond, isWell: Object.keys(served.unexpected).length === 0 }
}

/** Measures the time from the commit of many events to the dispatch of the last one. */
async function dispatching({ installation: { db }, wanted }: Site): Promise<number> {
  const count = Math.ceil(secondsOf(wanted) * eventsPerSecondOfRun)
  const model = await readModel(db)
  while ((await undispatched(db)) > 0) await setTimeout(pollMs)
  await addEvents(db, model, count, advertisers)
  const start = performance.now()
  while ((await undispatched(db)) > 0) await setTimeout(pollMs)
  return (count * 1000) / (performance.now() - start)
}
