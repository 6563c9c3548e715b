import assert from 'node:assert/strict'
import type { Db } from '../../../server/platform/database/db.ts'
import { join, name, type Sql, sql } from '../../../server/platform/sql.ts'

/** Returns the tables with permanent data, without the counters of requests. */
export async function tablesIn(db: Db): Promise<string[]> {
  const tables = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relpersistence = 'p' order by relname`)
  return tables.map(({ name }) => name)
}

/** Returns all permanent data as text, table by table. */
export async function contentsOf(db: Db): Promise<string> {
  const tables = await tablesIn(db)
  const contents = await Promise.all(tables.map((table) => rowsOf(db, table)))
  return tables.map((table, index) => `${table}\n${contents[index]}`).join('\n')
}

async function rowsOf(db: Db, table: string): Promise<string> {
  const { rows } = await db.one<{ rows: string }>(sql`
    select coalesce(string_agg(stored::text, e'\n' order by stored::text), '') as rows from ${name(table)} stored`)
  return rows
}

/**
 * Keeps PostgreSQL from reading the tables in parallel, by a function that no worker may call: starting workers takes three times
 * as long as reading the few rows of a test.
 */
const withoutWorkers = sql`with alone as (select set_config('test.alone', 'on', true))`

/** Runs a statement for each permanent table and returns the rows of all, in the order of the tables. */
async function ofEachTable<Row>(db: Db, statement: (table: string) => Sql): Promise<Row[]> {
  const statements = (await tablesIn(db)).map(statement)
  return db.many<Row>(sql`${withoutWorkers} ${join(statements, sql` union all `)}`)
}

/** Returns the names of the tables with a row whose text contains one of the texts. */
export async function tablesWith(db: Db, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`)
  const found = await ofEachTable<{ name: string }>(
    db,
    (table) => sql`select ${table}::text as name
                   where exists (select from ${name(table)} stored where stored::text like any(${patterns}::text[]))`,
  )
  return found.map((each) => each.name)
}

/** Returns the number of rows per table. */
export async function rowCountsOf(db: Db): Promise<Record<string, number>> {
  const counts = await ofEachTable<{ name: string; count: number }>(
    db,
    (table) => sql`select ${table}::text as name, count(*) as count from ${name(table)}`,
  )
  return Object.fromEntries(counts.map((each) => [each.name, each.count]))
}

/** Returns each table's row count and the sum of its row hashes. The database must be idle. */
export async function digestOf(db: Db): Promise<string> {
  const told = await ofEachTable<{ told: string }>(
    db,
    (table) => sql`select concat_ws(' ', ${table}::text, count(*), sum(hashtextextended(stored::text, 0))) as told
                   from ${name(table)} stored`,
  )
  return told.map((each) => each.told).join('\n')
}

/** Runs `work` and asserts that the database is unchanged. */
export async function changesNothing(db: Db, work: () => Promise<void>): Promise<void> {
  const before = await digestOf(db)
  await work()
  assert.equal(await digestOf(db), before, 'something was changed by what was refused')
}
