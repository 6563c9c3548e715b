import type { Units } from '../../values/money.ts'
import { wholeDigitsMax } from './statement-line.ts'

/** Parses an amount in plain digits; undefined for signs, exponents, more than four decimals, and numbers that no marketplace has. */
export function unitsOfText(text: string): Units | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  const significant = fraction.replace(/0+$/, '')
  const isAmount = whole !== '' && whole.replace(/^0+/, '').length <= wholeDigitsMax && significant.length <= 4
  return isAmount ? BigInt(whole + significant.padEnd(4, '0')) : undefined
}

/** Returns a date of ISO 8601, or with day, month and year between points, as the former; undefined if there is no such day. */
export function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text
  if (!/^(?:19|20)\d\d-\d\d-\d\d$/.test(iso)) return undefined
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso
}
