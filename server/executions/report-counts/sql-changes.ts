import { forgetOfferChanges } from '../../offers/sql-fragments.ts'
import { forgetChanges } from '../../platform/database/cached-counts.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'

/** Purges changes that hardly any cached count needs; `moved` is 0 if it was not time for that yet. */
export const purgeChanges = (db: Db) =>
  db.one<{ moved: number }>(
    forgetChanges(
      db,
      sql`
      reports as (delete from execution_changes using moved where xid < moved.forgotten_before),
      offers as (${forgetOfferChanges(sql`moved`)})`,
    ),
  )
