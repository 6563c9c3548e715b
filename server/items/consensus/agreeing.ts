import type { Id } from '../../values/id.ts'
import { comparedAnswersMin } from '../../values/rules/rule-errors.ts'
import type { Given } from './labels.ts'

/** Whether an answer of an executor to a question of an item agrees with its result. */
export type Agreed = Pick<Given, 'item' | 'executor'> & { readonly isAgreed: boolean }

type Count = { readonly items: Set<number>; compared: number; agreed: number }

/** How many answers of each executor were compared with results, about which items, and how many agree. */
export type Agreeing = Map<number, Count>

/** Beyond this confidence, the result is no draw. */
const drawConfidence = 0.5

/** Compares answers with results. Those of few answers, and draws, say nothing about anyone. */
export const agreedOf = <Vote extends Given, Result extends { readonly confidence: number }>(
  byItem: ReadonlyMap<number, readonly Vote[]>,
  results: ReadonlyMap<number, Result>,
  isAgreed: (vote: Vote, result: Result) => boolean,
): Agreed[] =>
  [...byItem].flatMap(([item, votes]) => {
    const result = results.get(item)
    if (!result || votes.length < comparedAnswersMin || result.confidence <= drawConfidence) return []
    return votes.map((vote) => ({ item, executor: vote.executor, isAgreed: isAgreed(vote, result) }))
  })

/** Adds compared answers to the counts. */
export function countAgreed(agreeing: Agreeing, compared: readonly Agreed[]): void {
  for (const { item, executor, isAgreed } of compared) {
    const count = agreeing.get(executor) ?? { items: new Set(), compared: 0, agreed: 0 }
    agreeing.set(executor, count)
    count.items.add(item)
    count.compared++
    count.agreed += isAgreed ? 1 : 0
  }
}

/** An executor whose agreement with the results of an offer waits for its rules. */
export type ToRule = {
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly items: number
  readonly compared: number
  readonly agreed: number
}
