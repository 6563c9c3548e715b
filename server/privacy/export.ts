import { decimalOf } from '../values/money.ts'

/** Maximum number of exports per account and day: each reads all of its data. */
export const exportsPerDay = 5

/** Rate limit for an account's exports. */
export const exportLimit = (account: number) => ({
  subject: `exports of ${account}`,
  max: exportsPerDay,
  seconds: 86_400,
})

type Row = Readonly<Record<string, unknown>>

/** Converts a row to public names: money as decimals without the suffix `Units`, times as `…AtUtc`. */
export const publicRow = (row: Row): Row => Object.fromEntries(Object.entries(row).map(publicMember))

function publicMember([name, value]: readonly [string, unknown]): [string, unknown] {
  if (name.endsWith('Units'))
    return [name.slice(0, -'Units'.length), typeof value === 'bigint' ? decimalOf(value) : value]
  const isTime = name.endsWith('At') || value instanceof Date
  return isTime ? [`${name}Utc`, value instanceof Date ? timeOf(value) : value] : [name, value]
}

/** Null for `infinity`, which means until lifted. */
const timeOf = (time: Date): string | null => (Number.isNaN(time.getTime()) ? null : time.toISOString())
