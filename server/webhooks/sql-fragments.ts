import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Restricts endpoints to the caller's own; the owner of the installation may act on all. */
export const ownEndpoint = (by: By): Sql =>
  sql`endpoints.status <> 'Deleted' and ${by === 'Local' ? sql`true` : sql`endpoints.account = caller.caller_account`}`

/** Statements that delete an account's endpoints and erase their URLs. */
export const eraseEndpoints = (db: Db, account: Sql): readonly Sql[] => [
  sql`update endpoints set status = 'Deleted', url = 'https://deleted.invalid/', host = 'deleted.invalid', description = null, disabled_reason = null, secret = ''::bytea,
      previous_secret = null, previous_secret_until = null, due_at = null, updated_at = ${db.now()}
    where account = ${account} and url <> 'https://deleted.invalid/'`,
]
