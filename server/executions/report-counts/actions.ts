import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import type { Time } from '../report-filter.ts'
import { addCells, cellsOf, type Tally } from './report-counts.ts'
import { followTally, readTally } from './sql.ts'
import { forgetNoted } from './sql-changes.ts'

/** A tally of a million reports over a year has some 30,000 cells. */
const talliesMost = 100
/** Every count adds the changes committed since the tally, so this stays short. */
const freshMs = 1000

type CachedCounts = { tally: Tally | undefined; readAt: number; reading: Promise<void> | undefined }

const passed = stopwatch()
const timeOf = (db: Database): number => passed() + db.clock.offsetMs
const keptOf = memoizePerObject((_db: Database) => boundedMap<string, CachedCounts>(talliesMost))

/** Returns the tally of an advertiser's reports, up to a second old. Concurrent callers share one read. */
export async function tallyOf(db: Database, account: Id<'account'>, time: Time): Promise<Tally | undefined> {
  const kept = keep(db, `${account} ${time}`)
  if (timeOf(db) - kept.readAt > freshMs) {
    kept.reading ??= renew(db, account, time, kept).finally(() => {
      kept.reading = undefined
    })
    await kept.reading
  }
  return kept.tally
}

function keep(db: Database, key: string): CachedCounts {
  const all = keptOf(db)
  const kept = all.get(key) ?? { tally: undefined, readAt: Number.NEGATIVE_INFINITY, reading: undefined }
  all.set(key, kept)
  return kept
}

async function renew(db: Database, account: Id<'account'>, time: Time, kept: CachedCounts): Promise<void> {
  const askedAt = timeOf(db)
  kept.tally = (kept.tally && (await followed(db, account, time, kept.tally))) ?? (await made(db, account, time))
  kept.readAt = askedAt
}

async function followed(db: Database, account: Id<'account'>, time: Time, tally: Tally): Promise<Tally | undefined> {
  const { isKnown, snapshot, cells } = await followTally(db, account, time, tally)
  if (!isKnown) return undefined
  addCells(tally, cellsOf(cells))
  tally.snapshot = snapshot
  return tally
}

async function made(db: Database, account: Id<'account'>, time: Time): Promise<Tally | undefined> {
  const { life, snapshot, cells } = await readTally(db, account, time)
  if (life === null) return undefined
  const tally: Tally = { life, snapshot, statuses: new Map() }
  addCells(tally, cellsOf(cells))
  return tally
}

/** Purges changes that no cached count needs any more. */
export const forgetOldChanges = async ({ db }: Pick<Ctx, 'db'>): Promise<number> => (await forgetNoted(db)).moved
