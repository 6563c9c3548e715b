import { reject } from '../executions/decisions/actions-review.ts'
import { requestRework } from '../executions/decisions/actions-rework.ts'
import { ReportNotFound } from '../executions/execution.ts'
import type { ReadReport } from '../executions/report.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { acceptReport } from '../reviews/actions.ts'
import type { Id } from '../values/id.ts'
import { inSandbox } from './actions.ts'
import { actingAs } from './actions-people.ts'
import { advertiserEmail, type Decision } from './sandbox.ts'
import { readAdvertiser } from './sql.ts'

export type Review = {
  readonly execution: Id<'execution'>
  readonly decision: Decision
  readonly reason?: string | undefined
}

/**
 * Has the simulated advertiser decide on work at one of their tasks. Throws ReportNotFound for other work, and what an
 * advertiser would be refused with.
 */
export async function reviewWork(ctx: Ctx, { execution: id, decision, reason }: Review): Promise<ReadReport> {
  await inSandbox(ctx)
  const owner = await readAdvertiser(ctx.db, id, advertiserEmail)
  if (!owner) throw ReportNotFound({})
  const advertiser = await actingAs(ctx, owner.id, 'Advertiser')
  const given = { id, reason: reason ?? 'The simulated advertiser decided so.' }
  if (decision === 'Accept') return acceptReport(advertiser, { id })
  return decision === 'Reject' ? reject(advertiser, given) : requestRework(advertiser, given)
}
