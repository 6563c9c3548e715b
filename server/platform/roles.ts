import type { Db } from './db.ts'
import { sql } from './sql.ts'

/** The role of the database that the program works as: migration 0038 says what it may do. */
export const programRole = 'market_app'

/** As whom the program works, and whether it could change the schema, and with it what refuses changes of the books. */
export const readRole = (db: Db) =>
  db.one<{ name: string; isOwner: boolean }>(sql`
    select current_user as name, pg_has_role(current_user, relowner, 'member') as is_owner
    from pg_class where oid = 'entries'::regclass`)
