import { keptDays } from '../capacity/model.ts'
import type { Share } from '../capacity/write-counters.ts'
import type { DayCounts } from './checks.ts'
import type { CpuTimes } from './cpu-time.ts'
import type { Costs, StoredTable } from './model.ts'
import type { Level } from './report.ts'

type MeasuredCosts = {
  readonly level: Level
  readonly written: Share
  /** CPU use and writing transactions per second without load. */
  readonly idle: CpuTimes
  readonly idleWrites: number
  readonly counted: readonly [before: DayCounts, after: DayCounts]
}

/** Pause after a day, until PostgreSQL has reported the writes of idle connections. */
export const statisticsDelaySeconds = 11

/** Retention in days by table, including tables that only the day writes; rows of other tables stay. */
const daysOf: Readonly<Record<string, number>> = { ...keptDays, mails: 30, notifications: 90 }

/** Partitions count as their table. */
const tableOf = (name: string): string => name.replace(/_\d+$/, '')

/** Returns what each table stores per execution, largest first. */
const keptOf = ({ tables }: Share): StoredTable[] =>
  [...Map.groupBy(tables, ([name]) => tableOf(name))]
    .map(([table, parts]) => {
      const sum = (member: 'inserted' | 'updated' | 'bytes') => parts.reduce((all, [, part]) => all + part[member], 0)
      const rows = { inserted: sum('inserted'), updated: sum('updated'), bytes: sum('bytes') }
      return { table, ...rows, days: daysOf[table] ?? null }
    })
    .filter(({ inserted, updated }) => inserted + updated > 0.005)
    .sort((a, b) => b.bytes - a.bytes)

/** Returns the cost of one execution, from a day in which everything was counted; idle use is subtracted. */
export function costsOf({ level, written, idle, idleWrites, counted }: MeasuredCosts): Costs {
  const { executions, seconds, drainedMs, use } = level
  const passed = seconds + drainedMs / 1000
  const each = (part: 'api' | 'worker' | 'database') => ((use?.[part] ?? Number.NaN) - idle[part] * passed) / executions
  const [before, after] = counted
  const more = (member: keyof DayCounts) => (after[member] - before[member]) / executions
  const tables = keptOf(written)
  const inserted = (name: string) => tables.find(({ table }) => table === name)?.inserted ?? 0
  return {
    apiMs: each('api'),
    workerMs: each('worker'),
    databaseMs: each('database'),
    requests: level.all.count / executions,
    writes: more('writes') - (idleWrites * (passed + statisticsDelaySeconds)) / executions,
    events: inserted('events'),
    deliveries: more('deliveries'),
    listingChanges: inserted('listing_changes'),
    rows: tables.reduce((sum, { inserted, updated }) => sum + inserted + updated, 0),
    walBytes: written.walBytes,
    tables,
    files: more('files'),
  }
}
