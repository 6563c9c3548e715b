import { fullest } from '../capacity/model.ts'
import { peakOf } from './arrivals.ts'

/*
 * Extrapolates from the measured cost of one execution, with everything that belongs to it, to a load per day. It assumes that
 * costs do not grow with the number of executions (docs/scaling.md).
 */

/** Per execution, with its share of lists, races, reviews, webhooks and polls. */
export type Costs = {
  readonly apiMs: number
  readonly workerMs: number
  readonly databaseMs: number
  readonly requests: number
  /** Writing transactions. */
  readonly writes: number
  readonly events: number
  readonly deliveries: number
  readonly listingChanges: number
  readonly rows: number
  /** WAL bytes without full pages. */
  readonly walBytes: number
  readonly tables: readonly StoredTable[]
  readonly files: number
}

/** Rows of one table per execution, their size with indexes, and their retention in days; null if they stay. */
export type StoredTable = {
  readonly table: string
  readonly inserted: number
  readonly updated: number
  readonly bytes: number
  readonly days: number | null
}

/** Returns permanent bytes, bytes that are deleted later, and the sum of the latter times their days of retention. */
export function bytesOf({ tables }: Pick<Costs, 'tables'>) {
  let [stay, go, byteDays] = [0, 0, 0]
  for (const { bytes, days } of tables) {
    if (days === null) stay += bytes
    else if (days > 0) {
      go += bytes
      byteDays += bytes * days
    }
  }
  return { stay, go, byteDays }
}

/** Measured throughput limits, per second. */
export type MeasuredLimits = {
  readonly dispatched: number
  readonly acceptsOfOne: number
  readonly reservesOfOne: number
}

type Choice = { readonly value: number; readonly why: string }
const choice = (value: number, why: string): Choice => ({ value, why })

/** Values that were not measured here. */
export const assumed = {
  fileBytes: choice(200_000, 'A stored picture; those of the day are smaller'),
  photoMs: choice(172, 'Processor time to redraw a 12-megapixel photograph (docs/api/trust.md)'),
  fullPages: choice(3, 'Factor for full-page images with checkpoints every five minutes: two to four'),
  connectionsEach: choice(18, 'DATABASE_CONNECTIONS_MAX plus two'),
  connectionsMost: choice(500, 'Connections that one PostgreSQL serves well without a pooler'),
  databaseCores: choice(64, 'A large machine for a primary'),
  walMostMB: choice(200, 'WAL a second that a disk, an archive and two replicas can write'),
  diskMostTB: choice(20, 'Data that can be copied to a new standby in a day'),
  freezeWrites: choice(
    1_500_000_000,
    'Transaction ids before all tables must be frozen, with a raised autovacuum_freeze_max_age',
  ),
  largest: choice(0.1, 'Share of the largest advertiser'),
  hottest: choice(0.05, 'Share of one offer in the reservations of the busiest second'),
  endpointMost: choice(445, 'Deliveries a second to one endpoint (npm run bench -- webhooks)'),
  deliveriesMost: choice(1_150, 'Deliveries a second by one worker to many endpoints (npm run bench -- webhooks)'),
} as const satisfies Readonly<Record<string, Choice>>

const daySeconds = 86_400
const yearDays = 365

export type Resources = {
  readonly perDay: number
  readonly perSecond: number
  readonly perSecondMost: number
  readonly requestsMost: number
  readonly apiCores: number
  /** The same if every picture is a photograph of a telephone. */
  readonly apiCoresForPhotos: number
  readonly workerCores: number
  readonly databaseCores: number
  readonly connections: number
  readonly walMB: number
  readonly walMBMost: number
  readonly diskGBADay: number
  readonly diskTBAYear: number
  readonly diskTBForAWhile: number
  readonly deliveriesMost: number
  readonly redisMost: number
  readonly storeWritesMost: number
  readonly storeTBAYear: number
  readonly followedRowsMost: number
  readonly hoursBetweenFreezes: number
}

/** Returns the resources for a number of executions per day, with machines no more than half busy in the busiest hour. */
export function needFor(costs: Costs, perDay: number): Resources {
  const perSecond = perDay / daySeconds
  const most = perSecond * peakOf()
  const cores = (ms: number) => (most * ms) / 1000 / fullest
  const [apiCores, workerCores] = [cores(costs.apiMs), cores(costs.workerMs)]
  const bytes = bytesOf(costs)
  const wal = (perSecond * costs.walBytes * assumed.fullPages.value) / 1e6
  return {
    perDay,
    perSecond,
    perSecondMost: most,
    requestsMost: most * costs.requests,
    apiCores,
    apiCoresForPhotos: cores(costs.apiMs + costs.files * assumed.photoMs.value),
    workerCores,
    databaseCores: cores(costs.databaseMs),
    connections: (processesFor(apiCores) + processesFor(workerCores)) * assumed.connectionsEach.value,
    walMB: wal,
    walMBMost: wal * peakOf(),
    diskGBADay: (perDay * (bytes.stay + bytes.go)) / 1e9,
    diskTBAYear: (perDay * yearDays * bytes.stay) / 1e12,
    diskTBForAWhile: (perDay * bytes.byteDays) / 1e12,
    deliveriesMost: most * costs.deliveries,
    redisMost: most * costs.requests,
    storeWritesMost: most * costs.files,
    storeTBAYear: (perDay * yearDays * costs.files * assumed.fileBytes.value) / 1e12,
    followedRowsMost: most * costs.listingChanges,
    hoursBetweenFreezes: assumed.freezeWrites.value / (perSecond * costs.writes) / 3_600,
  }
}

