/** An id remembers its noun, so that two of them cannot be swapped unnoticed. 64-bit, always below 2^53. */
export type Id<Noun extends string> = number & { readonly noun: Noun }

/** What no record has: a path that names no possible id leads to the same "not found" as an unknown one. */
const nobody = 0

/** The id that a path names; digits only. Anything else is the id of nothing. */
export function idFromPath<Noun extends string>(text: string): Id<Noun> {
  const number = /^[0-9]{1,19}$/.test(text) ? Number(text) : nobody
  return (Number.isSafeInteger(number) ? number : nobody) as Id<Noun>
}

/** An id that came as a number in a checked body. */
export const idOf = <Noun extends string>(number: number): Id<Noun> => number as Id<Noun>
