import type { Database, Db } from '../../../server/platform/database/db.ts'
import { sql } from '../../../server/platform/sql.ts'

/** How many statements of the database wait for a lock. */
export const blockedStatements = async (db: Db): Promise<number> =>
  (
    await db.many(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  ).length

/** Returns when at least `count` statements of the database wait for a lock. */
export async function waitForBlockedStatements(db: Db, count = 1): Promise<void> {
  while ((await blockedStatements(db)) < count);
}

/** Runs a change in a transaction that blocks the request started by `ask`. Returns its response. */
export async function whileBlocked<Answer>(
  database: Database,
  first: (db: Db) => Promise<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { late: blocked } = await database.transaction(async (db) => {
    await first(db)
    const blocked = ask()
    await waitForBlockedStatements(database)
    return { late: blocked }
  })
  return blocked
}
