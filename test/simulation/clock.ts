import type { Clock } from '../../server/platform/clock.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'

/** A clock that only the simulation moves: a step happens at a single instant. */
export type StillClock = Clock & { readonly startMs: number; readonly at: () => string }

/** Just before times at which other products' clocks have failed: daylight saving changes, a leap day, a new year. */
const instants = [
  '2027-10-31T00:59:50Z',
  '2028-02-28T23:59:50Z',
  '2028-03-26T00:59:55Z',
  '2028-12-31T23:59:57Z',
  '2032-02-29T23:59:58Z',
].map((text) => Date.parse(text))

export function stillClock(startMs: number): StillClock {
  const clock: StillClock = {
    startMs,
    offsetMs: 0,
    at: () => new Date(startMs + clock.offsetMs).toISOString(),
    now: () => sql`${clock.at()}::timestamptz`,
  }
  return clock
}

/** A day in 2027, so that all of these times are in the future. */
export const startOf = (rng: Rng): number => Date.parse('2027-09-01T00:00:00Z') + rng.whole(40 * 86_400) * 1000

/** Longer than processes cache callers and counts: otherwise a step would depend on this machine's speed. */
const leastMs = 2000

/** Advances the clock: mostly by seconds, sometimes by minutes, hours or days, past deadlines. */
export function moveOn(clock: StillClock, rng: Rng): void {
  clock.offsetMs += leastMs + rng.whole(spanMs(rng))
  if (!rng.happens(0.001)) return
  const next = instants.find((at) => at > clock.startMs + clock.offsetMs + leastMs)
  if (next !== undefined) clock.offsetMs = next - clock.startMs
}

function spanMs(rng: Rng): number {
  if (rng.happens(0.001)) return 8 * 86_400_000
  if (rng.happens(0.005)) return 86_400_000
  if (rng.happens(0.02)) return 3 * 3_600_000
  return rng.happens(0.08) ? 900_000 : 8000
}
