import { createHash } from 'node:crypto'
import type { Db } from '../../server/platform/db.ts'
import { name, sql } from '../../server/platform/sql.ts'

/** Everything that the database holds for good, as text, table by table: not how many requests it was asked. */
export async function contentsOf(db: Db): Promise<string> {
  const tables = await db.many<{ tablename: string }>(sql`
    select relname::text as tablename from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`)
  const contents = await Promise.all(tables.map(({ tablename }) => rowsOf(db, tablename)))
  return tables.map(({ tablename }, index) => `${tablename}\n${contents[index]}`).join('\n')
}

async function rowsOf(db: Db, table: string): Promise<string> {
  const { rows } = await db.one<{ rows: string }>(sql`
    select coalesce(string_agg(stored::text, e'\n' order by stored::text), '') as rows from ${name(table)} stored`)
  return rows
}

/** The same while nothing changes in the database. */
export const digestOf = async (db: Db): Promise<string> =>
  createHash('sha256')
    .update(await contentsOf(db))
    .digest('hex')
