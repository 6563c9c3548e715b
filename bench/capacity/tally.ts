import type { Db } from '../../server/platform/db.ts'
import { sql } from '../../server/platform/sql.ts'

/** What PostgreSQL has written so far: of its log in bytes, and of each table rows and bytes with their indexes. */
export type Tally = { readonly walBytes: number; readonly tables: ReadonlyMap<string, Written> }
export type Written = {
  readonly inserted: number
  readonly updated: number
  /** Of these, without an index. */
  readonly hot: number
  readonly deleted: number
  readonly bytes: number
}

type Row = Written & { readonly table: string }

/** Its connections, each of which tells what it counted a second later if nobody asks. */
const connections = 4

export async function takeTally(db: Db): Promise<Tally> {
  await Promise.all(Array.from({ length: connections }, () => db.many(sql`select pg_stat_force_next_flush()`)))
  const rows = await db.many<Row>(sql`
    select relname as "table", n_tup_ins as inserted, n_tup_upd as updated, n_tup_hot_upd as hot, n_tup_del as deleted,
      pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables where schemaname = 'public'`)
  const { bytes } = await db.one<{ bytes: number }>(
    sql`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as bytes`,
  )
  return { walBytes: bytes, tables: new Map(rows.map(({ table, ...written }) => [table, written])) }
}

const none: Written = { inserted: 0, updated: 0, hot: 0, deleted: 0, bytes: 0 }
const members = ['inserted', 'updated', 'hot', 'deleted', 'bytes'] as const

/** What was written between two tallies, for each of so many requests. */
export function perRequest(before: Tally, after: Tally, requests: number): Tally {
  const tables = new Map<string, Written>()
  for (const [table, now] of after.tables) {
    const then = before.tables.get(table) ?? none
    const each = Object.fromEntries(members.map((member) => [member, (now[member] - then[member]) / requests]))
    if (members.some((member) => each[member] !== 0)) tables.set(table, each as Written)
  }
  return { walBytes: (after.walBytes - before.walBytes) / requests, tables }
}

/**
 * Of a page that changes for the first time behind a checkpoint, all is logged, however little it was. How often that is
 * depends on how far checkpoints lie apart; so it is left out while bytes are counted.
 */
export async function setFullPages(db: Db, isOn: boolean): Promise<void> {
  await db.run(isOn ? sql`alter system reset full_page_writes` : sql`alter system set full_page_writes = off`)
  await db.many(sql`select pg_reload_conf()`)
}

export const undispatched = async (db: Db): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*) from events where dispatched_at is null`)).count
