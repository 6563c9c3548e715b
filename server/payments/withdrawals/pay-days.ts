/** When the operator pays withdrawals. */
export type PayDays = {
  /** The days of the week on which payments are made, from 1 for Monday to 7; empty: Monday to Friday. */
  readonly weekdays: readonly number[]
  /** How many working days, Monday to Friday, the operator needs before. */
  readonly workingDays: number
}

export const workingDaysMax = 30
const dayMs = 86_400_000
const workingWeek: readonly number[] = [1, 2, 3, 4, 5]

const weekdayOf = (ms: number): number => new Date(ms).getUTCDay() || 7

/** Returns the day in UTC, as YYYY-MM-DD, on which a withdrawal that can be approved from this time is expected to be paid. */
export function payDateFrom(time: Date, { weekdays, workingDays }: PayDays): string {
  let day = time.getTime()
  for (let left = workingDays; left > 0; ) {
    day += dayMs
    if (workingWeek.includes(weekdayOf(day))) left--
  }
  const payable = weekdays.length === 0 ? workingWeek : weekdays
  while (!payable.includes(weekdayOf(day))) day += dayMs
  return new Date(day).toISOString().slice(0, 10)
}

type Waiting = {
  readonly status: string
  readonly requestedAt: Date
  readonly waitsUntil: Date | null
  readonly payDays: PayDays | null
}

/** Returns when an open withdrawal is expected to be paid; undefined if it has ended, or the operator does not say. */
export function expectedPayDate({ status, requestedAt, waitsUntil, payDays }: Waiting): string | undefined {
  if (payDays === null || !['Requested', 'Processing'].includes(status)) return undefined
  return payDateFrom(waitsUntil ?? requestedAt, payDays)
}
