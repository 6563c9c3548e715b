import type { Database, Db } from '../../../server/platform/database/db.ts'
import { sql } from '../../../server/platform/sql.ts'

/** Until a statement waits for what a transaction has locked. */
async function somebodyWaits(db: Db): Promise<void> {
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await db.many(waiting)).length === 0);
}

/** Does something in a transaction, while what `ask` begins waits for that; answers what came of it then. */
export async function meanwhile<Answer>(
  database: Database,
  first: (db: Db) => Promise<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { late } = await database.transaction(async (db) => {
    await first(db)
    const late = ask()
    await somebodyWaits(database)
    return { late }
  })
  return late
}
