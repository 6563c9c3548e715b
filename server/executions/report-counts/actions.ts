import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import { addCells, noCounts, type ReportCounts } from './report-counts.ts'
import { countByTimes, purgeChanges, readChangesSince } from './sql.ts'

/** Cached counts of advertisers. Those of a million reports over a year have some 10,000 cells. */
const cachedMax = 100
/** Every count adds the changes committed since the read, so this stays short. */
const maxStalenessMs = 1000

/** Cells that have changed do not tell where their reports are, so the counts are loaded again after this time. */
const maxAgeMs = 3_600_000

type CacheEntry = {
  counts: ReportCounts | undefined
  loadedAt: number
  readAt: number
  reading: Promise<void> | undefined
}

const elapsed = stopwatch()
const timeOf = (db: Database): number => elapsed() + db.clock.offsetMs
const cachesOf = memoizePerObject((_db: Database) => boundedMap<Id<'account'>, CacheEntry>(cachedMax))

/** Returns the counts of an advertiser's reports, up to a second old. Concurrent callers share one read. */
export async function reportCountsOf(db: Database, account: Id<'account'>): Promise<ReportCounts | undefined> {
  const entry = cacheEntry(db, account)
  if (timeOf(db) - entry.readAt > maxStalenessMs) {
    entry.reading ??= refresh(db, account, entry).finally(() => {
      entry.reading = undefined
    })
    await entry.reading
  }
  return entry.counts
}

const newEntry = (): CacheEntry => ({
  counts: undefined,
  reading: undefined,
  loadedAt: Number.NEGATIVE_INFINITY,
  readAt: Number.NEGATIVE_INFINITY,
})

function cacheEntry(db: Database, account: Id<'account'>): CacheEntry {
  const all = cachesOf(db)
  const entry = all.get(account) ?? newEntry()
  all.set(account, entry)
  return entry
}

async function refresh(db: Database, account: Id<'account'>, entry: CacheEntry): Promise<void> {
  const startedAt = timeOf(db)
  const isYoung = startedAt - entry.loadedAt < maxAgeMs
  const updated = entry.counts && isYoung ? await update(db, account, entry.counts) : undefined
  if (!updated) entry.loadedAt = startedAt
  entry.counts = updated ?? (await load(db, account))
  entry.readAt = startedAt
}

async function update(db: Database, account: Id<'account'>, counts: ReportCounts): Promise<ReportCounts | undefined> {
  const { isKnown, snapshot, cells } = await readChangesSince(db, account, counts)
  if (!isKnown) return undefined
  addCells(counts, cells)
  counts.snapshot = snapshot
  return counts
}

async function load(db: Database, account: Id<'account'>): Promise<ReportCounts | undefined> {
  const { life, snapshot, cells } = await countByTimes(db, account)
  if (life === null) return undefined
  const counts = noCounts(life, snapshot)
  addCells(counts, cells)
  return counts
}

/** Purges changes that no cached count needs any more. */
export const purgeOldChanges = async ({ db }: Pick<Ctx, 'db'>): Promise<number> => (await purgeChanges(db)).moved
