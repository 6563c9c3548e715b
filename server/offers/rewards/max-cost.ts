import { decimalOf, type Units } from '../../values/money.ts'
import { conflict } from '../../values/problems/problem.ts'

export const MaxCostExceeded = conflict<{ maxCost: number; totalCost: number; currency: string }>(
  'max_cost_exceeded',
  'Maximum cost exceeded',
  ({ maxCost, totalCost, currency }) => `The cost would be ${totalCost} ${currency}, above the maxCost of ${maxCost}.`,
)

export const MaxCostRequired = conflict<{ totalCost: number; currency: string }>(
  'max_cost_required',
  'Maximum cost required',
  ({ totalCost, currency }) =>
    `This change holds more money, and the API key has a daily limit. Send the total cost that you agree to as maxCost: ${totalCost} ${currency} at least.`,
)

type Total = { readonly totalUnits: Units; readonly currency: string }

export function mustNotCostMore({ totalUnits, currency }: Total, maxCost: number | null | undefined): void {
  const total = decimalOf(totalUnits)
  if (typeof maxCost === 'number' && total > maxCost) throw MaxCostExceeded({ maxCost, totalCost: total, currency })
}
