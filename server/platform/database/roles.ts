import { sql } from '../sql.ts'
import type { Db } from './db.ts'

/** The role of the database that the program works as: migration 0038 says what it may do. */
export const programRole = 'market_app'

/**
 * As whom the program works; whether it could change the schema, and with it what refuses changes of the books; whether it
 * would wait for a lock without end, which a pooler makes of a role that is given no limit.
 */
export const readRole = (db: Db) =>
  db.one<{ name: string; isOwner: boolean; waitsForever: boolean }>(sql`
    select current_user as name, pg_has_role(current_user, relowner, 'member') as is_owner,
      current_setting('lock_timeout') = '0' as waits_forever
    from pg_class where oid = 'entries'::regclass`)
