import { type Sql, sql } from '../sql.ts'
import type { Database, Db } from './db.ts'

/*
 * Partitioned tables, so that old rows can be dropped by partition. A partition is a range of ids; ids move to the next range
 * over time. `server/migrations/0020_partitions_and_rights.sql` has the functions that change the schema on the program's behalf.
 */

export type PartitionedTable = 'events' | 'deliveries' | 'attempts' | 'audit_log'

const idsEach = 1_000_000_000
/** Partitions made in advance: the next one, and the one after it. */
const aheadMost = 2

/** The numbers of the existing partitions, and the one that receives new rows. */
export type Partitions = { readonly numbers: readonly number[]; readonly now: number }

/** Advisory lock, an arbitrary unique constant. */
const lockKey = 5_204_417_739

/** Tries to take the lock of the one process that makes and drops partitions. */
const tryLock = (db: Db) =>
  db.one<{ granted: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as granted`)

/** `numbers` is empty if the table has no numbered partitions. */
const readPartitions = (db: Db, table: PartitionedTable) =>
  db.one<Partitions>(sql`
    select partition_now(${table}::text) as now, array(
      select substring(relname from '\\d+$')::integer from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass(${table}::text) and relname ~ '_\\d+$' order by 1) as numbers`)

const missingAhead = ({ numbers, now }: Partitions): number[] =>
  numbers.length === 0
    ? []
    : Array.from({ length: aheadMost }, (_, index) => now + 1 + index).filter((each) => !numbers.includes(each))

/** Returns the numbers of the partitions that receive no new rows. */
const pastPartitions = ({ numbers, now }: Partitions): number[] => numbers.filter((each) => each < now)

/** Condition for the ids of a partition. The first one includes all lower ids. */
export function idsIn(column: Sql, number: number, { numbers }: Partitions): Sql {
  const first = number === numbers[0] ? 0 : number * idsEach
  return sql`${column} >= ${first}::bigint and ${column} < ${(number + 1) * idsEach}::bigint`
}

/** Whether the oldest row of the current partition is older than `days`: new rows should then go to the next one. */
export const isFirstOlder = (db: Db, table: Sql, all: Partitions, days: number) =>
  db.one<{ isOld: boolean }>(sql`
    select coalesce((select created_at from ${table} where ${idsIn(sql`id`, all.now, all)} order by id limit 1)
      < ${db.now()} - ${days}::integer * interval '1 day', false) as is_old`)

/** Selects tables with rows in the default partition, which should always be empty. */
export const readOverrun = (db: Db) => db.many<{ table: string }>(sql`select partitions_overrun() as "table"`)

type PartitionStep = (db: Db, all: Partitions) => Promise<{ readonly isOld: boolean }>
type IsExpired = (db: Db, number: number, all: Partitions) => Promise<{ readonly isOver: boolean }>

/** Runs each change in its own transaction, because others wait for it. Does nothing if another process has the lock. */
const withLock = (database: Database, work: (db: Db) => Promise<number>): Promise<number> =>
  database.transaction(async (db) => ((await tryLock(db)).granted ? work(db) : 0))

/** Makes the missing partitions, and moves to the next one if the rows are old enough. Returns the number of changes. */
export const makePartitionsAhead = (
  database: Database,
  table: PartitionedTable,
  areOldEnough: PartitionStep,
): Promise<number> =>
  withLock(database, async (db) => {
    const all = await readPartitions(db, table)
    const missing = missingAhead(all)
    for (const number of missing) await db.run(sql`select make_partition(${table}::text, ${number}::bigint)`)
    if (all.numbers.length === 0 || !(await areOldEnough(db, all)).isOld) return missing.length
    // New rows go to the next partition from now on.
    await db.run(sql`select turn_partition(${table}::text)`)
    return missing.length + 1
  })

/** Drops expired partitions, and the same ranges of other tables. Returns how many were dropped. */
export async function dropExpiredPartitions(
  database: Database,
  tables: readonly [PartitionedTable, ...PartitionedTable[]],
  isOver: IsExpired,
) {
  let dropped = 0
  for (const number of pastPartitions(await readPartitions(database, tables[0])))
    dropped += await withLock(database, async (db) => {
      const all = await readPartitions(db, tables[0])
      if (!all.numbers.includes(number) || !(await isOver(db, number, all)).isOver) return 0
      return dropNumber(db, tables, number)
    })
  return dropped
}

/** A table may lack the partition: an operator has moved rows by hand (docs/operate/retention.md). */
async function dropNumber(db: Db, tables: readonly PartitionedTable[], number: number): Promise<number> {
  let dropped = 0
  for (const table of tables) {
    if (!(await readPartitions(db, table)).numbers.includes(number)) continue
    await db.run(sql`select drop_partition(${table}::text, ${number}::bigint)`)
    dropped++
  }
  return dropped
}
