import type { Id } from '../../values/id.ts'
import { decimalOf, feeOf, moneyText, type Units, unitsOf } from '../../values/money.ts'
import { bodyError, conflict, ValidationError } from '../../values/problems/problem.ts'
import type { Execution } from '../execution.ts'

/** The minimum bonus, and the maximum of all bonuses of a report as a number of rewards. */
export const bonusMin = 0.01
const rewardsMax = 5n

export const ReportNotAccepted = conflict<{ currentStatus: string }>(
  'report_not_accepted',
  'Report not accepted',
  ({ currentStatus }) => `Bonuses are paid only for accepted work; this report is ${currentStatus.toLowerCase()}.`,
)
export const BonusLimitReached = conflict<{ maximum: number; paid: number; currency: string }>(
  'bonus_limit_reached',
  'Bonus too large',
  ({ maximum, paid, currency }) =>
    `The bonuses of this report are limited to ${maximum.toFixed(4)} ${currency}; ${paid.toFixed(4)} ${currency} is already paid.`,
)

export const AcceptBonusPaid = conflict<{ paid: number; currency: string }>(
  'accept_bonus_paid',
  'Another bonus was paid',
  ({ paid, currency }) =>
    `The report was accepted with a bonus of ${paid.toFixed(4)} ${currency}. Pay a further one with POST /v1/reports/{id}/bonus.`,
)

export const BonusExternalIdTaken = conflict<{ existingReportId: number; amount: number }>(
  'bonus_external_id_taken',
  'Bonus already paid',
  ({ existingReportId, amount }) =>
    `A bonus of ${amount.toFixed(4)} for the report ${existingReportId} already has this externalId. Another bonus needs another externalId.`,
)

/** The bonus that already has the requested externalId; null: none has. */
export type SameId = { readonly namedExecution: Id<'execution'> | null; readonly namedUnits: Units | null }

/** Returns whether this bonus was already paid. Throws BonusExternalIdTaken if another one has its externalId. */
export function isPaid({ namedExecution, namedUnits }: SameId, execution: Id<'execution'>, units: Units): boolean {
  if (namedExecution === null || namedUnits === null) return false
  if (namedExecution === execution && namedUnits === units) return true
  throw BonusExternalIdTaken({ existingReportId: namedExecution, amount: decimalOf(namedUnits) })
}

/** Returns the units of a requested amount. Throws ValidationError if it is invalid or below the minimum. */
export function bonusUnitsOf(amount: number, field = 'amount'): Units {
  try {
    const units = unitsOf(amount)
    if (units >= unitsOf(bonusMin)) return units
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw ValidationError([
    bodyError(field, 'range', {
      en: `must be at least ${bonusMin}, with at most four digits behind the point.`,
      ru: `должно быть не меньше ${bonusMin}, не больше четырёх знаков после запятой.`,
    }),
  ])
}

type AcceptBonus = { readonly acceptBonusUnits: Units; readonly currency: string }

/** Returns whether the bonus of an acceptance is still to be paid: it is paid once. Throws AcceptBonusPaid after another amount. */
export function mayPayAcceptBonus({ acceptBonusUnits: paid, currency }: AcceptBonus, units: Units): boolean {
  if (paid === 0n) return true
  if (paid === units) return false
  throw AcceptBonusPaid({ paid: decimalOf(paid), currency })
}

type Paid = Pick<Execution, 'status' | 'rewardUnits' | 'bonusUnits' | 'currency'>

/** Returns the fee of a bonus. Throws the reason if it cannot be paid. */
export function decideBonus(execution: Paid, units: Units, feeBasisPoints: number): { readonly feeUnits: Units } {
  const { status, rewardUnits, bonusUnits, currency } = execution
  if (status !== 'Accepted') throw ReportNotAccepted({ currentStatus: status })
  const limitUnits = rewardUnits * rewardsMax
  if (bonusUnits + units > limitUnits)
    throw BonusLimitReached({ maximum: decimalOf(limitUnits), paid: decimalOf(bonusUnits), currency })
  return { feeUnits: feeOf(units, feeBasisPoints) }
}

export const bonusNote = (units: Units, currency: string, reason: string): string =>
  `${moneyText(units, currency)}: ${reason}`
