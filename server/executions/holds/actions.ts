import { writeUnlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Execution } from '../execution.ts'
import type { RejectionToHold } from './holds.ts'
import { TooManyRejections } from './rejection-limit.ts'
import { holdOneRejection, holdRejections } from './sql.ts'

/** Holds many rejections. Returns the executions that were still undecided. */
export const holdBatched = ({ db, config }: Pick<Ctx, 'db' | 'config'>, requests: readonly RejectionToHold[]) =>
  writeUnlessOvertaken(requests, (some) => holdRejections(db, some, config.operatorReviewSeconds))

/**
 * Holds a rejection until an operator reviews it. Returns undefined if another decision came first. Throws TooManyRejections for work in
 * rework.
 */
export function holdRejection({ db, config }: Ctx, report: Pick<Execution, 'status'>, request: RejectionToHold) {
  if (report.status !== 'Pending') throw TooManyRejections({})
  return holdOneRejection(db, { ...request, seconds: config.operatorReviewSeconds })
}
