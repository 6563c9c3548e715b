import type { Answer } from '../support/client.ts'
import { outcome } from '../support/fixtures.ts'

/** Processes the items with limited concurrency. Returns the results in order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  concurrencyMax: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item, index)
  }
  await Promise.all(Array.from({ length: Math.min(concurrencyMax, items.length) }, worker))
  return results
}

export const createMany = <Item>(
  count: number,
  make: (index: number) => Promise<Item>,
  concurrencyMax = 32,
): Promise<Item[]> => inParallel(Array.from({ length: count }), concurrencyMax, (_, index) => make(index))

/** Counts the answers by outcome. */
export function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1
  return counts
}
