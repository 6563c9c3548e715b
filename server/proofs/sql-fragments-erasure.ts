import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

export const erasedFileName = 'erased'

/** Erases the names of removed files; `ids` is a uuid array. */
export const markErased = (db: Db, ids: Sql): Sql => sql`
  update proofs set file_name = ${erasedFileName}, erased_at = ${db.now()} where id = any(${ids})`
