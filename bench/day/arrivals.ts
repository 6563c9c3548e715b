import { rngOf } from '../rng.ts'
import { hours, type VisitKind, visits } from './mix.ts'

export type Visit = {
  readonly kind: VisitKind
  /** Milliseconds since the day began. */
  readonly at: number
  /** Which of the day's visits, from which all chance of it is drawn. */
  readonly place: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** How much busier the busiest hour is than the average one. */
export const peakOf = (curve: readonly number[] = hours): number => (Math.max(...curve) * curve.length) / sum(curve)

/** When in the day, from 0 to 1, so much of the day's visits have come. */
export function momentOf(share: number, curve: readonly number[] = hours): number {
  let left = share * sum(curve)
  for (const [hour, weight] of curve.entries()) {
    if (left <= weight) return (hour + left / weight) / curve.length
    left -= weight
  }
  return 1
}

/**
 * Moments from 0 to 1 of a Poisson process whose rate follows the curve: so many are expected, and how many come is chance.
 * A process of an even rate is drawn, and time stretched.
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

/** All visits of a day in their order: its average is so many executions a second. */
export function visitsOf({ seed, perSecond, seconds }: Day): Visit[] {
  const drawn = Object.entries(visits).flatMap(([kind, { value }], index) =>
    arrivals(rngOf(seed, index), value * perSecond * seconds).map((moment) => ({
      kind: kind as VisitKind,
      at: moment * seconds * 1000,
    })),
  )
  return drawn.sort((a, b) => a.at - b.at).map((visit, index) => ({ ...visit, place: index }))
}
