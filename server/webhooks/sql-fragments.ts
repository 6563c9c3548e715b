import type { By } from '../platform/database/ctx.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Restricts endpoints to the caller's own; the owner of the installation may act on all. */
export const ownEndpoint = (by: By): Sql =>
  sql`endpoints.status <> 'Deleted' and ${by === 'Local' ? sql`true` : sql`endpoints.account = caller.caller_account`}`
