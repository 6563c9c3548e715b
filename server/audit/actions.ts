import { listedFor, mayCall } from '../accounts/actions-callers.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { RecordFile } from '../values/csv/file.ts'
import type { Id } from '../values/id.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import type { AuditEntry, AuditFilter } from './audit.ts'
import { auditHeading, auditLine } from './audit-file.ts'
import { readAudit, readAuditBefore } from './sql.ts'

export const listAudit = (ctx: Ctx, filter: AuditFilter, page: Page): Promise<PageOf<AuditEntry>> =>
  listedFor(ctx, page, readAudit(ctx.db.reads, ctx.by, filter, page))

/** Entries that an export holds in memory at a time. */
const batchMax = 250

/** Returns the decisions as parts of a file, newest first; each batch is read after the previous one was sent. */
export async function exportAudit(ctx: Ctx, filter: AuditFilter, file: RecordFile): Promise<AsyncIterable<string>> {
  await mayCall(ctx)
  return parts(ctx, filter, file)
}

async function* parts({ db }: Ctx, filter: AuditFilter, file: RecordFile): AsyncGenerator<string> {
  yield auditHeading(file)
  for (let before: Id<'audit'> | null = null; ; ) {
    const batch: readonly AuditEntry[] = await readAuditBefore(db, filter, before, batchMax)
    const last = batch.at(-1)
    if (!last) return
    yield batch.map((entry) => auditLine(file, entry)).join('')
    before = last.id
  }
}
