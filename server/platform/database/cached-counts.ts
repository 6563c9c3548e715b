import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { type Sql, sql } from '../sql.ts'
import type { Database, Db } from './db.ts'

/** How many there were, what was committed by then, and in which life of the database. */
export type CachedCount = { readonly count: number; readonly snapshot: string; readonly life: string }

/** What is known of a count; `anew`: nothing is, and nothing shall be kept. */
export type KnownCount = CachedCount | 'anew' | undefined

/** What a statement made with `countOf` tells beside its count, in every row. */
export type CountedRow = {
  readonly totalCount: number
  readonly countedIn: string
  readonly countedLife: string | null
}

/** Counts that a process keeps. One that nobody has asked for in a while makes room: it is counted again. */
const keptMost = 10_000

/** The counts, and what is being counted for the first time. */
const keptOf = memoizePerObject((_db: Db) => ({
  counts: boundedMap<string, CachedCount>(keptMost),
  counting: new Map<string, Promise<void>>(),
  many: boundedMap<string, true>(keptMost),
}))

/** So many are counted by a replica each time: a standby does not know which transactions are under way, so no count of it can be kept. */
const countedAnewMax = 10_000

/**
 * Asks with what was counted the last time, if that is known, and keeps what is counted now. Whoever asks for what somebody
 * is counting at this moment waits for them, because counting costs so much more than adding what came since.
 */
export async function withCount<Row extends CountedRow>(
  db: Database,
  key: string,
  ask: (db: Db, known: KnownCount) => Promise<Row[]>,
): Promise<Row[]> {
  // What a transaction has written is not committed for its own snapshot either: it would be added once more.
  if (db.isTransaction) return ask(db, undefined)
  const kept = keptOf(db)
  if (db.readCounts()?.isResting === false && !kept.many.get(key))
    return countAnew(db, ask, () => kept.many.set(key, true))
  await kept.counting.get(key)
  const known = kept.counts.get(key)
  const asked = ask(db, known).then((rows) => {
    const counted = countedIn(rows[0])
    if (counted) kept.counts.set(key, counted)
    else kept.counts.delete(key)
    return rows
  })
  const end = () => void kept.counting.delete(key)
  if (!known) kept.counting.set(key, asked.then(end, end))
  return asked
}

async function countAnew<Row extends CountedRow>(
  db: Database,
  ask: (db: Db, known: KnownCount) => Promise<Row[]>,
  tooMany: () => void,
): Promise<Row[]> {
  const rows = await ask(db.reads, 'anew')
  if ((rows[0]?.totalCount ?? 0) > countedAnewMax) tooMany()
  return rows
}

const countedIn = (row: CountedRow | undefined): CachedCount | undefined =>
  !row || row.countedLife === null
    ? undefined
    : { count: row.totalCount, snapshot: row.countedIn, life: row.countedLife }

/** One row, `marks`: in which life the database is, null where nothing is noted in it yet, and what is forgotten. */
export const countMarks = sql`
  (values (true)) always left join (
    select life || ' ' || pg_postmaster_start_time() as life, forgotten_before from count_marks) marks on true`

export type Counting = {
  readonly known: KnownCount
  /** Counts them all: an expression. */
  readonly all: Sql
  /** What the count has become since, from the known one: an expression, null where they must be counted again. */
  readonly since: (count: Sql) => Sql
}

/**
 * One row: total_count, and what it takes to add to it the next time. It is exact, because what was committed since the
 * snapshot of the last count is told by the same mechanism that tells what a statement sees.
 */
export const countOf = ({ known, all, since }: Counting): Sql =>
  known === 'anew' ? countAlone(all) : countKept(known, all, since)

/** On a replica there is nothing noted: those tables are unlogged. */
const countAlone = (all: Sql): Sql => sql`
  select ${all} as total_count, null::text as counted_in, null::text as counted_life`

const countKept = (known: CachedCount | undefined, all: Sql, since: Counting['since']): Sql => sql`
  select coalesce(case when marks.life = ${known?.life ?? null}::text
      and marks.forgotten_before <= pg_snapshot_xmin(${known?.snapshot ?? null}::pg_snapshot)
    then ${since(sql`${known?.count ?? null}::bigint`)} end, ${all}) as total_count,
    pg_current_snapshot()::text as counted_in, marks.life as counted_life
  from ${countMarks}`

/** Of a row that was noted with the id of its transaction: the count with this snapshot has not seen it. */
export const unseenBy = (known: KnownCount | Pick<CachedCount, 'snapshot'>): Sql => {
  const seen = known === 'anew' ? null : (known?.snapshot ?? null)
  const snapshot = sql`${seen}::pg_snapshot`
  return sql`xid >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(xid, ${snapshot})`
}

const rememberedMinutes = 5

/**
 * Once in a while, forgets what was noted before the last time: `forgetting` are the parts of a statement that delete what
 * is noted before `moved.forgotten_before`. Whoever counted earlier counts again.
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
