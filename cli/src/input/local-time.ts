const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What a clock on the wall means: one instant, none because the clock skips it, or two because the clock shows it twice. */
export type LocalTime =
  | { readonly kind: 'once'; readonly instants: readonly [Date] }
  | { readonly kind: 'never' }
  | { readonly kind: 'twice'; readonly instants: readonly [Date, Date] }
  | { readonly kind: 'wrong' }

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/

/** Returns the instants at which clocks of a time zone show a local time such as `2026-03-29T02:30`. */
export function readLocalTime(text: string, timeZone: string): LocalTime {
  const shown = clockIn(text)
  if (shown === undefined) return { kind: 'wrong' }
  const offsets = [shown - dayMs, shown + dayMs].map((instant) => offsetAt(instant, timeZone))
  const instants = [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((instant) => instant + offsetAt(instant, timeZone) === shown)
    .toSorted((one, other) => one - other)
    .map((instant) => new Date(instant))
  const [first, second] = instants
  if (first && second) return { kind: 'twice', instants: [first, second] }
  return first ? { kind: 'once', instants: [first] } : { kind: 'never' }
}

/** Returns the milliseconds that a clock without a zone shows; undefined if there is no such day or time. */
function clockIn(text: string): number | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as Parts
  const shown = Date.UTC(year, month - 1, day, hour, minute, second, Number((match[7] ?? '').padEnd(3, '0')))
  const isSame = new Date(shown).toISOString().startsWith(`${text.slice(0, 16)}:${String(second).padStart(2, '0')}`)
  return isSame ? shown : undefined
}

type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number]

/** Returns how far a time zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = format.formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(instant / 1000) * 1000
}
