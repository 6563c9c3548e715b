import type { Circumstances } from '../machine.ts'
import { pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import type { CpuTimes } from './cpu-time.ts'
import type { Limits } from './limits.ts'
import { assumed, bytesOf, type Costs, needFor, partsOf, processesFor } from './model.ts'
import type { DayResult } from './response-collector.ts'

/** The results of one day at one load. */
export type Level = Omit<DayResult, 'acknowledged'> & {
  readonly perSecond: number
  readonly daySeconds: number
  readonly executions: number
  readonly decided: number
  readonly created: number
  /** Time from the last response until all events and deliveries were processed. */
  readonly drainedMs: number
  /** Acknowledged records that are missing. */
  readonly lost: Readonly<Record<string, number>>
  readonly use?: CpuTimes
}

/** Days at increasing load with one number of processes. */
export type Lines = {
  readonly processes: number
  readonly levels: readonly Level[]
  /** Errors of the ledger, deliveries or signatures. */
  readonly wrong: readonly string[]
  readonly delivered: number
  /** Webhooks that arrived more than once. */
  readonly again: number
  readonly idle: CpuTimes | undefined
  readonly costs?: Costs
}

export type DayReport = {
  /** Unix milliseconds: distinguishes results of one day. */
  readonly writtenAtMs: number
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
  readonly limits: Limits
  readonly lines: readonly Lines[]
}

export type Table = readonly [head: readonly string[], lines: readonly (readonly string[])[], about?: string]

const levelHead = [
  'processes',
  'executions/s due',
  'submitted/s',
  'requests/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  '503',
  'expected refusals',
  'delivered after ms',
  'core-ms for each execution: API',
  'worker',
  'PostgreSQL',
  'load',
]

export function levelCells(level: Level): string[] {
  const { all, executions, use, daySeconds } = level
  const refused = Object.values(level.refused).reduce((sum, count) => sum + count, 0)
  const each = (ms: number | undefined) => (ms === undefined || executions === 0 ? '–' : fine(ms / executions))
  return [
    fine(level.perSecond),
    fine(executions / daySeconds),
    whole(all.count / daySeconds),
    fine(all.p50),
    fine(all.p95),
    fine(all.p99),
    whole(level.shed),
    whole(refused),
    whole(level.drainedMs),
    ...(['api', 'worker', 'database', 'load'] as const).map((part) => each(use?.[part])),
  ]
}

const levelTable = ({ lines }: DayReport): Table => [
  levelHead,
  lines.flatMap(({ processes, levels }) => levels.map((level) => [String(processes), ...levelCells(level)])),
]

/** The middle load with the smallest number of processes. */
export const usualLevel = ({ lines }: DayReport): Level | undefined =>
  lines[0]?.levels[Math.floor((lines[0].levels.length - 1) / 2)]

function stepTable(report: DayReport): Table {
  const level = usualLevel(report)
  const { steps = {}, executions = 1 } = level ?? {}
  const lines = Object.entries(steps).map(([step, { count, p50, p95, p99 }]) => [
    step,
    fine(count / executions),
    fine(p50),
    fine(p95),
    fine(p99),
  ])
  return [['request', 'for each execution', 'p50 ms', 'p95 ms', 'p99 ms'], lines]
}

export const costsIn = ({ lines }: DayReport): Costs | undefined => lines.find(({ costs }) => costs)?.costs

export function costTable(costs: Costs): Table {
  const bytes = bytesOf(costs)
  const lines: [string, string][] = [
    ['core-ms: API', fine(costs.apiMs)],
    ['core-ms: worker', fine(costs.workerMs)],
    ['core-ms: PostgreSQL', fine(costs.databaseMs)],
    ['requests', fine(costs.requests)],
    ['transactions that write', fine(costs.writes)],
    ['rows inserted and updated', fine(costs.rows)],
    ['events', fine(costs.events)],
    ['deliveries', fine(costs.deliveries)],
    ['offer index changes read by each API process', fine(costs.listingChanges)],
    ['WAL bytes, without full-page images', whole(costs.walBytes)],
    ['bytes of tables and indexes, permanent', whole(bytes.stay)],
    ['bytes of tables and indexes, temporary', whole(bytes.go)],
    ['files', fine(costs.files)],
  ]
  return [['for each execution', 'measured'], lines]
}

function keptTable({ tables }: Costs): Table {
  const lines = tables.map(({ table, inserted, updated, bytes, days }) => [
    table,
    fine(inserted),
    fine(updated),
    whole(bytes),
    days === null ? 'permanently' : days === 0 ? 'minutes' : `${days} days`,
  ])
  return [['table, for each execution', 'rows inserted', 'updated', 'bytes, with indexes', 'kept'], lines]
}

export const limitTable = ({ limits }: DayReport): Table => [
  ['operation', 'a second'],
  [
    ['events dispatched by one process, without subscribers', whole(limits.dispatched)],
    ['accepts for 200 advertisers, 32 clients', whole(limits.accepts)],
    ['accepts for one advertiser, 32 clients', whole(limits.acceptsOfOne)],
    ['reservations of one offer, 32 clients', whole(limits.reservesOfOne)],
  ],
]

const scales = [1e6, 1e7, 1e8]
const scaleHead = ['executions a day', ...scales.map(whole)]
/** Formats with two significant digits. */
const short = (number: number): string =>
  number >= 100 ? whole(number) : number >= 10 ? number.toFixed(0) : number.toPrecision(2)

export function needTable(costs: Costs): Table {
  const needs = scales.map((perDay) => needFor(costs, perDay))
  const row = (name: string, of: (need: (typeof needs)[number]) => number): string[] => [
    name,
    ...needs.map((need) => short(of(need))),
  ]
  const lines = [
    row('executions a second, on average', (need) => need.perSecond),
    row('the same, busiest hour', (need) => need.perSecondMost),
    row('requests a second, busiest hour', (need) => need.requestsMost),
    row('cores: API', (need) => need.apiCores),
    row('cores: API, with 12-megapixel photographs', (need) => need.apiCoresForPhotos),
    row('API processes', (need) => processesFor(need.apiCores)),
    row('cores: workers', (need) => need.workerCores),
    row('cores: PostgreSQL', (need) => need.databaseCores),
    row('connections without a pooler', (need) => need.connections),
    row('WAL with full-page images, MB/s, on average', (need) => need.walMB),
    row('the same, busiest hour', (need) => need.walMBMost),
    row('tables and indexes, GB a day', (need) => need.diskGBADay),
    row('permanent data, TB a year', (need) => need.diskTBAYear),
    row('temporary data at any time, TB', (need) => need.diskTBForAWhile),
    row('deliveries a second, busiest hour', (need) => need.deliveriesMost),
    row('Redis operations a second, upper bound', (need) => need.redisMost),
    row('files written a second, busiest hour', (need) => need.storeWritesMost),
    row('files, TB a year', (need) => need.storeTBAYear),
    row('offer index changes read by each API process a second', (need) => need.followedRowsMost),
    row('hours until transaction ids must be frozen', (need) => need.hoursBetweenFreezes),
  ]
  return [scaleHead, lines]
}

/** Returns the utilization of each part in percent. */
export function partTable(costs: Costs, limits: Limits): Table {
  const all = scales.map((perDay) => {
    const parts = partsOf({ costs, limits, requirement: needFor(costs, perDay) })
    return new Map(parts.map((part, index) => [part.name, { ...part, place: index }]))
  })
  const [first] = all
  const share = (part: { load: number; capacity: number } | undefined) =>
    part ? `${short((100 * part.load) / part.capacity)} %` : '–'
  const lines = [...(first?.values() ?? [])].map(({ name, capacity, unit, isMeasured, remedy }) => [
    name,
    `${short(capacity)} ${unit}${isMeasured ? '' : ', assumed'}`,
    ...all.map((parts) => {
      const part = parts.get(name)
      return part?.place === 0 ? `**${share(part)}**` : share(part)
    }),
    remedy,
  ])
  return [['part', 'capacity', ...scales.map(whole), 'remedy'], lines]
}

const choicesOf = (choices: Readonly<Record<string, { readonly value: number; readonly why: string }>>): string[][] =>
  Object.entries(choices).map(([name, { value, why }]) => [`\`${name}\``, value.toLocaleString('en'), why])

export const assumedTable = (): Table => [['assumption', 'value', 'reason'], choicesOf(assumed)]

const about = `A day of a marketplace, compressed into seconds. Visits follow a seeded random process and the hours of a day; latency
counts from the moment at which a request was due. The servers (\`serve --no-jobs --processes N\`), one worker, PostgreSQL, the load and
the webhook subscribers share one machine, so rates are for comparison only. After each day all acknowledged records were found
in the database, and at the end the books were verified.`

export function markdownOf(report: DayReport, chart?: string): string {
  const costs = costsIn(report)
  const tables: Table[] = [
    levelTable(report),
    [...stepTable(report).slice(0, 2), 'Requests of one of these days.'] as unknown as Table,
    limitTable(report),
    ...(costs ? [costTable(costs), keptTable(costs), needTable(costs), partTable(costs, report.limits)] : []),
  ]
  const wrong = report.lines.flatMap(({ processes, wrong }) => wrong.map((each) => `${processes} processes: ${each}`))
  const notes =
    wrong.length > 0
      ? wrong
      : ['No acknowledged record was lost; the books balance; every delivery arrived with a valid signature']
  const shown = chart ? `${about}\n\n![Latency against load](${chart})` : about
  return pageOf(report, { of: 'a day', about: shown, notes, tables })
}
