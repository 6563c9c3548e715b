import { sql } from '../sql.ts'
import type { Db } from './db.ts'

/** The database role of the program; `grant_to_program` grants its rights. */
export const programRole = 'market_app'

/**
 * The current role; whether it could change the schema, and with it the protection of the ledger; and whether it would wait for
 * locks without limit, as a role without lock_timeout does behind a pooler.
 */
export const readRole = (db: Db) =>
  db.one<{ name: string; isOwner: boolean; waitsForever: boolean }>(sql`
    select current_user as name, pg_has_role(current_user, relowner, 'member') as is_owner,
      current_setting('lock_timeout') = '0' as waits_forever
    from pg_class where oid = 'entries'::regclass`)
