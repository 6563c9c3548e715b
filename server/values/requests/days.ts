import { queryError, ValidationError } from '../problems/problem.ts'
import { instantOf } from './query.ts'

export const daysMax = 92
const daysShown = 30
const dayMs = 86_400_000
const firstDay = Date.parse('0001-01-01T00:00:00Z')

/** The first and the last day (UTC), both inclusive. */
export type Days = { readonly from: string; readonly to: string }
type DaysQuery = { readonly from?: string | undefined; readonly to?: string | undefined }

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const dayIn = (name: string, text: string | undefined): number | undefined => {
  const instant = instantOf(name, text, false)
  return instant === undefined ? undefined : Date.parse(`${instant.slice(0, 10)}T00:00:00Z`)
}

/** Returns the requested days, by default the last thirty. Longer periods are cut; the response shows the days used. */
export function requestedDays(query: DaysQuery, now: Date): Days {
  const [from, to] = [dayIn('from', query.from), dayIn('to', query.to)]
  if (from !== undefined && to !== undefined && from > to)
    throw ValidationError([
      queryError('to', 'range', { en: 'must not be earlier than from.', ru: 'должно быть не раньше начала.' }),
    ])
  const longest = (daysMax - 1) * dayMs
  const today = Date.parse(`${dayOf(now.getTime())}T00:00:00Z`)
  const last = to ?? (from === undefined ? today : Math.max(from, Math.min(today, from + longest)))
  const first = Math.max(from ?? last - (daysShown - 1) * dayMs, last - longest, firstDay)
  return { from: dayOf(first), to: dayOf(last) }
}

export function daysIn({ from, to }: Days): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, index) => dayOf(first + index * dayMs))
}
