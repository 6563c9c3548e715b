import type { Rng } from '../properties/rng.ts'

/** Returns new items, some of which another request may have added already. */
export const newItems = (rng: Rng, most: number): object[] =>
  Array.from({ length: 1 + rng.whole(most) }, () => ({
    ...(rng.happens(0.3) ? { externalId: `picture-${rng.whole(30)}` } : {}),
    data: { n: rng.whole(100) },
  }))

/** Returns the members of a task with items. */
export function itemMembers(rng: Rng): object {
  const itemsPerSlot = 1 + rng.whole(3)
  const items = newItems(rng, 6)
  const overlap = 1 + rng.whole(3)
  return {
    totalLimit: undefined,
    overlap,
    ...(rng.happens(0.5) ? { aggregation: aggregationFor(rng, overlap) } : {}),
    itemsPerSlot,
    skipsMax: rng.whole(itemsPerSlot + 1),
    items,
  }
}

/** Returns how answers become results; mostly with further answers. */
const aggregationFor = (rng: Rng, overlap: number): object => ({
  method: ['Majority', 'Weighted', 'DawidSkene'][rng.whole(3)],
  ...(rng.happens(0.7) ? { minConfidence: 0.9, maxOverlap: Math.max(overlap, 2) + rng.whole(3) } : {}),
})

/** Returns answers to these items; some are skipped. */
export const answersTo = (rng: Rng, items: readonly number[]): object[] =>
  items.map((itemId, place) =>
    place > 0 && rng.happens(0.2) ? { itemId, skipped: 'Blurred' } : { itemId, value: { label: rng.whole(3) } },
  )
