import { databaseSeconds, machineSeconds } from './clock.ts'
import type { Db } from './db.ts'
import { sql } from './sql.ts'

/** Which PostgreSQL it is, and how far its clock is ahead of this machine's. */
export async function readServer(db: Db): Promise<{ readonly version: string; readonly skewSeconds: number }> {
  const { version, seconds } = await db.one<{ version: string; seconds: number }>(sql`
    select current_setting('server_version') as version, ${databaseSeconds} as seconds`)
  return { version, skewSeconds: seconds - machineSeconds() }
}
