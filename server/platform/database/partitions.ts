import { type Sql, sql } from '../sql.ts'
import type { Database, Db } from './db.ts'

/*
 * Tables that are made of partitions, so that what is old goes as a whole. A partition is a range of ids; ids go to the next
 * range with time. Migration 0042 has the functions that change the schema for the program.
 */

export type PartitionedTable = 'events' | 'deliveries' | 'attempts' | 'audit_log'

const idsEach = 1_000_000_000
/** Made before they are needed: the one that ids go to next, and the one behind it. */
const aheadMost = 2

/** The numbers that are there, and the one that new rows come into. */
export type Partitions = { readonly numbers: readonly number[]; readonly now: number }

/** Any constant does, as long as nobody else locks by it. */
const lockKey = 5_204_417_739

/** Makes this transaction the one of all processes that makes and drops partitions, unless another is. */
const becomeKeeper = (db: Db) =>
  db.one<{ granted: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as granted`)

/** No numbers where it is one table, in a database that knows no such partitions. */
const readPartitions = (db: Db, table: PartitionedTable) =>
  db.one<Partitions>(sql`
    select partition_now(${table}::text) as now, array(
      select substring(relname from '\\d+$')::integer from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass(${table}::text) and relname ~ '_\\d+$' order by 1) as numbers`)

/** The numbers of those that are to be made. */
const missingAhead = ({ numbers, now }: Partitions): number[] =>
  numbers.length === 0
    ? []
    : Array.from({ length: aheadMost }, (_, index) => now + 1 + index).filter((each) => !numbers.includes(each))

/** The numbers of those that nothing comes into any more. */
const ended = ({ numbers, now }: Partitions): number[] => numbers.filter((each) => each < now)

/** The ids of a partition. The first one has all below, too. */
export function idsIn(column: Sql, number: number, { numbers }: Partitions): Sql {
  const first = number === numbers[0] ? 0 : number * idsEach
  return sql`${column} >= ${first}::bigint and ${column} < ${(number + 1) * idsEach}::bigint`
}

/** Whether the first row of the partition that new rows come into is older: they are to come into the next one then. */
export const isFirstOlder = (db: Db, table: Sql, all: Partitions, days: number) =>
  db.one<{ isOld: boolean }>(sql`
    select coalesce((select created_at from ${table} where ${idsIn(sql`id`, all.now, all)} order by id limit 1)
      < ${db.now()} - ${days}::integer * interval '1 day', false) as is_old`)

const makePartition = (db: Db, table: PartitionedTable, number: number) =>
  db.run(sql`select make_partition(${table}::text, ${number}::bigint)`)

/** Has new rows come into the next one from now on. */
const turnPartition = (db: Db, table: PartitionedTable) => db.run(sql`select turn_partition(${table}::text)`)

const dropPartition = (db: Db, table: PartitionedTable, number: number) =>
  db.run(sql`select drop_partition(${table}::text, ${number}::bigint)`)

/** Tables with rows that are in the partition for the rest: it should always be empty. */
export const readOverrun = (db: Db) => db.many<{ table: string }>(sql`select partitions_overrun() as "table"`)

type PartitionStep = (db: Db, all: Partitions) => Promise<{ readonly isOld: boolean }>
type Over = (db: Db, number: number, all: Partitions) => Promise<{ readonly isOver: boolean }>

/** Each change is a transaction of its own, because others wait for it. Where another process is at it there is nothing to do. */
const asKeeper = (database: Database, work: (db: Db) => Promise<number>): Promise<number> =>
  database.transaction(async (db) => ((await becomeKeeper(db)).granted ? work(db) : 0))

/** Makes what is missing; where the rows so far are old enough, new ones come into the next one. Answers how much was done. */
export const keepAhead = (database: Database, table: PartitionedTable, areOldEnough: PartitionStep): Promise<number> =>
  asKeeper(database, async (db) => {
    const all = await readPartitions(db, table)
    const missing = missingAhead(all)
    for (const number of missing) await makePartition(db, table, number)
    if (all.numbers.length === 0 || !(await areOldEnough(db, all)).isOld) return missing.length
    await turnPartition(db, table)
    return missing.length + 1
  })

/** Drops the partitions of which nothing is kept any more, with those of the same number of other tables. Answers how many. */
export async function dropOver(
  database: Database,
  tables: readonly [PartitionedTable, ...PartitionedTable[]],
  isOver: Over,
) {
  let dropped = 0
  for (const number of ended(await readPartitions(database, tables[0])))
    dropped += await asKeeper(database, async (db) => {
      const all = await readPartitions(db, tables[0])
      if (!all.numbers.includes(number) || !(await isOver(db, number, all)).isOver) return 0
      return dropNumber(db, tables, number)
    })
  return dropped
}

/** One of them may not have it: an operator has moved rows by hand (docs/operate/retention.md). */
async function dropNumber(db: Db, tables: readonly PartitionedTable[], number: number): Promise<number> {
  let dropped = 0
  for (const table of tables) {
    if (!(await readPartitions(db, table)).numbers.includes(number)) continue
    await dropPartition(db, table, number)
    dropped++
  }
  return dropped
}
