/** Returns a whole number from 0 up to, but not including, `most`. */
export type Next = (most: number) => number

/** Returns a pseudo-random generator; the same seed gives the same numbers. */
export function numbers(seed: number): Next {
  let state = (seed * 2_654_435_761) >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

export const oneOf = <Value>(next: Next, values: readonly Value[]): Value => values[next(values.length)] as Value
