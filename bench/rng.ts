/** Returns a generator of numbers in [0, 1), determined by seed and index, independent of the order of calls. */
export function rngOf(seed: number, index: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const oneOf = <Item>(items: readonly Item[], fraction: number): Item => {
  const item = items[Math.min(items.length - 1, Math.floor(fraction * items.length))]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
