import { useLingui } from '@lingui/react'
import { Text, VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { distanceIn, durationIn, exactMoneyIn, fullTimeIn, moneyIn, timeIn } from './formats.ts'

type MoneyProps = {
  readonly amount: number
  readonly currency: string
  /** Shows fractions of cents, too: for prices that are multiplied. */
  readonly isExact?: boolean
}

/** An amount in whole cents; a tooltip and screen readers give the exact amount where it differs. */
export function Money({ amount, currency, isExact = false }: MoneyProps) {
  const { i18n } = useLingui()
  const short = moneyIn(i18n.locale, amount, currency)
  const exact = exactMoneyIn(i18n.locale, amount, currency)
  if (isExact || short === exact) return <span className="numeric">{exact}</span>
  return (
    <span className="numeric" title={exact}>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden component="span">{exact}</VisuallyHidden>
    </span>
  )
}

export function Count({ value }: { readonly value: number }) {
  const { i18n } = useLingui()
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale).format(value)}</span>
}

/** The total of a list; with a plus if counting stopped there. */
export const Total = ({
  of,
}: {
  readonly of: { readonly totalCount: number; readonly totalCountIsExact: boolean }
}) => (
  <>
    <Count value={of.totalCount} />
    {of.totalCountIsExact ? '' : '+'}
  </>
)

export function Percent({ value }: { readonly value: number | null }) {
  const { i18n } = useLingui()
  if (value === null) return <>–</>
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(value)}</span>
}

type TimeProps = {
  readonly at: string | null | undefined
  /** Shows the date and time instead of the distance: after a preposition, such as "until". */
  readonly isExact?: boolean
  readonly withClock?: boolean
}

/** A time as its distance, such as "3 hours ago"; a month away, or without a clock, as a date. The tooltip is exact. */
export function Time({ at, isExact = false, withClock = true }: TimeProps) {
  const { i18n } = useLingui()
  if (!at) return <>–</>
  return (
    <time dateTime={at} title={fullTimeIn(i18n.locale, at)}>
      {isExact || !withClock ? timeIn(i18n.locale, at, withClock) : <TimeDistance at={at} />}
    </time>
  )
}

function TimeDistance({ at }: { readonly at: string }) {
  const { i18n } = useLingui()
  const minute = useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs))
  // Counts from this moment, not from the start of the minute.
  return distanceIn(i18n.locale, at, Math.max(Date.now(), minute * minuteMs))
}

export function Duration({ seconds }: { readonly seconds: number | null }) {
  const { i18n } = useLingui()
  return <span className="numeric">{seconds === null ? '–' : durationIn(i18n.locale, seconds)}</span>
}

const every = (milliseconds: number) => (onTick: () => void) => {
  const timer = setInterval(onTick, milliseconds)
  return () => clearInterval(timer)
}
const everySecond = every(1000)
const minuteMs = 60_000
const everyMinute = every(minuteMs)

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
    <Text span fw={600} className={seconds < urgentSeconds ? 'numeric error-text' : 'numeric'} role="timer">
      {durationIn(i18n.locale, seconds)}
    </Text>
  )
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file size in a suitable unit. */
export function Bytes({ value }: { readonly value: number }) {
  const { i18n } = useLingui()
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)))
  const style = { style: 'unit', unit: sizes[step], unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return <span className="numeric">{new Intl.NumberFormat(i18n.locale, style).format(value / 1000 ** step)}</span>
}
