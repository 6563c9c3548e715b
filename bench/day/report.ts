import type { Circumstances } from '../machine.ts'
import { pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import type { Limits } from './limits.ts'
import { habits, visits } from './mix.ts'
import { assumed, bytesOf, type Costs, needFor, partsOf, processesFor } from './model.ts'
import type { Played } from './tally.ts'
import type { Use } from './use.ts'

/** One day at one scale. */
export type Level = Omit<Played, 'acknowledged'> & {
  readonly perSecond: number
  readonly daySeconds: number
  readonly executions: number
  readonly decided: number
  readonly created: number
  /** Until every event was told and delivered, after the last answer. */
  readonly drainedMs: number
  /** What was acknowledged, and is not there. */
  readonly lost: Readonly<Record<string, number>>
  readonly use?: Use
}

/** Days at rising scales with so many processes. */
export type Lines = {
  readonly processes: number
  readonly levels: readonly Level[]
  /** What the books, the deliveries or the signatures say against it. */
  readonly wrong: readonly string[]
  readonly delivered: number
  /** Webhooks that arrived once more. */
  readonly again: number
  readonly idle: Use | undefined
  readonly costs?: Costs
}

export type DayReport = {
  /** Unix milliseconds: several results may be of one day. */
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
  'refused, as on any day',
  'told and delivered after ms',
  'core-ms an execution: API',
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

export const levelTable = ({ lines }: DayReport): Table => [
  levelHead,
  lines.flatMap(({ processes, levels }) => levels.map((level) => [String(processes), ...levelCells(level)])),
]

/** Of the smallest number of processes, in the middle of its days. */
export const usualLevel = ({ lines }: DayReport): Level | undefined =>
  lines[0]?.levels[Math.floor((lines[0].levels.length - 1) / 2)]

export function stepTable(report: DayReport): Table {
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
    ['changes of the list that each API process follows', fine(costs.listingChanges)],
    ['log, bytes, without full pages', whole(costs.walBytes)],
    ['tables and indexes, bytes that stay', whole(bytes.stay)],
    ['tables and indexes, bytes that go again', whole(bytes.go)],
    ['files', fine(costs.files)],
  ]
  return [['for each execution', 'measured'], lines]
}

export function keptTable({ tables }: Costs): Table {
  const lines = tables.map(({ table, inserted, updated, bytes, days }) => [
    table,
    fine(inserted),
    fine(updated),
    whole(bytes),
    days === null ? 'for ever' : days === 0 ? 'minutes' : `${days} days`,
  ])
  return [['table, for each execution', 'rows inserted', 'updated', 'bytes, with indexes', 'kept'], lines]
}

export const limitTable = ({ limits }: DayReport): Table => [
  ['what all wait for', 'a second'],
  [
    ['events told, one process at a time, nobody subscribed', whole(limits.dispatched)],
    ['accepts, tasks of 200 advertisers, 32 clients', whole(limits.accepts)],
    ['accepts, tasks of one advertiser, 32 clients', whole(limits.acceptsOfOne)],
    ['reservations of one offer, 32 clients', whole(limits.reservesOfOne)],
  ],
]

const scales = [1e6, 1e7, 1e8]
const scaleHead = ['executions a day', ...scales.map(whole)]
/** Two digits that count. */
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
    row('cores: API, where each picture is a photograph of 12 megapixels', (need) => need.apiCoresForPhotos),
    row('API processes', (need) => processesFor(need.apiCores)),
    row('cores: workers', (need) => need.workerCores),
    row('cores: PostgreSQL', (need) => need.databaseCores),
    row('connections without a pooler', (need) => need.connections),
    row('log with full pages, MB/s, on average', (need) => need.walMB),
    row('the same, busiest hour', (need) => need.walMBMost),
    row('tables and indexes, GB a day', (need) => need.diskGBADay),
    row('of it stays, TB a year', (need) => need.diskTBAYear),
    row('there until it goes, TB', (need) => need.diskTBForAWhile),
    row('deliveries a second, busiest hour', (need) => need.deliveriesMost),
    row('operations of Redis a second, at most', (need) => need.redisMost),
    row('files written a second, busiest hour', (need) => need.storeWritesMost),
    row('files, TB a year', (need) => need.storeTBAYear),
    row('changes of the list that each API process reads a second', (need) => need.followedRowsMost),
    row('hours in which all numbers of transactions are used', (need) => need.hoursBetweenFreezes),
  ]
  return [scaleHead, lines]
}

/** How much of what a part bears is asked of it: 100 % is where it gives way. */
export function partTable(costs: Costs, limits: Limits): Table {
  const all = scales.map((perDay) => {
    const parts = partsOf({ costs, bears: limits, need: needFor(costs, perDay) })
    return new Map(parts.map((part, place) => [part.name, { ...part, place }]))
  })
  const [first] = all
  const share = (part: { asked: number; bears: number } | undefined) =>
    part ? `${short((100 * part.asked) / part.bears)} %` : '–'
  const lines = [...(first?.values() ?? [])].map(({ name, bears, unit, isMeasured, remedy }) => [
    name,
    `${short(bears)} ${unit}${isMeasured ? '' : ', assumed'}`,
    ...all.map((parts) => {
      const part = parts.get(name)
      return part?.place === 0 ? `**${share(part)}**` : share(part)
    }),
    remedy,
  ])
  return [['part', 'bears', ...scales.map(whole), 'what is done then'], lines]
}

const choicesOf = (choices: Readonly<Record<string, { readonly value: number; readonly why: string }>>): string[][] =>
  Object.entries(choices).map(([name, { value, why }]) => [`\`${name}\``, value.toLocaleString('en'), why])

export const mixTable = (): Table => [
  ['visits for each execution; habits', 'is', 'because'],
  [...choicesOf(visits), ...choicesOf(habits)],
]
export const assumedTable = (): Table => [['assumed', 'is', 'because'], choicesOf(assumed)]

const about = `A day of a marketplace, its 24 hours compressed into some seconds: visits come as chance has it, along the curve of a day,
whatever became of those before, and each request counts from the moment at which it was due. The servers
(\`serve --no-jobs --processes N\`), one worker, PostgreSQL, the load and the subscribers of webhooks share the cores of the machine: compare, and take no rate
as absolute. After each day everything acknowledged was looked for, and at the end the books were verified.`

export function markdownOf(report: DayReport, chart?: string): string {
  const costs = costsIn(report)
  const tables: Table[] = [
    levelTable(report),
    [...stepTable(report).slice(0, 2), 'Each request of one of these days.'] as unknown as Table,
    limitTable(report),
    ...(costs ? [costTable(costs), keptTable(costs), needTable(costs), partTable(costs, report.limits)] : []),
  ]
  const wrong = report.lines.flatMap(({ processes, wrong }) => wrong.map((each) => `${processes} processes: ${each}`))
  const notes =
    wrong.length > 0
      ? wrong
      : ['Nothing acknowledged was lost; the books balance; every delivery arrived and was signed']
  const shown = chart ? `${about}\n\n![Latency against load](${chart})` : about
  return pageOf(report, { of: 'a day', about: shown, notes, tables })
}
