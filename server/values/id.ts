/** An id branded with its noun, so that ids cannot be swapped. 64-bit in the database, always below 2^53. */
export type Id<Noun extends string> = number & { readonly noun: Noun }

/** The id of no record: an invalid id in a path is answered "not found", like an unknown one. */
const nobody = 0

/**
 * Parses an id in a text, such as a cell of a CSV. Returns undefined for anything else. Digits without leading zeros only: a second
 * spelling would make another resource for an Idempotency-Key.
 */
export function idFromText<Noun extends string>(text: string): Id<Noun> | undefined {
  const number = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : nobody
  return number !== nobody && Number.isSafeInteger(number) ? (number as Id<Noun>) : undefined
}

/** Parses an id in a path, as `idFromText` does. Returns 0, the id of no record, for anything else. */
export const idFromPath = <Noun extends string>(text: string): Id<Noun> => idFromText(text) ?? (nobody as Id<Noun>)

/** Brands an id from a validated body. */
export const idOf = <Noun extends string>(number: number): Id<Noun> => number as Id<Noun>
