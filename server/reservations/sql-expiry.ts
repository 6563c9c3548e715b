import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { dueFirst, isDue } from './sql-fragments.ts'

/** Reads up to `limit` due reservations, longest overdue first. */
export const readDue = async (db: Db, limit: number) =>
  (
    await db.many<{ id: Id<'reservation'> }>(
      sql`select id from reservations where ${isDue(db)} order by ${dueFirst} limit ${limit}`,
    )
  ).map(({ id }) => id)
