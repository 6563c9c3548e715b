const inParallel = 16

/** Processes items in concurrent batches. Returns the results in order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += inParallel)
    results.push(...(await Promise.all(items.slice(start, start + inParallel).map(work))))
  return results
}
