const together = 16

/** Processes items in concurrent batches. Returns the results in order. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += together)
    results.push(...(await Promise.all(items.slice(start, start + together).map(work))))
  return results
}
