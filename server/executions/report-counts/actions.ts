import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import type { ReportTime } from '../report-filter.ts'
import { addCells, type HourlyCounts, parseCells } from './report-counts.ts'
import { countByHour, purgeChanges, readChangesSince } from './sql.ts'

/** Cached counts of advertisers. Those of a million reports over a year have some 30,000 cells. */
const cachedMax = 100
/** Every count adds the changes committed since the read, so this stays short. */
const maxStalenessMs = 1000

type CacheEntry = { counts: HourlyCounts | undefined; readAt: number; reading: Promise<void> | undefined }

const elapsed = stopwatch()
const timeOf = (db: Database): number => elapsed() + db.clock.offsetMs
const cachesOf = memoizePerObject((_db: Database) => boundedMap<string, CacheEntry>(cachedMax))

/** Returns the counts of an advertiser's reports, up to a second old. Concurrent callers share one read. */
export async function hourlyCountsOf(
  db: Database,
  account: Id<'account'>,
  time: ReportTime,
): Promise<HourlyCounts | undefined> {
  const entry = cacheEntry(db, `${account} ${time}`)
  if (timeOf(db) - entry.readAt > maxStalenessMs) {
    entry.reading ??= refresh(db, account, time, entry).finally(() => {
      entry.reading = undefined
    })
    await entry.reading
  }
  return entry.counts
}

function cacheEntry(db: Database, key: string): CacheEntry {
  const all = cachesOf(db)
  const entry = all.get(key) ?? { counts: undefined, readAt: Number.NEGATIVE_INFINITY, reading: undefined }
  all.set(key, entry)
  return entry
}

async function refresh(db: Database, account: Id<'account'>, time: ReportTime, entry: CacheEntry): Promise<void> {
  const startedAt = timeOf(db)
  entry.counts = (entry.counts && (await update(db, account, time, entry.counts))) ?? (await load(db, account, time))
  entry.readAt = startedAt
}

async function update(
  db: Database,
  account: Id<'account'>,
  time: ReportTime,
  counts: HourlyCounts,
): Promise<HourlyCounts | undefined> {
  const { isKnown, snapshot, cells } = await readChangesSince(db, account, time, counts)
  if (!isKnown) return undefined
  addCells(counts, parseCells(cells))
  counts.snapshot = snapshot
  return counts
}

async function load(db: Database, account: Id<'account'>, time: ReportTime): Promise<HourlyCounts | undefined> {
  const { life, snapshot, cells } = await countByHour(db, account, time)
  if (life === null) return undefined
  const counts: HourlyCounts = { life, snapshot, statuses: new Map() }
  addCells(counts, parseCells(cells))
  return counts
}

/** Purges changes that no cached count needs any more. */
export const purgeOldChanges = async ({ db }: Pick<Ctx, 'db'>): Promise<number> => (await purgeChanges(db)).moved
