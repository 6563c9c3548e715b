/** An id branded with its noun, so that ids cannot be swapped. 64-bit in the database, always below 2^53. */
export type Id<Noun extends string> = number & { readonly noun: Noun }

/** The id of no record: an invalid id in a path is answered "not found", like an unknown one. */
const nobody = 0

/** Parses an id in a path; digits only. Returns 0, the id of no record, for anything else. */
export function idFromPath<Noun extends string>(text: string): Id<Noun> {
  const number = /^[0-9]{1,19}$/.test(text) ? Number(text) : nobody
  return (Number.isSafeInteger(number) ? number : nobody) as Id<Noun>
}

/** Brands an id from a validated body. */
export const idOf = <Noun extends string>(number: number): Id<Noun> => number as Id<Noun>
