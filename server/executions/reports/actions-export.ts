import { mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { ListedReport } from '../report.ts'
import type { ReportFilter } from '../report-filter.ts'
import { type ExportQuery, readAnswerNames, readNext } from './sql-export.ts'

/** Reports that an export holds in memory at a time. */
const setMost = 250

export type Export = {
  readonly now: Date
  /** The members of the details that the prices of these reports know. */
  readonly answers: readonly string[]
  readonly sets: AsyncIterable<readonly ListedReport[]>
}

/** Returns all reports of an advertiser in batches; each batch is read after the previous one was consumed. */
export async function exportReports(ctx: Ctx, filter: ReportFilter): Promise<Export> {
  const { callerAccount: account, now } = await mayCall(ctx)
  const answers = await readAnswerNames(ctx.db.reads, account, filter)
  return { now, answers: answers.map(({ name }) => name), sets: setsOf(ctx.db, { account, filter, after: undefined }) }
}

async function* setsOf(db: Database, query: ExportQuery): AsyncGenerator<readonly ListedReport[]> {
  for (let after = query.after; ; ) {
    const set = await readNext(db, { ...query, after }, setMost)
    if (set.length === 0) return
    yield set
    after = set.at(-1)
  }
}
