import { audienceFits } from '../audience.ts'
import type { Audience } from '../offer.ts'

/** How many executors share an age, country, gender and level; null: not stated. */
export type AudienceCell = {
  readonly age: number | null
  readonly country: number | null
  readonly gender: 'Male' | 'Female' | null
  readonly level: number
  readonly executors: number
}

/** Smaller audiences are not told apart, so that a count identifies nobody. */
export const audienceShownMin = 10

export type AudienceSize = { readonly atLeast: number; readonly smallestCount: number }

/** Returns how many executors match, rounded down to two digits; 0 below the smallest count that is shown. */
export function audienceSize(audience: Audience, cells: readonly AudienceCell[], ageFloor: number): AudienceSize {
  const count = cells.reduce((sum, cell) => sum + (audienceFits(audience, cell, ageFloor) ? cell.executors : 0), 0)
  return { atLeast: roundedDown(count), smallestCount: audienceShownMin }
}

/** Returns 0 below ten, whole tens below a hundred, and two digits above. */
export function roundedDown(count: number): number {
  if (count < audienceShownMin) return 0
  const step = 10 ** Math.max(1, String(count).length - 2)
  return Math.floor(count / step) * step
}
