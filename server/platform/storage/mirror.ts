import type { Files } from './files.ts'

/**
 * Two places while files are moved: new ones go to the first, and what is found in either counts. Whoever moves a file
 * stores it in the first before removing it from the other, so what was in neither may have been moved in between.
 */
export function inBoth(first: Files, other: Files): Files {
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
