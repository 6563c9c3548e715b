import { machineSeconds } from '../../server/platform/clock.ts'
import { secretKeyIn } from '../../server/platform/config/secret.ts'
import { inFlightMax } from '../../server/webhooks/deliveries/delivery.ts'
import type { DatasetFacts } from '../dataset-facts.ts'
import { type Installation, profiling, type Served } from '../installation.ts'
import { circumstances, memoryOf, postmasterOf, useOf } from '../machine.ts'
import type { Options } from '../options.ts'
import type { Measured } from '../report.ts'
import { mean } from '../results.ts'
import { seedDataset } from '../seed.ts'
import { addEvents, type Endpoint, type Model, readModel, setEndpoints } from './backlog.ts'
import { makeEvents } from './rate.ts'
import type { Sample } from './receiver.ts'
import { type Delay, delayCells, markdownOf, type Rate, rateCells } from './report.ts'
import { isVerified, openSubscribers, plainRate, type Subscribers } from './subscribers.ts'

const endpointCounts = [1, 100, 1_000]
const eventsPerSecondOfRun = 2_500
/** Time limit for a backlog, in addition to a time per delivery. */
const patienceMs = 10_000
const patienceMsEach = 6
const plainSeconds = 1
const plainUnderWayMax = 256
const paced = { perSecond: 200, endpoints: 100, warmSeconds: 2, secondsPerSecondOfRun: 2.5 }

type Site = {
  readonly installation: Installation
  readonly facts: DatasetFacts
  readonly subscribers: Subscribers
  readonly secretKey: string
  readonly postmaster: number
  readonly wanted: Options
  readonly stop: AbortSignal
}

/** Measures the delay of deliveries at a steady rate, and the throughput of a backlog. */
export async function measureWebhooks(
  installation: Installation,
  wanted: Options,
  stop: AbortSignal,
): Promise<Measured> {
  const { db, folder } = installation
  const size = { seed: wanted.seed, offers: 1_000, advertisers: Math.max(...endpointCounts), executors: 10 }
  const facts = await seedDataset(db, size)
  const subscribers = openSubscribers()
  try {
    const [secretKey, postmaster] = [await secretKeyIn(folder, undefined), await postmasterOf(db)]
    const site: Site = { installation, facts, subscribers, secretKey, postmaster, wanted, stop }
    const { delays, like } = await measureDelays(site)
    const model = await readModel(db)
    const rates: Rate[] = []
    for (const count of endpointCounts) rates.push(await measureRate(site, count, model, like))
    const options = { seconds: wanted.seconds, events: eventsOf(wanted), ...paced }
    const report = { circumstances: await circumstances(db), options, rates, delays }
    const isWell = [...rates, ...delays].every((row) => row.arrived === row.expected && row.wrong === 0)
    return { report, markdown: markdownOf(report), isWell }
  } finally {
    subscribers.close()
  }
}

const eventsOf = ({ seconds }: Options): number => seconds * eventsPerSecondOfRun

const serve = ({ installation, wanted }: Site): Promise<Served> =>
  installation.serve(profiling(wanted.profile), { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_CHALLENGE: 'false' })

async function measureDelays(site: Site): Promise<{ readonly delays: readonly Delay[]; readonly like: Sample }> {
  const { installation, subscribers, secretKey, wanted } = site
  const ports = await subscribers.ports(paced.endpoints)
  const endpoints = await setEndpoints(installation.db, secretKey, ports.slice(0, paced.endpoints))
  const server = await serve(site)
  const { samples } = await measureDelay(site, { server, endpoints, seconds: paced.warmSeconds, name: 'warm-up' })
  const seconds = wanted.seconds * paced.secondsPerSecondOfRun
  const { delay: all } = await measureDelay(site, { server, endpoints, seconds, name: 'every endpoint answers' })
  const silent = { server, endpoints, seconds, name: 'one endpoint hangs: the others', silent: 0 }
  const { delay: others } = await measureDelay(site, silent)
  await server.stop()
  return { delays: [all, others], like: samples[0] as Sample }
}

type Pacing = {
  readonly name: string
  readonly server: Served
  readonly endpoints: readonly Endpoint[]
  readonly seconds: number
  readonly silent?: number
}

async function measureDelay(site: Site, { name, server, endpoints, seconds, silent }: Pacing) {
  site.stop.throwIfAborted()
  const count = Math.round(seconds * paced.perSecond)
  const expected = silent === undefined ? count : count - Math.ceil(count / endpoints.length)
  const all = await site.subscribers.count(expected, silent)
  const made = await makeEvents(server.address, site.facts, endpoints.length, count, paced.perSecond)
  const { requests, events, delays, samples } = await all(patienceMs)
  const at = shareOf(delays)
  const delay: Delay = {
    name,
    madePerSecond: made.perSecond,
    expected,
    arrived: events,
    again: requests - events,
    wrong: samples.filter((sample) => !isVerified(endpoints, sample)).length,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  }
  console.log(delayCells(delay).join('  '))
  return { delay, samples }
}

function shareOf(numbers: readonly number[]): (share: number) => number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function measureRate(site: Site, count: number, model: Model, like: Sample): Promise<Rate> {
  const { installation, subscribers, secretKey, stop } = site
  stop.throwIfAborted()
  const ports = (await subscribers.ports(count)).slice(0, count)
  const endpoints = await setEndpoints(installation.db, secretKey, ports)
  const server = await serve(site)
  // All ports answer again.
  await subscribers.count(0)
  const plainly = () => plainRate(endpoints, like, Math.min(count * inFlightMax, plainUnderWayMax), plainSeconds)
  const before = await plainly()
  const delivered = await deliverBacklog(site, server, endpoints, model)
  const rate = { endpoints: count, ...delivered, plainPerSecond: mean([before, await plainly()]) }
  await server.stop()
  console.log(rateCells(rate).join('  '))
  return rate
}

async function deliverBacklog(site: Site, { server }: Served, endpoints: readonly Endpoint[], model: Model) {
  const { installation, subscribers, postmaster, wanted } = site
  const expected = eventsOf(wanted)
  const all = await subscribers.count(expected)
  const before = useOf(server.pid ?? 0, postmaster)
  await addEvents(installation.db, model, expected, endpoints.length)
  const committedAt = machineSeconds() * 1000
  const { requests, events, firstAt, lastAt, samples } = await all(patienceMs + patienceMsEach * expected)
  const after = useOf(server.pid ?? 0, postmaster)
  const cpuUs = (part: 'serverCpuMs' | 'databaseCpuMs') =>
    before && after && events > 0 ? ((after[part] - before[part]) * 1000) / events : undefined
  return {
    expected,
    arrived: events,
    again: requests - events,
    wrong: samples.filter((sample) => !isVerified(endpoints, sample)).length,
    verified: samples.length,
    firstMs: firstAt - committedAt,
    perSecond: events / ((lastAt - committedAt) / 1000),
    serverCpuUs: cpuUs('serverCpuMs'),
    databaseCpuUs: cpuUs('databaseCpuMs'),
    memory: memoryOf(server.pid ?? 0, postmaster),
  }
}