/** One core per Node.js process; at least two, so that one may fail. */
export const processesFor = (cores: number): number => Math.max(2, Math.ceil(cores))

type ModelInput = { readonly costs: Costs; readonly limits: MeasuredLimits; readonly requirement: Resources }
type Kind = {
  readonly name: string
  readonly unit: string
  readonly isMeasured: boolean
  readonly capacity: (known: ModelInput) => number
  readonly load: (known: ModelInput) => number
  readonly remedy: string
}

/** The capacity of a part and its load in the busiest hour, in the same unit. */
export type Part = Pick<Kind, 'name' | 'unit' | 'isMeasured' | 'remedy'> & {
  readonly capacity: number
  readonly load: number
}

const waitedFor = { unit: 'a second', isMeasured: true } as const

/** Bottlenecks that many requests share. */
const shared: readonly Kind[] = [
  {
    name: 'event dispatch by one process',
    ...waitedFor,
    capacity: ({ limits }) => limits.dispatched,
    load: ({ costs, requirement: need }) => need.perSecondMost * costs.events,
    remedy: 'one lock for each group of accounts, so that several workers dispatch',
  },
  {
    name: 'reports of the largest advertiser',
    ...waitedFor,
    capacity: ({ limits }) => limits.acceptsOfOne,
    load: ({ requirement: need }) => need.perSecondMost * assumed.largest.value,
    remedy: 'bulk decisions, which fill batches; a faster disk flush',
  },
  {
    name: 'the hottest offer',
    ...waitedFor,
    capacity: ({ limits }) => limits.reservesOfOne,
    load: ({ requirement: need }) => need.perSecondMost * assumed.hottest.value,
    remedy: 'a faster disk flush: 64 reservations wait for one',
  },
  {
    name: 'deliveries to the largest endpoint',
    ...waitedFor,
    capacity: () => assumed.endpointMost.value,
    load: ({ costs, requirement: need }) => need.perSecondMost * assumed.largest.value * costs.deliveries,
    remedy: 'more concurrent deliveries to fast endpoints; `GET /v1/events`',
  },
  {
    name: 'deliveries by one worker',
    ...waitedFor,
    capacity: () => assumed.deliveriesMost.value,
    load: ({ requirement: need }) => need.deliveriesMost,
    remedy: 'more workers',
  },
]

/** Resources of a single primary. */
const primary: readonly Kind[] = [
  {
    name: 'cores of the primary',
    unit: 'cores',
    isMeasured: false,
    capacity: () => assumed.databaseCores.value,
    load: ({ requirement: need }) => need.databaseCores,
    remedy: 'lists and reports from replicas; then a larger primary',
  },
  {
    name: 'connections',
    unit: 'connections',
    isMeasured: false,
    capacity: () => assumed.connectionsMost.value,
    load: ({ requirement: need }) => need.connections,
    remedy: 'PgBouncer in transaction mode',
  },
  {
    name: 'WAL of the primary',
    unit: 'MB/s',
    isMeasured: false,
    capacity: () => assumed.walMostMB.value,
    load: ({ requirement: need }) => need.walMBMost,
    remedy: 'longer checkpoint intervals; then several primaries',
  },
  {
    name: 'disk of the primary, after a year',
    unit: 'TB',
    isMeasured: false,
    capacity: () => assumed.diskMostTB.value,
    load: ({ requirement: need }) => need.diskTBAYear + need.diskTBForAWhile,
    remedy: 'monthly partitions, old ones on cheap disks or archived; then several primaries',
  },
  {
    name: 'transaction ids, with one freeze a day',
    unit: 'a day',
    isMeasured: false,
    capacity: () => assumed.freezeWrites.value,
    load: ({ costs, requirement: need }) => need.perDay * costs.writes,
    remedy: 'monthly partitions, of which old ones are frozen once; then several primaries',
  },
]

/** Returns all parts, highest utilization first. */
export const partsOf = (known: ModelInput): Part[] =>
  [...shared, ...primary]
    .map((kind) => ({ ...kind, capacity: kind.capacity(known), load: kind.load(known) }))
    .sort((a, b) => b.load / b.capacity - a.load / a.capacity)
