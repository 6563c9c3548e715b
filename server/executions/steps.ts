import { isoText } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** What happened to an execution, as its history keeps it: a list of one. */
export const happened = (db: Db, event: string, actor: string, revision: Sql, note: Sql): Sql => sql`
  jsonb_build_array(jsonb_build_object('atUtc', ${isoText(db.now())}, 'event', ${event}::text, 'revision', ${revision},
    'actor', ${actor}::text, 'note', ${note}))`
