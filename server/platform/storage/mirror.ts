import type { Files } from './files.ts'

/**
 * Combines two locations during a move: new files go to the first, reads try both. A move stores a file in the first location
 * before it removes it from the other, so a file missing in both is looked up in the first once more.
 */
export function mirrored(first: Files, other: Files): Files {
  const find = async <Found>(look: (location: Files) => Promise<Found | undefined>) =>
    (await look(first)) ?? (await look(other)) ?? look(first)
  return {
    put: first.put,
    open: (key) => find((location) => location.open(key)),
    sizeOf: (key) => find((location) => location.sizeOf(key)),
    remove: async (key) => {
      await other.remove(key)
      await first.remove(key)
    },
    keys: async (folder, after, most) => {
      const found = await Promise.all([first, other].map((location) => location.keys(folder, after, most)))
      return [...new Set(found.flat())].sort().slice(0, most)
    },
  }
}
