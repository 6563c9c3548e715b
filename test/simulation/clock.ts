import type { Clock } from '../../server/platform/clock.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../laws/rng.ts'

/** A time that stands still until the simulation moves it: what is done in one step is done at one instant. */
export type StillClock = Clock & { readonly startMs: number; readonly at: () => string }

/** Just before instants at which clocks of other products have gone wrong: hours that come twice or never, a leap day, a year. */
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

/** A day in 2027, so that every one of the instants lies ahead. */
export const startOf = (rng: Rng): number => Date.parse('2027-09-01T00:00:00Z') + rng.whole(40 * 86_400) * 1000

/** More than what a process remembers of callers and counts: else a step would depend on how fast this machine is. */
const leastMs = 2000

/** Moves on: mostly seconds, sometimes the minutes, hours and days in which deadlines pass. */
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
