import { admitted } from '../accounts/caller.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import type { AuditEntry, AuditFilter } from './audit.ts'
import { readAudit } from './sql.ts'

/** What was decided, for an operator. */
export async function listAudit(ctx: Ctx, filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>> {
  const { caller, rows } = admitted(ctx.by, await readAudit(ctx.db.reads, ctx.by, filter, page))
  return listed(rows, page, caller, ctx.secretKey)
}
