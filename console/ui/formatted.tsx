import { useLingui } from '@lingui/react'
import { Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'

const digitsMax = 4

/** Formats an amount for a language. */
export function moneyIn(language: string, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: digitsMax }).format(
    amount,
  )
}

export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const { i18n } = useLingui()
  return <span className="numeric">{moneyIn(i18n.locale, amount, currency)}</span>
}

export function Count({ value }: { readonly value: number }) {
  const { i18n } = useLingui()
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale).format(value)}</span>
}

export function Percent({ value }: { readonly value: number | null }) {
  const { i18n } = useLingui()
  if (value === null) return <>–</>
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(value)}</span>
}

/** A time in the user's time zone; the tooltip shows it in full. */
export function Time({
  at,
  withClock = true,
}: {
  readonly at: string | null | undefined
  readonly withClock?: boolean
}) {
  const { i18n } = useLingui()
  if (!at) return <>–</>
  const style: Intl.DateTimeFormatOptions = withClock
    ? { dateStyle: 'medium', timeStyle: 'short' }
    : { dateStyle: 'medium' }
  const full = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(at))
  return (
    <time dateTime={at} title={full}>
      {new Intl.DateTimeFormat(i18n.locale, style).format(new Date(at))}
    </time>
  )
}

/** Returns the decimal separator that the language uses. */
export function useDecimalSeparator(): string {
  const { i18n } = useLingui()
  return new Intl.NumberFormat(i18n.locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** Formats a calendar day (in UTC, as the marketplace counts days), such as 21 Nov. */
export function dayIn(language: string, day: string): string {
  const style = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, style).format(new Date(`${day}T00:00:00Z`))
}

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

export function Duration({ seconds }: { readonly seconds: number | null }) {
  const { i18n } = useLingui()
  return <span className="numeric">{seconds === null ? '–' : durationIn(i18n.locale, seconds)}</span>
}

const everySecond = (onTick: () => void) => {
  const timer = setInterval(onTick, 1000)
  return () => clearInterval(timer)
}

/** Returns the whole seconds until a time, updated every second; not below 0. */
export function useSecondsUntil(at: string): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1000)))
}

const urgentSeconds = 300

/** A countdown; red when little time is left. */
export function Countdown({ until }: { readonly until: string }) {
  const { i18n } = useLingui()
  const seconds = useSecondsUntil(until)
  return (
    <Text span fw={600} className="numeric" role="timer" {...(seconds < urgentSeconds ? { c: 'red.8' } : {})}>
      {durationIn(i18n.locale, seconds)}
    </Text>
  )
}
