import { conflict } from '../values/problems/problem.ts'

/** Within so many seconds of each other they are too many. */
export const missedSeconds = 86_400

/** When an executor last gave up on reservations: the newest, and the oldest of as many as are too many, if there are so many. */
export type Missed = { readonly missedLast: Date | null; readonly missedFirst: Date | null }

export const CoolingDown = conflict<{ untilUtc: string }>(
  'cooling_down',
  'Cool-down',
  ({ untilUtc }) =>
    `Too many reservations were cancelled, expired or ended with withdrawn work. You can reserve again after ${untilUtc}.`,
)

/** Until when an executor waits before the next reservation, if they have to. */
export function coolingUntil({ missedLast, missedFirst }: Missed, seconds: number, now: Date): Date | undefined {
  if (missedLast === null || missedFirst === null) return undefined
  if (missedLast.getTime() - missedFirst.getTime() >= missedSeconds * 1000) return undefined
  const until = new Date(missedLast.getTime() + seconds * 1000)
  return now < until ? until : undefined
}
