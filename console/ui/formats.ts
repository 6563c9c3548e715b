const exactDigitsMax = 4

/** Rounds an amount to cents: pay per hour is an estimate. */
export const inCents = (amount: number): number => Math.round(amount * 100) / 100

/** Formats an amount in a currency with all of its digits. */
export const exactMoneyIn = (language: string, amount: number, currency: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: exactDigitsMax }).format(amount)

/** Formats an amount with the digits of its currency, such as two. An amount that would round to zero keeps all of its digits. */
export function moneyIn(language: string, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const isTiny = amount !== 0 && Math.abs(amount) < 10 ** -digits
  return isTiny ? exactMoneyIn(language, amount, currency) : format.format(amount)
}

const unitsPerCurrency = 10_000

/** Adds amounts exactly, in ten-thousandths of the currency. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((units, amount) => units + Math.round(amount * unitsPerCurrency), 0) / unitsPerCurrency

const unitsPerCent = 100

/** Rounds an amount down to whole cents, which is what can be paid out. */
export const floorToCents = (amount: number): number =>
  Math.floor(Math.round(amount * unitsPerCurrency) / unitsPerCent) / 100

/** Formats a time in the user's time zone, or its date alone. */
export function timeIn(language: string, at: string, withClock = true): string {
  const style = withClock ? ({ dateStyle: 'medium', timeStyle: 'short' } as const) : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat(language, style).format(new Date(at))
}

/** Formats a time in full, with its zone. */
export const fullTimeIn = (language: string, at: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(at))

const [minuteSeconds, hourSeconds, daySeconds] = [60, 3_600, 86_400]
/** A time this many days away or more is shown as a date. */
const distanceDaysMax = 30

/** Formats a time by its distance from `now`, in milliseconds: "3 hours ago", "tomorrow". Returns the date if it is a month away. */
export function distanceIn(language: string, at: string, now: number): string {
  const seconds = Math.trunc((Date.parse(at) - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance >= distanceDaysMax * daySeconds) return timeIn(language, at, false)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (distance < minuteSeconds) return format.format(0, 'second')
  if (distance < hourSeconds) return format.format(Math.trunc(seconds / minuteSeconds), 'minute')
  if (distance < daySeconds) return format.format(Math.trunc(seconds / hourSeconds), 'hour')
  return format.format(calendarDays(new Date(now), new Date(at)), 'day')
}

/** Returns how many days of the calendar lie between two times: "yesterday" is the day before, not 24 hours ago. */
function calendarDays(from: Date, to: Date): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 1000 / daySeconds
  return dayOf(to) - dayOf(from)
}

/** Formats a calendar day (in UTC, as the marketplace counts days), such as 21 Nov. */
export function dayIn(language: string, day: string): string {
  const style = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, style).format(new Date(`${day}T00:00:00Z`))
}

/** Formats a month by its first day (in UTC), such as Nov 2026. */
export const monthIn = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Formats a calendar day (in UTC) with its weekday and year. */
export const dateIn = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', ...fullDay }).format(new Date(`${day}T00:00:00Z`))
const fullDay = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** Returns the name of a weekday, from 1 for Monday to 7. */
export const weekdayIn = (language: string, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, weekday)))

/** Lists weekdays, such as Tuesday and Friday. */
export const weekdaysIn = (language: string, weekdays: readonly number[]): string =>
  new Intl.ListFormat(language).format(weekdays.map((weekday) => weekdayIn(language, weekday)))

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration in its two largest units, such as 2 days 3 hours. */
export function durationIn(language: string, seconds: number): string {
  let rest = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const [unit, size] of units) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount > 0 && parts.length < 2) {
      parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount))
    }
  }
  return parts.length > 0
    ? parts.join(' ')
    : new Intl.NumberFormat(language, { style: 'unit', unit: 'second' }).format(0)
}

/** Returns a text folded for searches in the browser, as searches of the server fold: width, composed accents, case, `ё`, spaces. */
export const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

type Labelled = { readonly label: string }

/** Whether a label begins with a folded text. */
export const beginsWith = (wanted: string, { label }: Labelled): boolean => folded(label).startsWith(wanted)

/** Returns the items whose label contains a folded text; those that begin with it come first. */
export function withPrefixFirst<Item extends Labelled>(wanted: string, items: readonly Item[]): Item[] {
  const found = items.filter(({ label }) => folded(label).includes(wanted))
  return [...found.filter((item) => beginsWith(wanted, item)), ...found.filter((item) => !beginsWith(wanted, item))]
}

/** Returns a number of percent as text, such as "12.5%". */
export const percentIn = (locale: string, percent: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)

/** Returns a share in whole percent, such as "12%". */
export const wholePercent = (locale: string, share = 0): string => percentIn(locale, Math.round(share * 100))
