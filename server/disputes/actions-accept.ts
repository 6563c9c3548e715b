import { type Accepted, acceptWaiting, type Decision, type Reviewed } from '../executions/actions.ts'
import { payAcceptBonus } from '../executions/actions-bonus.ts'
import { reviewAll } from '../executions/actions-bulk.ts'
import { openReport } from '../executions/actions-list.ts'
import { restore, withRejected } from '../executions/actions-restore.ts'
import { bonusUnitsOf } from '../executions/bonus.ts'
import type { BulkItem, BulkResult } from '../executions/bulk.ts'
import { readLines } from '../executions/import.ts'
import { mustBeOverridable } from '../executions/restore.ts'
import type { Ctx } from '../platform/ctx.ts'
import { untilWritten } from '../platform/db.ts'
import { inTurns } from '../platform/turns.ts'
import { idOf } from '../values/id.ts'
import { acceptedVersions } from '../values/if-match.ts'
import { mustBeVersion } from '../values/version.ts'
import { settleConceded } from './actions-decide.ts'

type Plain = Omit<Decision, 'move'> & { readonly overrideRejection?: boolean | null | undefined }
export type Acceptance = Plain & {
  /** Paid with the acceptance, or neither is done. */
  readonly bonus?: number | null | undefined
}

/**
 * An advertiser accepts a report: one that waits, one that is disputed, or, with `overrideRejection`, one that they rejected. A
 * bonus is paid with it, also where the report was accepted before, and once however often it is asked for.
 */
export function acceptReport(ctx: Ctx, { bonus, ...asked }: Acceptance): Promise<Reviewed> {
  if (bonus === null || bonus === undefined) return acceptPlain(ctx, asked)
  const { id, comment } = asked
  const units = bonusUnitsOf(bonus, 'bonus')
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const { wasAccepted } = await acceptPlain(within, asked)
    // The acceptance of this request has made a new version itself.
    return payAcceptBonus(within, { id, units, comment, versions: wasAccepted ? asked.versions : undefined })
  })
}

function acceptPlain(ctx: Ctx, asked: Plain): Promise<Accepted> {
  let isRestored = false
  return untilWritten(async () => {
    const reviewed = await acceptWaiting(ctx, asked)
    if (reviewed === 'concede') await settleConceded(ctx, asked)
    else if (reviewed === 'override') await override(ctx, asked)
    else return isRestored ? { ...reviewed, wasAccepted: false } : reviewed
    // What became of it is read anew: another decision may have come first.
    isRestored = true
    return undefined
  })
}

/** An advertiser takes a rejection back, from money of their own. */
const override = (ctx: Ctx, { id, versions, comment, rating }: Plain): Promise<void> =>
  ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const { report } = await openReport(within, id)
    const rejected = await withRejected(within, id)
    if (rejected.status !== 'Rejected') return
    mustBeOverridable(rejected, rejected.now)
    mustBeVersion(rejected, versions)
    const spoken = { comment: comment ?? null, rating: rating ?? null }
    await restore(within, rejected, 'override', {
      actor: 'advertiser',
      account: report.advertiser,
      by: 'Advertiser',
      ...spoken,
    })
  })

/** Decides on many reports, each as one by one. */
export const reviewReports = (ctx: Ctx, items: readonly BulkItem[]): Promise<BulkResult[]> =>
  reviewAll(ctx, items, async ({ id, version, comment, rating, overrideRejection, bonus }) => {
    const versions = acceptedVersions(undefined, version)
    const { report } = await acceptReport(ctx, { id: idOf(id), versions, comment, rating, overrideRejection, bonus })
    return report
  })

/** Decides as a CSV says. Returns the results, and the line of each. */
export async function reviewCsv(ctx: Ctx, csv: string): Promise<{ results: BulkResult[]; lines: readonly number[] }> {
  const read = await inTurns(readLines(csv))
  const results = await reviewReports(
    ctx,
    read.map(({ item }) => item),
  )
  return { results, lines: read.map(({ line }) => line) }
}
