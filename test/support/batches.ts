const together = 16

/** Does the same for each of many, some at once, and answers in their order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += together)
    results.push(...(await Promise.all(items.slice(start, start + together).map(work))))
  return results
}
