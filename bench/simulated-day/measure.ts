import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { machineSeconds } from '../../server/platform/clock.ts'
import { secretKeyIn } from '../../server/platform/config/secret.ts'
import { perRequest, readWriteCounters, setFullPages } from '../capacity/write-counters.ts'
import { type Installation, inInstallation } from '../installation.ts'
import { circumstances, postmasterOf } from '../machine.ts'
import type { Options } from '../options.ts'
import type { Measured } from '../report.ts'
import type { Endpoint } from '../webhooks/backlog.ts'
import type { ReceivedCounts as Arrived } from '../webhooks/receiver.ts'
import { isVerified, openSubscribers, type Subscribers } from '../webhooks/subscribers.ts'
import { type Day, visitsOf } from './arrivals.ts'
import { chartOf } from './chart.ts'
import { addEndpoints, countAll, deliveredOf, drained, lostOf } from './checks.ts'
import { costsOf, statisticsDelaySeconds } from './costs.ts'
import { between, type CpuTimes, cpuTimesOf, type Roots } from './cpu-time.ts'
import { makeDayDataset } from './dataset.ts'
import { measureLimits } from './limits.ts'
import type { LoadClientMessage, LoadSettings } from './load-client.ts'
import { habits, type VisitKind } from './mix.ts'
import type { Costs } from './model.ts'
import { type People, seedPeople } from './people.ts'
import { type Programs, startPrograms, verifyLedger } from './programs.ts'
import { type DayReport, type Level, type Lines, levelCells, markdownOf } from './report.ts'
import type { DayResult } from './response-collector.ts'

const advertisers = 50
const [executors, offers] = [5_000, 2_000]
/** Seconds of a simulated day per second of `--seconds`, to limit the run time. */
const daySecondsEach = 15
const warmSeconds = 6
const idleMs = 6_000
/** Pause after the last response: pictures are still compared and WAL pages written. */
const settleMs = 4_000
/** A p99 above this ends the series: higher loads show nothing new. */
const lateMs = 2_000
const shedMost = 0.01

/** Simulates days at increasing load with different numbers of processes, and measures the cost of one execution. */
export async function measureDay(wanted: Options, stop: AbortSignal): Promise<Measured> {
  const limits = await measureLimits(wanted, stop)
  const lines: Lines[] = []
  let measuredOn: Awaited<ReturnType<typeof circumstances>> | undefined
  for (const processes of wanted.processes) {
    stop.throwIfAborted()
    lines.push(
      await inInstallation(async (installation) => {
        measuredOn ??= await circumstances(installation.db)
        return measureLine(installation, wanted, processes, { stop, isFirst: lines.length === 0 })
      }),
    )
  }
  if (!measuredOn) throw new Error('there is nothing to be measured')
  const options = {
    seed: wanted.seed,
    scales: wanted.scales.join('/'),
    processes: wanted.processes.join('/'),
    daySeconds: daySecondsOf(wanted),
    advertisers,
    executors,
    offers: offersOf(wanted),
  }
  const report: DayReport = {
    writtenAtMs: Math.round(machineSeconds() * 1000),
    circumstances: measuredOn,
    options,
    limits,
    lines,
  }
  const chart = chartOf(report)
  const isWell = limits.isWell && lines.every(({ wrong, levels }) => wrong.length === 0 && levels.every(isExpected))
  return { report, markdown: markdownOf(report), isWell, chart, withChart: (file) => markdownOf(report, file) }
}

const isExpected = ({ unexpected, unfinished, lost }: Level): boolean =>
  Object.keys(unexpected).length === 0 && unfinished === 0 && Object.values(lost).every((count) => count === 0)

const daySecondsOf = ({ seconds }: Options): number => seconds * daySecondsEach
const offersOf = ({ quick }: Options): number => (quick ? offers / 10 : offers)

type Begun = {
  readonly installation: Installation
  readonly programs: Programs
  readonly subscribers: Subscribers
  readonly player: ChildProcess
}
type Site = Begun & {
  readonly endpoints: readonly Endpoint[]
  readonly arrived: (untilMs: number) => Promise<Arrived>
  readonly roots: Roots
  readonly idle: CpuTimes | undefined
  readonly idleWrites: number
}
type LevelOptions = { readonly stop: AbortSignal; readonly isFirst: boolean }

async function measureLine(
  installation: Installation,
  wanted: Options,
  processes: number,
  way: LevelOptions,
): Promise<Lines> {
  const people = await seedPeople(installation.db, executors, advertisers)
  const subscribers = openSubscribers()
  const player = fork(join(import.meta.dirname, 'load-client.ts'))
  const programs = await startPrograms(installation.folder, processes)
  try {
    const site = await openSite({ installation, programs, subscribers, player }, wanted, people)
    const levels = await measureLevels(site, wanted, processes, way.stop)
    // Last, because rows of nearly empty tables would seem large: each index has at least one page.
    const costs = way.isFirst ? await measureCosts(site, wanted) : undefined
    return { processes, levels, idle: site.idle, ...(await judge(site)), ...(costs ? { costs } : {}) }
  } finally {
    player.kill()
    subscribers.close()
    await programs.stop()
  }
}

