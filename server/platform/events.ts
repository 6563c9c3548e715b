import type { Db } from './db.ts'
import { type Sql, sql } from './sql.ts'

/**
 * Records what happened, in the statement that makes it happen. Expects rows of kind, account (who is told), offer,
 * execution, data (the figures of the moment), ranked by `rank` among the events of the statement.
 */
export const recordEvents = (db: Db, rows: Sql): Sql => sql`
  insert into events (kind, account, offer, execution, data, created_at)
  select kind, account, offer, execution, data, ${db.now()} from (${rows}) happened order by rank, execution, offer`
