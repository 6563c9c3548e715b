import { queryError, ValidationError } from '../problems/problem.ts'

/** Parses an ISO 8601 date or date-time. A date as an end means the end of that day in UTC. */
export function instantOf(parameter: string, text: string | undefined, end: boolean): string | undefined {
  if (text === undefined) return undefined
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text)
  const time = timeOf(isDate ? `${text}T${end ? '23:59:59.999' : '00:00:00.000'}Z` : text)
  if (time) return time.toISOString()
  const detail = {
    en: 'must be a date such as 2026-01-31 or a date-time with its zone such as 2026-01-31T12:00:00Z.',
    ru: 'должно быть датой, например 2026-01-31, или датой и временем с часовым поясом, например 2026-01-31T12:00:00Z.',
  }
  throw ValidationError([queryError(parameter, 'format', detail)])
}

/** Parses a date-time with a zone (RFC 3339, in any case; seconds may be missing). Returns undefined if it is invalid. */
export function timeOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined
  const time = new Date(text.toUpperCase())
  return !Number.isNaN(time.getTime()) && isDay(text.slice(0, 10)) && hasYear(time) ? time : undefined
}

// PostgreSQL has no year 0, and an offset may lead to it, or to a year of five digits.
const hasYear = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999

// Date accepts 31 February as 3 March.
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
