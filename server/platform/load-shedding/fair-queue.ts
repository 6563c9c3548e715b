/** Items that wait in one queue for each holder; the holders take turns. */
export type FairQueue<Item> = {
  has(holder: string): boolean
  /** Adds an item. Beyond the maximum, removes and returns the last item of the longest queue, which may be the added one. */
  add(holder: string, item: Item): Item | undefined
  remove(holder: string, item: Item): void
  /** Removes and returns the first item of the next holder that `isAllowed`. */
  next(isAllowed: (holder: string) => boolean): { readonly holder: string; readonly item: Item } | undefined
}

export function createFairQueue<Item>(itemsMax: number): FairQueue<Item> {
  /** In the order of their turns. */
  const queues = new Map<string, Set<Item>>()
  let size = 0
  const remove = (holder: string, item: Item): void => {
    const queue = queues.get(holder)
    if (!queue?.delete(item)) return
    size--
    if (queue.size === 0) queues.delete(holder)
  }
  const removeLastOfLongest = (): Item | undefined => {
    const [longest] = [...queues].toSorted(([, one], [, other]) => other.size - one.size)
    if (!longest) return undefined
    const last = [...longest[1]].at(-1) as Item
    remove(longest[0], last)
    return last
  }
  return {
    has: (holder) => queues.has(holder),
    add: (holder, item) => {
      const queue = queues.get(holder) ?? new Set()
      queues.set(holder, queue.add(item))
      return ++size > itemsMax ? removeLastOfLongest() : undefined
    },
    remove,
    next: (isAllowed) => {
      for (const [holder, queue] of queues) {
        if (!isAllowed(holder)) continue
        const [item] = queue as Iterable<Item> as [Item]
        remove(holder, item)
        // Its next turn comes after those of the others.
        if (queues.delete(holder)) queues.set(holder, queue)
        return { holder, item }
      }
      return undefined
    },
  }
}
