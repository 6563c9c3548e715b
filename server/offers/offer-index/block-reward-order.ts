/** The rows of a block in ascending order of reward, then of activation: all of them, and by group first. Both are as long as the block. */
export type RewardOrder = { readonly all: Uint16Array; readonly byGroup: Uint16Array }

/** The members of a block that sorting needs. */
type Columns = {
  readonly order: Uint16Array
  readonly ids: Float64Array
  readonly ats: Float64Array
  readonly rewards: Float64Array
  readonly kind: Uint32Array
  readonly kinds: { readonly groups: readonly number[] }
  readonly count: number
}

/** Sorts the rows of a block. Takes about 3 ms for 8,192 rows. */
export function orderByReward({ order, rewards, kind, kinds, count }: Columns): RewardOrder {
  const sorted = (rows: Uint16Array, keyOf: (row: number) => number) => {
    const result = new Uint16Array(order.length)
    // The sort is stable, so rows with equal keys stay in order.
    result.set(rows.subarray(0, count).toSorted((one, other) => keyOf(one) - keyOf(other)))
    return result
  }
  const all = sorted(order, (row) => rewards[row] as number)
  return { all, byGroup: sorted(all, (row) => kinds.groups[kind[row] as number] as number) }
}

/** A position in order of reward; with a group, in order of group and reward. */
export type RewardPosition = { readonly reward: number; readonly at: number; readonly id: number }

/** Returns how many of these rows precede the position. */
export function rankByReward(
  { ids, ats, rewards, kind, kinds, count }: Columns,
  rows: Uint16Array,
  { reward, at, id }: RewardPosition,
  ofGroup?: number,
): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    const row = rows[middle] as number
    const difference =
      (ofGroup === undefined ? 0 : (kinds.groups[kind[row] as number] as number) - ofGroup) ||
      (rewards[row] as number) - reward ||
      (ats[row] as number) - at ||
      (ids[row] as number) - id
    if (difference < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The rows of an order that are in a range of rewards, as indexes from `low` to before `high`. */
export type RewardRange = { readonly low: number; readonly high: number }

/** Returns which rows have a reward between the two inclusive; of one group, which the order must then begin with. */
export const rangeByReward = (
  columns: Columns,
  rows: Uint16Array,
  { minUnits, maxUnits }: { readonly minUnits: number; readonly maxUnits: number },
  ofGroup?: number,
): RewardRange => ({
  low: rankByReward(columns, rows, { reward: minUnits, at: Number.NEGATIVE_INFINITY, id: 0 }, ofGroup),
  high: rankByReward(columns, rows, { reward: maxUnits, at: Number.POSITIVE_INFINITY, id: 0 }, ofGroup),
})

const placesOf = (columns: Columns, { all, byGroup }: RewardOrder, row: number) => {
  const { ids, ats, rewards, kind, kinds } = columns
  const its = { reward: rewards[row] as number, at: ats[row] as number, id: ids[row] as number }
  return [
    [all, rankByReward(columns, all, its)],
    [byGroup, rankByReward(columns, byGroup, its, kinds.groups[kind[row] as number])],
  ] as const
}

/** Adds a row that the block does not count yet. */
export function insertByReward(columns: Columns, order: RewardOrder, row: number): void {
  for (const [rows, place] of placesOf(columns, order, row)) {
    rows.copyWithin(place + 1, place, columns.count)
    rows[place] = row
  }
}

/** Removes a row that the block still counts. */
export function removeByReward(columns: Columns, order: RewardOrder, row: number): void {
  for (const [rows, place] of placesOf(columns, order, row)) rows.copyWithin(place, place + 1, columns.count)
}
