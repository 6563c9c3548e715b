import { conflict } from '../values/problems/problem.ts'

/** Reservations given up count towards the cool-down only if all fall within this period. */
export const missedWithinSeconds = 86_400

/** When the executor last gave up a reservation, and the oldest of the last `coolDownAfter`; null if there are fewer. */
export type MissedReservations = { readonly missedLast: Date | null; readonly missedFirst: Date | null }

export const CoolingDown = conflict<{ untilUtc: string }>(
  'cooling_down',
  'Cool-down',
  ({ untilUtc }) =>
    `Too many reservations were cancelled, expired or ended with withdrawn work. You can reserve again after ${untilUtc}.`,
)

/** Returns when the executor's cool-down ends; undefined if there is none. */
export function coolDownEnd(
  { missedLast, missedFirst }: MissedReservations,
  seconds: number,
  now: Date,
): Date | undefined {
  if (missedLast === null || missedFirst === null) return undefined
  if (missedLast.getTime() - missedFirst.getTime() >= missedWithinSeconds * 1000) return undefined
  const until = new Date(missedLast.getTime() + seconds * 1000)
  return now < until ? until : undefined
}
