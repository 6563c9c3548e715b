/** How the numbers that executors answered become one. */
export type NumberMethod = 'Median' | 'Mean' | 'TrimmedMean'

/** The share of the numbers that a trimmed mean leaves out at each end. */
const trimmedShare = 0.2

/** Returns the sum of parts instead of a part of the sum, which may be beyond the range of a number. */
const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number / numbers.length, 0)

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1
  const pair = sorted.length % 2 === 1 ? [sorted[middle] ?? 0] : sorted.slice(middle - 1, middle + 1)
  return meanOf(pair)
}

function trimmedMeanOf(sorted: readonly number[]): number {
  const cut = Math.floor(sorted.length * trimmedShare)
  return meanOf(sorted.slice(cut, sorted.length - cut))
}

const methods: Readonly<Record<NumberMethod, (sorted: readonly number[]) => number>> = {
  Median: medianOf,
  Mean: meanOf,
  TrimmedMean: trimmedMeanOf,
}

/** Sums of binary fractions show their error after so many digits. A number that someone has answered is none. */
const digits = 12
const tidied = (number: number, given: readonly number[]): number =>
  given.includes(number) ? number : Number(number.toPrecision(digits))

/**
 * Returns one number for all, and the share of them that are not further from it than the tolerance; undefined if there are none. Expects finite
 * numbers.
 */
export function numberOf(
  numbers: readonly number[],
  method: NumberMethod,
  tolerance = 0,
): { readonly number: number; readonly confidence: number } | undefined {
  if (numbers.length === 0) return undefined
  const number = tidied(methods[method](numbers.toSorted((a, b) => a - b)), numbers)
  const near = numbers.filter((given) => isNear(given, number, tolerance))
  return { number, confidence: near.length / numbers.length }
}

/** Whether a number is not further from another than the tolerance. */
export const isNear = (given: number, number: number, tolerance: number): boolean =>
  given === number || Math.abs(given - number) <= tolerance * (1 + Number.EPSILON)
