import { listedFor } from '../accounts/actions-callers.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import type { AuditEntry, AuditFilter } from './audit.ts'
import { readAudit } from './sql.ts'

export const listAudit = (ctx: Ctx, filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>> =>
  listedFor(ctx, page, readAudit(ctx.db.reads, ctx.by, filter, page))
