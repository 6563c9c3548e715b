import { forgetOfferChanges } from '../../offers/sql-fragments.ts'
import { forgetChanges } from '../../platform/database/cached-counts.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'

/** Forgets what was noted so long ago that hardly anybody counted before it; answers whether it was time to. */
export const forgetNoted = (db: Db) =>
  db.one<{ moved: number }>(
    forgetChanges(
      db,
      sql`
      reports as (delete from execution_changes using moved where xid < moved.forgotten_before),
      offers as (${forgetOfferChanges(sql`moved`)})`,
    ),
  )
