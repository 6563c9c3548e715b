import { foundFor } from '../../accounts/actions-callers.ts'
import { presentedHash } from '../../accounts/caller.ts'
import { keyHashOf } from '../../accounts/spending/actions.ts'
import { mustBeWithinDailyMax } from '../../accounts/spending/spending.ts'
import { mustHaveFunds, mustOweNothing } from '../../ledger/ledger.ts'
import { ruledSettings } from '../../money-rules/money-rule.ts'
import { unlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict, undefinedIfViolated } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import { guardedVersion, mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { ReportNotFound } from '../execution.ts'
import type { ReadReport } from '../report.ts'
import { bonusNote, decideBonus, isPaid, mayPayAcceptBonus } from './bonus.ts'
import { payBonus, readForBonus } from './sql.ts'

export type BonusRequest = {
  readonly id: Id<'execution'>
  readonly units: Units
  readonly reason: string
  readonly externalId: string | null
  readonly versions: Versions
}
type AcceptBonusRequest = Omit<BonusRequest, 'reason' | 'externalId'> & { readonly comment?: string | null | undefined }

/** Pays the bonus of an acceptance, once: the same one again changes nothing. Throws AcceptBonusPaid after another amount. */
export function payAcceptBonus(ctx: Ctx, { comment, ...request }: AcceptBonusRequest): Promise<ReadReport> {
  const reason = comment?.trim() || 'With the acceptance.'
  return payOnce(ctx, { ...request, reason, externalId: null, isOfAcceptance: true })
}

/** Pays a bonus. One with an externalId is paid once, for ever: the same again changes nothing. Throws BonusExternalIdTaken. */
export const giveBonus = (ctx: Ctx, request: BonusRequest): Promise<ReadReport> =>
  payOnce(ctx, { ...request, isOfAcceptance: false })

function payOnce(
  ctx: Ctx,
  { id, units, reason, externalId, versions, isOfAcceptance }: BonusRequest & { isOfAcceptance: boolean },
): Promise<ReadReport> {
  const { db, config } = ctx
  return retryOnConflict(async () => {
    const report = await foundFor(
      ctx,
      readForBonus(db, ctx.by, { id, externalId }, presentedHash(ctx.by)),
      ReportNotFound,
    )
    if (isPaid(report, id, units)) return report
    if (isOfAcceptance && !mayPayAcceptBonus(report, units)) return report
    mustBeVersion(report, versions)
    const { feeUnits } = decideBonus(report, units, ruledSettings(config, report.heldRules).feeBasisPoints)
    mustOweNothing(report.debtUnits, report.currency)
    mustHaveFunds(units + feeUnits, report.availableUnits, report.currency)
    mustBeWithinDailyMax(report, { units: units + feeUnits, currency: report.currency, now: report.now })
    const note = bonusNote(units, report.currency, reason)
    const version = guardedVersion(report, versions)
    const terms = {
      paidUnits: report.bonusUnits,
      money: moneyOf(config),
      isOfAcceptance,
      version,
      keyHash: keyHashOf(ctx.by),
    }
    const bonus = { ...terms, execution: id, units, feeUnits, reason, externalId, note }
    // A concurrent request may pay a bonus with this externalId: the next attempt reads it.
    const written = unlessOvertaken([bonus], () => payBonus(db, bonus))
    const [paid] = (await undefinedIfViolated(written, 'bonus_external_id_once')) ?? []
    return paid && { ...report, ...paid }
  })
}
