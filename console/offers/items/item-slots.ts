import type { B } from '../../api.ts'

export type ItemResult = B['Result']
/** An own offer with items. */
export type TaskWithItems = B['Task'] & { readonly itemCounts: B['ItemCounts']; readonly overlap: number }
type HowOften = {
  readonly overlap?: number | undefined
  readonly itemsPerSlot?: number | undefined
  readonly gold?: { readonly perSlot: number } | null | undefined
  readonly aggregation?: { readonly maxOverlap?: number | null | undefined } | null | undefined
}

/** Returns how many items of a slot are not gold. */
const plainOf = ({ itemsPerSlot = 1, gold }: HowOften): number => Math.max(1, itemsPerSlot - (gold?.perSlot ?? 0))

/** Returns the maximum number of slots for this many new items, with their further answers. Items that fill existing slots need fewer. */
export const slotsOf = (items: number, task: HowOften): number =>
  Math.ceil(items / plainOf(task)) * Math.max(task.overlap ?? 1, task.aggregation?.maxOverlap ?? 0)

const unitsPerCurrency = 10_000

/** Returns the exact cost of this many slots. */
export const costOf = (slots: number, costPerAction: number): number =>
  (slots * Math.round(costPerAction * unitsPerCurrency)) / unitsPerCurrency

/** Statuses of reports whose answers do not count. */
export const lost = ['Rejected', 'Withdrawn']

/** Returns how many of its answers count or may still count: those that were not skipped, rejected or withdrawn. */
export const answersOf = ({ answers }: Pick<ItemResult, 'answers'>): number =>
  answers.filter(({ skipped, status }) => skipped === undefined && !lost.includes(status)).length

/** Returns the slots that waiting items need if they are asked again: those that miss the same number of answers share slots. */
export function slotsToAskAgain(items: readonly ItemResult[], task: HowOften): number {
  const { overlap = 1 } = task
  const byMissing = Map.groupBy(items, (item) => Math.max(1, overlap - answersOf(item)))
  return [...byMissing].reduce((sum, [missing, same]) => sum + Math.ceil(same.length / plainOf(task)) * missing, 0)
}
