import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/**
 * The steps of a flight that add executors to their advertiser's block list, which is created if there is none. Expects rows of
 * advertiser, executor, executor_alias and note.
 */
export const blockExecutors = (db: Db, rows: Sql): Sql[] => [
  sql`
    insert into executor_lists (advertiser, name, is_block_list, created_at, updated_at)
    select distinct advertiser, 'Blocked', true, ${db.now()}, ${db.now()} from (${rows}) wanted order by advertiser
    on conflict (advertiser) where is_block_list do update set updated_at = excluded.updated_at`,
  sql`
    insert into executor_list_members (list, executor, executor_alias, note, added_at)
    select block_list.id, wanted.executor, wanted.executor_alias, left(wanted.note, 500), ${db.now()}
    from (${rows}) wanted join executor_lists block_list on block_list.advertiser = wanted.advertiser and block_list.is_block_list
    order by wanted.advertiser, wanted.executor
    on conflict (list, executor) do nothing`,
]
