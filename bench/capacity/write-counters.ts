import type { Db } from '../../server/platform/database/db.ts'
import { name, sql } from '../../server/platform/sql.ts'

/** PostgreSQL's write counters: WAL bytes, and rows of each table. */
export type WriteCounters = { readonly walBytes: number; readonly tables: ReadonlyMap<string, Row> }
export type Share = { readonly walBytes: number; readonly tables: ReadonlyMap<string, TableWrites> }
export type TableWrites = {
  readonly inserted: number
  readonly updated: number
  /** HOT updates: those without index changes. */
  readonly hot: number
  readonly deleted: number
  /** Space of the inserted rows with their indexes, at the current fill of the table. */
  readonly bytes: number
}

type Row = Omit<TableWrites, 'bytes'> & { readonly table: string; readonly size: number; readonly live: number }

/** The number of connections; an idle one may report its counts a second late. */
const connections = 4

export async function readWriteCounters(db: Db): Promise<WriteCounters> {
  await Promise.all(Array.from({ length: connections }, () => db.many(sql`select pg_stat_force_next_flush()`)))
  const rows = await db.many<Omit<Row, 'live'>>(sql`
    select relname as "table", n_tup_ins as inserted, n_tup_upd as updated, n_tup_hot_upd as hot, n_tup_del as deleted,
      pg_total_relation_size(relid) as size
    from pg_stat_user_tables where schemaname = 'public'`)
  const counted = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      live: (await db.one<{ count: number }>(sql`select count(*) from ${name(row.table)}`)).count,
    })),
  )
  const { bytes } = await db.one<{ bytes: number }>(
    sql`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as bytes`,
  )
  return { walBytes: bytes, tables: new Map(counted.map((row) => [row.table, row])) }
}

/** Returns the rows and bytes written per request between two readings of the counters. */
export function perRequest(before: WriteCounters, after: WriteCounters, requests: number): Share {
  const tables = new Map<string, TableWrites>()
  for (const [table, now] of after.tables) {
    const each = (member: 'inserted' | 'updated' | 'hot' | 'deleted') =>
      (now[member] - (before.tables.get(table)?.[member] ?? 0)) / requests
    const inserted = each('inserted')
    const bytes = now.live > 0 ? (inserted * now.size) / now.live : 0
    tables.set(table, { inserted, updated: each('updated'), hot: each('hot'), deleted: each('deleted'), bytes })
  }
  return { walBytes: (after.walBytes - before.walBytes) / requests, tables }
}

/**
 * Turns full-page writes on or off. The first change of a page after a checkpoint logs the whole page, so their number depends
 * on the checkpoint interval; they are turned off while bytes are counted.
 */
export async function setFullPages(db: Db, isOn: boolean): Promise<void> {
  await db.run(isOn ? sql`alter system reset full_page_writes` : sql`alter system set full_page_writes = off`)
  await db.many(sql`select pg_reload_conf()`)
}

export const undispatched = async (db: Db): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*) from events where dispatched_at is null`)).count
