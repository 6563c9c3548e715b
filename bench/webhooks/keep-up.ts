import { setTimeout } from 'node:timers/promises'
import { machineSeconds } from '../../server/platform/clock.ts'
import { secretKeyIn } from '../../server/platform/config/secret.ts'
import { sql } from '../../server/platform/sql.ts'
import { type Installation, openInstallation } from '../installation.ts'
import { type Bench, measureServer } from '../measure.ts'
import { openSetup } from '../operations.ts'
import type { Options } from '../options.ts'
import type { KeptUp } from '../results.ts'
import { acceptOne } from '../scenarios/executions.ts'
import { setUp } from '../setup.ts'
import { setEndpoints } from './backlog.ts'
import { openSubscribers } from './subscribers.ts'

const offers = 4_000
const patienceMs = 60_000

/** One advertiser per endpoint, each notified of its own reports. */
export async function measureKeepingUp(wanted: Options, accepts: number, stop: AbortSignal): Promise<KeptUp[]> {
  const results: KeptUp[] = []
  for (const endpoints of wanted.quick ? [10] : [1, 100]) {
    const installation = await openInstallation()
    try {
      results.push(...(await withEndpoints(installation, wanted, { accepts, endpoints }, stop)))
    } finally {
      await installation.close()
    }
  }
  return results
}

type KeepUpRequest = { readonly accepts: number; readonly endpoints: number }

async function withEndpoints(installation: Installation, wanted: Options, asked: KeepUpRequest, stop: AbortSignal) {
  const few = { ...wanted, executors: asked.accepts, advertisers: asked.endpoints }
  const setup = await openSetup(installation, few, offers)
  const subscribers = openSubscribers()
  const results: KeptUp[] = []
  try {
    const secretKey = await secretKeyIn(installation.folder, undefined)
    const ports = (await subscribers.ports(asked.endpoints)).slice(0, asked.endpoints)
    const server = await installation.serve([], { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_CHALLENGE: 'false' })
    setup.client.send({ facts: setup.facts, publicUrl: server.address })
    const watched = { ...setup, server: { address: server.address, pid: server.server.pid ?? 0 } }
    for (const clients of wanted.clients) {
      stop.throwIfAborted()
      await setUp(installation.db, setup.facts, 'pending', asked.accepts)
      await setEndpoints(installation.db, secretKey, ports, 'report.accepted')
      const all = await subscribers.count(asked.accepts)
      results.push(await acceptAll(watched, { ...asked, clients }, all))
    }
    return results
  } finally {
    subscribers.close()
    setup.client.kill()
  }
}

type WatchedPrograms = Pick<Bench, 'client' | 'postmaster' | 'server' | 'installation'>
type Arrival = (untilMs: number) => Promise<{ readonly events: number; readonly lastAt: number }>

async function acceptAll(
  watched: WatchedPrograms,
  asked: KeepUpRequest & { readonly clients: number },
  all: Arrival,
): Promise<KeptUp> {
  const { accepts, clients, endpoints } = asked
  const load = { clients, warmSeconds: 0, seconds: 120, places: accepts }
  const begin = performance.now()
  const { unexpected, requests } = await measureServer(watched, watched.server, { name: acceptOne.name, load })
  const seconds = (performance.now() - begin) / 1000
  const lastAcceptAt = machineSeconds() * 1000
  const emptyAt = await untilEmpty(watched.installation)
  const { events, lastAt } = await all(patienceMs)
  const kept: KeptUp = {
    endpoints,
    clients,
    accepts,
    perSecond: requests / seconds,
    arrived: events,
    behindMs: lastAt - lastAcceptAt,
    emptyMs: emptyAt - lastAcceptAt,
    unexpected,
  }
  return kept
}

const pauseMs = 20

/** Waits until all events are dispatched and no delivery is due or in progress. Returns that time. */
async function untilEmpty({ db }: Installation): Promise<number> {
  const until = machineSeconds() * 1000 + patienceMs
  for (;;) {
    const { open } = await db.one<{ open: boolean }>(sql`
      select exists (select from events where dispatched_at is null)
        or exists (select from deliveries where due_at is not null or leased_until is not null) as open`)
    const now = machineSeconds() * 1000
    if (!open || now > until) return now
    await setTimeout(pauseMs)
  }
}
