import { mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { ListedReport } from '../report.ts'
import type { ReportFilter } from '../report-filter.ts'
import { type AskedExport, readNext } from './sql.ts'

/** Reports that an export holds in memory at a time. */
const setMost = 250

export type Export = { readonly now: Date; readonly sets: AsyncIterable<readonly ListedReport[]> }

/** Returns all reports of an advertiser in batches; each batch is read after the previous one was consumed. */
export async function exportReports(ctx: Ctx, filter: ReportFilter): Promise<Export> {
  const { callerAccount: account, now } = await mayCall(ctx)
  return { now, sets: setsOf(ctx.db, { account, filter, after: undefined }) }
}

async function* setsOf(db: Database, asked: AskedExport): AsyncGenerator<readonly ListedReport[]> {
  for (let after = asked.after; ; ) {
    const set = await readNext(db, { ...asked, after }, setMost)
    if (set.length === 0) return
    yield set
    after = set.at(-1)
  }
}
