import { rngOf } from '../rng.ts'
import { hours, type VisitKind, visits } from './mix.ts'

export type Visit = {
  readonly kind: VisitKind
  /** Milliseconds since the start of the day. */
  readonly at: number
  /** The index of the visit, which seeds its random numbers. */
  readonly place: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** Returns the busiest hour relative to the average. */
export const peakOf = (curve: readonly number[] = hours): number => (Math.max(...curve) * curve.length) / sum(curve)

/** Returns the time of day, from 0 to 1, by which this share of the visits has arrived. */
export function momentOf(share: number, curve: readonly number[] = hours): number {
  let left = share * sum(curve)
  for (const [hour, weight] of curve.entries()) {
    if (left <= weight) return (hour + left / weight) / curve.length
    left -= weight
  }
  return 1
}

/**
 * Returns arrival times from 0 to 1 of a Poisson process whose rate follows the curve, with `expected` arrivals on average.
 * Draws a process of constant rate and warps its time.
 */
export function arrivals(rng: () => number, expected: number, curve: readonly number[] = hours): number[] {
  const moments: number[] = []
  for (let passed = wait(rng); passed < expected; passed += wait(rng)) {
    moments.push(momentOf(passed / expected, curve))
  }
  return moments
}

const wait = (rng: () => number): number => -Math.log(1 - rng())

export type Day = { readonly seed: number; readonly perSecond: number; readonly seconds: number }

/** Returns all visits of a day in order, for an average number of executions per second. */
export function visitsOf({ seed, perSecond, seconds }: Day): Visit[] {
  const drawn = Object.entries(visits).flatMap(([kind, { value }], index) =>
    arrivals(rngOf(seed, index), value * perSecond * seconds).map((moment) => ({
      kind: kind as VisitKind,
      at: moment * seconds * 1000,
    })),
  )
  return drawn.sort((a, b) => a.at - b.at).map((visit, index) => ({ ...visit, place: index }))
}