/** Prepares and warms up the programs, data and clients. */
async function openSite(begun: Begun, wanted: Options, people: People): Promise<Site> {
  const { installation, programs, subscribers, player } = begun
  const { db, folder } = installation
  const at = await subscribers.ports(advertisers)
  const endpoints = await addEndpoints(db, await secretKeyIn(folder, undefined), at.slice(0, advertisers))
  const arrived = await subscribers.count(Number.MAX_SAFE_INTEGER)
  const days = [...daysOf(wanted), costDayOf(wanted)]
  const visits = days.flatMap((day) => visitsOf(day))
  const count = (kind: VisitKind) => visits.filter((visit) => visit.kind === kind).length
  const hot = count('race') + 1
  const dataset = await makeDayDataset(programs.publicUrl, people, wanted.seed, { offers: offersOf(wanted), hot })
  const pictures = count('work') + habits.racedSlots.value * hot
  const { publicUrl, port } = programs
  await ask(player, { publicUrl, port, people, dataset, pictures })
  await ask(player, { ...costDayOf(wanted), seed: wanted.seed, seconds: warmSeconds })
  await drained(db)
  const roots = {
    ...{ api: [programs.server], worker: [programs.worker], load: [player.pid ?? 0] },
    ...{ database: [await postmasterOf(db)], receiver: [process.pid] },
  }
  const [start, { writes }] = [performance.now(), await countAll(db)]
  const idle = await idleOf(roots)
  const idleWrites = (((await countAll(db)).writes - writes) * 1000) / (performance.now() - start)
  return { ...begun, endpoints, arrived, roots, idle, idleWrites }
}

async function measureLevels(site: Site, wanted: Options, processes: number, stop: AbortSignal): Promise<Level[]> {
  const levels: Level[] = []
  for (const day of daysOf(wanted)) {
    stop.throwIfAborted()
    const level = await measureLevel(site, day)
    console.log(`${processes}:`, levelCells(level).join('  '))
    levels.push(level)
    if (level.shed > level.all.count * shedMost || level.all.p99 > lateMs) break
  }
  return levels
}

/** Verifies the ledger and the deliveries after everything has stopped. */
async function judge({ installation, programs, arrived, endpoints }: Site) {
  const delivered = await deliveredOf(installation.db)
  const { events, requests, samples } = await arrived(0)
  await programs.stop()
  const wrong = [
    verifyLedger(installation.folder),
    events < delivered ? `of ${delivered} deliveries ${events} arrived` : undefined,
    samples.some((sample) => !isVerified(endpoints, sample)) ? 'a signature that is not right' : undefined,
  ].flatMap((each) => each ?? [])
  for (const each of wrong) console.log(`  ✖ ${each}`)
  return { wrong, delivered, again: requests - events }
}

const daysOf = (wanted: Options): Day[] =>
  wanted.scales.map((perSecond, index) => ({
    seed: wanted.seed + 10 + index,
    perSecond,
    seconds: daySecondsOf(wanted),
  }))

/** A day at the middle of the requested loads. */
const costDayOf = (wanted: Options): Day => ({
  seed: wanted.seed + 5,
  perSecond: wanted.scales[Math.floor((wanted.scales.length - 1) / 2)] ?? 1,
  seconds: daySecondsOf(wanted),
})

async function ask(player: ChildProcess, what: LoadSettings | Day): Promise<LoadClientMessage> {
  const messages = on(player, 'message', { close: ['exit'] }) as AsyncIterable<[LoadClientMessage]>
  player.send(what)
  for await (const [heard] of messages) return heard
  throw new Error('the players have ended')
}

/** Measures the use per second without load. */
async function idleOf(roots: Roots): Promise<CpuTimes | undefined> {
  await setTimeout(settleMs)
  const before = cpuTimesOf(roots)
  await setTimeout(idleMs)
  const after = cpuTimesOf(roots)
  if (!before || !after) return undefined
  const used = between(before, after)
  return Object.fromEntries(Object.entries(used).map(([part, ms]) => [part, (ms * 1000) / idleMs])) as CpuTimes
}

async function measureLevel(site: Site, day: Day): Promise<Level> {
  const { db } = site.installation
  const before = cpuTimesOf(site.roots)
  const played = (await ask(site.player, day)) as DayResult
  const behind = await drained(db)
  const after = cpuTimesOf(site.roots)
  const { acknowledged, ...rest } = played
  const executions = acknowledged.submitted.length
  const decided = acknowledged.accepted.length + acknowledged.rejected.length
  const level = {
    ...rest,
    ...{ perSecond: day.perSecond, daySeconds: day.seconds, executions, decided, created: acknowledged.created.length },
    drainedMs: behind.ms,
    lost: { ...(await lostOf(db, acknowledged)), undelivered: behind.left },
    ...(before && after ? { use: between(before, after) } : {}),
  }
  for (const [what, { count, example }] of Object.entries(played.unexpected))
    console.log(`  ✖ ${count} × ${what}: ${example}`)
  return level
}

/** Runs one more day, without full-page writes in the WAL, in which all writes are counted. */
async function measureCosts(site: Site, wanted: Options): Promise<Costs | undefined> {
  const { db } = site.installation
  await setFullPages(db, false)
  await setTimeout(statisticsDelaySeconds * 1000)
  const [before, counted] = [await readWriteCounters(db), await countAll(db)]
  const level = await measureLevel(site, costDayOf(wanted))
  await setTimeout(statisticsDelaySeconds * 1000)
  const written = perRequest(before, await readWriteCounters(db), level.executions)
  const after = await countAll(db)
  await setFullPages(db, true)
  return (
    level.use &&
    site.idle &&
    costsOf({ level, written, idle: site.idle, idleWrites: site.idleWrites, counted: [counted, after] })
  )
}
