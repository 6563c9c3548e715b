import { bonusUnitsOf } from '../executions/bonus/bonus.ts'
import { decideAccept } from '../executions/decisions/decide.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { factsOf, type ItemWithReport, mayDecide, type Results, refusal, resultOf, versionsOf } from './actions-bulk.ts'
import { type BulkResult, mustFitActions, type Totals } from './bulk-review.ts'
import { readLines } from './csv-import.ts'

type Effect = Pick<Totals, 'costUnits' | 'bonusUnits'> & {
  readonly kind: Exclude<keyof Totals, 'costUnits' | 'bonusUnits'>
}

/**
 * Decides on the reports in a CSV without writing. Returns the results with the current statuses, the line of each, and totals. Later
 * decisions, balances and limits of bonuses and rejections can still refuse some.
 */
export async function previewCsv(
  ctx: Ctx,
  csv: string,
): Promise<{ results: BulkResult[]; lines: readonly number[]; totals: Totals }> {
  const read = await readLines(csv)
  const items = read.map(({ item }) => item)
  mustFitActions(items)
  const results: Results = new Map()
  const { now, read: found } = await factsOf(ctx, items, results)
  const effects = found.map((one) => effectOf(one, now, results))
  const missing = items.length - found.length
  const count = (kind: Effect['kind']) => effects.filter((effect) => effect.kind === kind).length
  const sum = (member: 'costUnits' | 'bonusUnits') => effects.reduce((units, effect) => units + effect[member], 0n)
  return {
    results: items.map(({ id }) => results.get(id) as BulkResult),
    lines: read.map(({ line }) => line),
    totals: {
      accept: count('accept'),
      reject: count('reject'),
      rework: count('rework'),
      unchanged: count('unchanged'),
      refused: count('refused') + missing,
      costUnits: sum('costUnits'),
      bonusUnits: sum('bonusUnits'),
    },
  }
}

/** Returns what one decision would do, and sets its result. */
function effectOf(one: ItemWithReport, now: Date, results: Results): Effect {
  const { item, report } = one
  const nothing = { costUnits: 0n, bonusUnits: 0n }
  try {
    const { action, bonus, overrideRejection } = item
    const bonusUnits = bonus ? bonusUnitsOf(bonus, 'bonus') : 0n
    const isNew =
      action === 'accept'
        ? decideAccept(report, { versions: versionsOf(item), overrideRejection, now }) !== 'unchanged'
        : mayDecide(one, now)
    results.set(item.id, resultOf(report))
    if (!isNew) return { kind: 'unchanged', costUnits: 0n, bonusUnits }
    if (action !== 'accept') return { kind: action, ...nothing }
    return { kind: action, costUnits: report.rewardUnits + report.feeUnits + report.addOnUnits, bonusUnits }
  } catch (error) {
    results.set(item.id, refusal(report, error))
    return { kind: 'refused', ...nothing }
  }
}
