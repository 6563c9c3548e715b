import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { mustBeVersion } from '../../values/requests/version.ts'
import { payAcceptBonus } from '../bonus/actions.ts'
import { bonusUnitsOf } from '../bonus/bonus.ts'
import { mustBeOverridable } from '../deadlines.ts'
import { settleConceded } from '../disputes/actions-decide.ts'
import { overturnRejection, withRejected } from '../overturn/actions.ts'
import { openReport } from '../reports/actions.ts'
import { type Accepted, acceptWaiting, type Decision, type Reviewed } from '../review/actions.ts'

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
  return retryOnConflict(async () => {
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
    await overturnRejection(within, rejected, 'override', {
      actor: 'advertiser',
      account: report.advertiser,
      by: 'Advertiser',
      ...spoken,
    })
  })
