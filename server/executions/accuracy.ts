import type { AccuracyStop } from '../items/stop.ts'
import { rounded } from '../items/stop.ts'
import type { Gold } from '../values/gold/gold.ts'
import { isQuiz } from '../values/gold/gold.ts'
import type { Id } from '../values/id.ts'

type Counts = { readonly rightCount: number; readonly answeredCount: number }
type Settings = { readonly gold: Gold | null; readonly itemsPerSlot: number | null }

/** How many gold items of an offer an executor answered, and when they were stopped for it. */
export type AccuracyRow = Counts &
  Settings & {
    readonly id: number
    readonly executor: Id<'account'>
    readonly advertiser: Id<'account'>
    readonly stoppedAt: Date | null
  }

/** The same with the alias of the executor, for the advertiser. */
export type ListedAccuracy = AccuracyRow & { readonly executorAlias: string }

/** An executor who was stopped and whose earlier work was not seen to. */
export type OpenStop = Pick<AccuracyStop, 'figures'> & {
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly advertiser: Id<'account'>
  readonly earlierWork: Gold['earlierWork']
}

/** Returns the share of right answers; null without answers. */
export const accuracyOf = ({ rightCount, answeredCount }: Counts): number | null =>
  answeredCount === 0 ? null : rightCount / answeredCount

/**
 * Whether an executor has passed a quiz; null: it is no quiz, has no threshold, or has too few answers yet. Whatever follows from a quiz, such
 * as a qualification, follows from this.
 */
export function passed(counts: Counts, { gold, itemsPerSlot }: Settings): boolean | null {
  if (!gold || gold.minAccuracy === null || !isQuiz(gold, { itemsPerSlot })) return null
  return counts.answeredCount < gold.minAnswers ? null : counts.rightCount >= gold.minAccuracy * counts.answeredCount
}

/** What an executor sees of their own accuracy. */
export type OwnAccuracy = {
  readonly accuracy: number
  readonly minAccuracy: number | null
  readonly passed: boolean | null
}

/**
 * Returns what an executor sees of their own accuracy: the share in whole percent and not before `minAnswers`, because each single answer in it
 * would tell which items are gold. Undefined until then.
 */
export function ownAccuracy(counts: Counts | null, settings: Settings): OwnAccuracy | undefined {
  const { gold } = settings
  if (!counts || !gold || counts.answeredCount < gold.minAnswers) return undefined
  const share = accuracyOf(counts)
  if (share === null) return undefined
  return { accuracy: rounded(share), minAccuracy: gold.minAccuracy, passed: passed(counts, settings) }
}
