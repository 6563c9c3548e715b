import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { type Sql, sql } from '../sql.ts'
import type { Database, Db } from './db.ts'

/** A count, its snapshot, and the generation of the database: its start, and that of its unlogged tables. */
export type CachedCount = { readonly count: number; readonly snapshot: string; readonly generation: string }

/** The cached count, if any. `anew`: count everything and cache nothing. */
export type KnownCount = CachedCount | 'anew' | undefined

/** Columns that `countOf` adds to every row of a statement. */
export type CountedRow = {
  readonly totalCount: number
  readonly countedIn: string
  readonly countedGeneration: string | null
}

/** Maximum number of cached counts per process; the oldest are evicted and counted again on demand. */
const countsMax = 10_000

/** The cached counts, the first counts in progress, and the keys whose sets are too large for replicas. */
const cacheOf = memoizePerObject((_db: Db) => ({
  counts: boundedMap<string, CachedCount>(countsMax),
  counting: new Map<string, Promise<void>>(),
  many: boundedMap<string, true>(countsMax),
}))

/** Sets up to this size are counted on a replica each time: a standby does not know open transactions, so its counts cannot be cached. */
const countedAnewMax = 10_000

/**
 * Runs `ask` with the cached count and caches the new one. Concurrent first requests for the same count wait for one of them,
 * because counting costs far more than adding the changes since.
 */
export async function withCount<Row extends CountedRow>(
  db: Database,
  key: string,
  ask: (db: Db, known: KnownCount) => Promise<Row[]>,
): Promise<Row[]> {
  // A transaction's own rows are not committed in its snapshot either: they would be added twice.
  if (db.isTransaction) return ask(db, undefined)
  const cache = cacheOf(db)
  if (db.readCounts()?.isResting === false && !cache.many.get(key))
    return countWithoutCache(db, ask, () => cache.many.set(key, true))
  await cache.counting.get(key)
  const known = cache.counts.get(key)
  const asked = ask(db, known).then((rows) => {
    const counted = countedIn(rows[0])
    if (counted) cache.counts.set(key, counted)
    else cache.counts.delete(key)
    return rows
  })
  const end = () => void cache.counting.delete(key)
  if (!known) cache.counting.set(key, asked.then(end, end))
  return asked
}

async function countWithoutCache<Row extends CountedRow>(
  db: Database,
  ask: (db: Db, known: KnownCount) => Promise<Row[]>,
  tooMany: () => void,
): Promise<Row[]> {
  const rows = await ask(db.reads, 'anew')
  if ((rows[0]?.totalCount ?? 0) > countedAnewMax) tooMany()
  return rows
}

const countedIn = (row: CountedRow | undefined): CachedCount | undefined =>
  !row || row.countedGeneration === null
    ? undefined
    : { count: row.totalCount, snapshot: row.countedIn, generation: row.countedGeneration }

/**
 * Selects one row, `marks`: the generation of the database (null before the first record), and the oldest snapshot that the
 * recorded changes still cover.
 */
export const countMarks = sql`
  (values (true)) always left join (
    select life || ' ' || pg_postmaster_start_time() as generation, forgotten_before from count_marks) marks on true`

export type Counting = {
  readonly known: KnownCount
  readonly all: Sql
  /** Expression that updates a known count; null if the set must be counted again. */
  readonly since: (count: Sql) => Sql
}

/**
 * Selects one row: total_count, and the facts needed to update it next time. The count is exact: changes since the last one are
 * found by its snapshot, the mechanism that decides what a statement sees.
 */
export const countOf = ({ known, all, since }: Counting): Sql =>
  known === 'anew' ? countOnReplica(all) : countFromCache(known, all, since)

/** A replica cannot read the recorded changes: those tables are unlogged. */
const countOnReplica = (all: Sql): Sql => sql`
  select ${all} as total_count, null::text as counted_in, null::text as counted_generation`

const countFromCache = (known: CachedCount | undefined, all: Sql, since: Counting['since']): Sql => sql`
  select coalesce(case when ${isRemembered(known)}
    then ${since(sql`${known?.count ?? null}::bigint`)} end, ${all}) as total_count,
    pg_current_snapshot()::text as counted_in, marks.generation as counted_generation
  from ${countMarks}`

/** Whether `countMarks` says that all changes since the count are still recorded. */
export const isRemembered = (known: CachedCount | undefined): Sql => sql`
  marks.generation = ${known?.generation ?? null}::text
    and marks.forgotten_before <= pg_snapshot_xmin(${known?.snapshot ?? null}::pg_snapshot)`

/** Condition for a row recorded with its transaction id: the known count's snapshot does not include it. */
export const unseenBy = (known: KnownCount | Pick<CachedCount, 'snapshot'>): Sql => {
  const seen = known === 'anew' ? null : (known?.snapshot ?? null)
  const snapshot = sql`${seen}::pg_snapshot`
  return sql`xid >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(xid, ${snapshot})`
}

const rememberedMinutes = 5

/**
 * Every five minutes, forgets the changes recorded before the previous run. `forgetting` holds the parts of a statement that
 * delete changes before `moved.forgotten_before`. Older cached counts are then recounted.
 */
export const forgetChanges = (db: Db, forgetting: Sql): Sql => sql`
  with made as (insert into count_marks (marked_at) values (${db.now()}) on conflict do nothing),
  moved as (
    update count_marks set forgotten_before = marked_before, marked_at = ${db.now()},
      marked_before = pg_snapshot_xmin(pg_current_snapshot())
    where marked_at <= ${db.now()} - ${rememberedMinutes} * interval '1 minute'
    returning forgotten_before
  ),
  ${forgetting}
  select count(*) as moved from moved`
