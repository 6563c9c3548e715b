import { decimalOf } from '../values/money.ts'

/** Exports of one account in a day: each reads everything that is kept about it. */
export const exportsPerDay = 5

/** The rate limit of exports of an account. */
export const exportAttempt = (account: number) => ({
  subject: `exports of ${account}`,
  most: exportsPerDay,
  seconds: 86_400,
})

type Row = Readonly<Record<string, unknown>>

/** Returns a row under public names: money as decimals without the suffix `Units`, times as `…AtUtc`. */
export const publicRow = (row: Row): Row => Object.fromEntries(Object.entries(row).map(publicMember))

function publicMember([name, value]: readonly [string, unknown]): [string, unknown] {
  if (name.endsWith('Units'))
    return [name.slice(0, -'Units'.length), typeof value === 'bigint' ? decimalOf(value) : value]
  const isTime = name.endsWith('At') || value instanceof Date
  return isTime ? [`${name}Utc`, value instanceof Date ? timeOf(value) : value] : [name, value]
}

/** Without an end, where it is in force until somebody lifts it. */
const timeOf = (time: Date): string | null => (Number.isNaN(time.getTime()) ? null : time.toISOString())
