import { admitted } from '../accounts/caller.ts'
import { InsufficientFunds } from '../ledger/ledger.ts'
import type { Ctx } from '../platform/ctx.ts'
import { untilWritten } from '../platform/db.ts'
import type { Id } from '../values/id.ts'
import { decimalOf, moneyOf, type Units } from '../values/money.ts'
import { type Decision, type Reviewed, review } from './actions.ts'
import { bonusNote, decideBonus } from './bonus.ts'
import { ReportNotFound } from './execution.ts'
import type { Report } from './report.ts'
import { payBonus, readForBonus } from './sql-bonus.ts'

export type BonusAsked = { readonly id: Id<'execution'>; readonly units: Units; readonly reason: string }

/** Accepts a report and pays a bonus with it, or does neither. Accepted before, it is answered as it is. */
export const acceptWithBonus = (ctx: Ctx, decision: Omit<Decision, 'move'>, units: Units): Promise<Reviewed> =>
  ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const reviewed = await review(within, { ...decision, move: 'accept' })
    const reason = decision.comment?.trim() || 'With the acceptance.'
    return reviewed.isNew ? giveBonus(within, { id: decision.id, units, reason }) : reviewed
  })

/** An advertiser pays for accepted work once more. */
export function giveBonus(ctx: Ctx, { id, units, reason }: BonusAsked): Promise<{ report: Report; now: Date }> {
  const { db, config } = ctx
  return untilWritten(async () => {
    const { caller, rows } = admitted(ctx.by, await readForBonus(db, ctx.by, id))
    const report = rows[0]
    if (!report) throw ReportNotFound({})
    const { feeUnits } = decideBonus(report, units, config.feeBasisPoints)
    mustAfford(report, units + feeUnits)
    const note = bonusNote(units, report.currency, reason)
    const terms = { paidUnits: report.bonusUnits, money: moneyOf(config) }
    const paid = await payBonus(db, { ...terms, execution: id, units, feeUnits, reason, note })
    return paid && { report: { ...report, ...paid }, now: caller.now }
  })
}

function mustAfford({ availableUnits, currency }: { availableUnits: Units; currency: string }, units: Units): void {
  if (availableUnits >= units) return
  throw InsufficientFunds({
    required: decimalOf(units),
    available: decimalOf(availableUnits),
    shortfall: decimalOf(units - availableUnits),
    currency,
  })
}
