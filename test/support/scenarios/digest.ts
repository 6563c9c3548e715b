import type { Db } from '../../../server/platform/database/db.ts'
import { join, name, sql } from '../../../server/platform/sql.ts'

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

/** Returns each table's row count and the sum of its row hashes. The database must be idle. */
export async function digestOf(db: Db): Promise<string> {
  const tables = await tablesIn(db)
  const sums = tables.map(
    (table) => sql`select concat_ws(' ', ${table}::text, count(*), sum(hashtextextended(stored::text, 0))) as told
                   from ${name(table)} stored`,
  )
  const told = await db.many<{ told: string }>(join(sums, sql` union all `))
  // PostgreSQL may read tables in parallel, so the order varies.
  return told
    .map((each) => each.told)
    .sort()
    .join('\n')
}
