import { type Answered, ask, asking, type Board, type BoardPlace, countAll, type FoundPlace } from './board.ts'
import { type Asked, everything, type Narrowing, type Spare } from './board-narrow.ts'
import { rankOf } from './board-tally.ts'

/** A part of the board in the order of rewards: behind a place it goes on with what is behind it at its reward. */
export type WantedSorted = {
  readonly narrowing: Narrowing
  readonly offset: number
  readonly after: FoundPlace | undefined
  readonly most: number
}

/** Listings of these rewards, which are whole units, in the order of activation. */
const between = (narrowing: Asked, least: number, highest: number): Asked => ({
  ...narrowing,
  minUnits: Math.max(narrowing.minUnits, least),
  maxUnits: Math.min(narrowing.maxUnits, highest),
})

/**
 * The places that are asked for, the highest reward first, and how many there are in all. No order of rewards is kept: counting
 * tells between which rewards the page lies, and of each the latest are found in the order of activation.
 */
export function askSorted(board: Board, wanted: WantedSorted): Answered {
  const narrowing = asking(board, wanted.narrowing)
  const spare = { sorts: 1 }
  const total = countAll(board, narrowing, spare)
  const { after, offset, most } = wanted
  if (!after && offset >= total) return { total, places: [] }
  const highest = after?.rewardUnits ?? rewardOfNth(board, narrowing, offset, spare)
  const above = after ? 0 : countAll(board, between(narrowing, highest + 1, everything.maxUnits), spare)
  const first = latest(board, between(narrowing, highest, highest), { after, offset: offset - above, most })
  const below = between(narrowing, everything.minUnits, highest - 1)
  return { total, places: [...first, ...best(board, below, most - first.length, spare)] }
}

type Part = { readonly after?: BoardPlace | undefined; readonly offset?: number; readonly most: number }

const latest = (board: Board, narrowing: Asked, { after, offset = 0, most }: Part): readonly FoundPlace[] =>
  most === 0 ? [] : ask(board, { narrowing, after, offset, most }).places

/** So many of the highest rewards: all that are above the least of them, and of that one the latest. */
function best(board: Board, narrowing: Asked, most: number, spare: Spare): readonly FoundPlace[] {
  const wanted = most === 0 ? 0 : Math.min(most, countAll(board, narrowing, spare))
  if (wanted === 0) return []
  const least = rewardOfNth(board, narrowing, wanted - 1, spare)
  const above = between(narrowing, least + 1, everything.maxUnits)
  const whole = latest(board, above, { most: countAll(board, above, spare) })
  const rest = latest(board, between(narrowing, least, least), { most: wanted - whole.length })
  return [...whole.toSorted((one, other) => other.rewardUnits - one.rewardUnits), ...rest]
}

/** The reward of a listing by its number in the order of rewards, which is less than there are: the most that enough still have. */
function rewardOfNth(board: Board, narrowing: Asked, number: number, spare: Spare): number {
  const { rewards, size } = board.tally.all
  let low = rankOf(rewards, size, narrowing.minUnits, false)
  let high = rankOf(rewards, size, narrowing.maxUnits, true) - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const enough = countAll(board, between(narrowing, rewards[middle] as number, everything.maxUnits), spare) > number
    if (enough) low = middle
    else high = middle - 1
  }
  return rewards[low] as number
}
