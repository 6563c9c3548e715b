import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** What a file is called whose name is forgotten. */
export const erasedFileName = 'erased'

/** Forgets the names of files that were removed; `ids` is a uuid array. */
export const markErased = (db: Db, ids: Sql): Sql => sql`
  update proofs set file_name = ${erasedFileName}, erased_at = ${db.now()} where id = any(${ids})`
