import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import { countedMax, type Page } from '../../values/requests/page.ts'
import type { Database } from './db.ts'

/** The name of a list has up to 16 kB of filters, so they take up to 16 MB. */
const totalsMax = 1_000
/** Smaller lists are counted with each page. */
const rememberedMin = 1_000
const exactMs = 1_000
/** Such a total does not say how many there are, so it need not be current. */
const inexactMs = 10_000

type KnownTotal = { readonly total: number; readonly until: number }
const totalsOf = memoizePerObject((_db: Database) => boundedMap<string, KnownTotal>(totalsMax))

/** Calls `read` with the total of the account's list if it was counted a moment ago. */
export async function withKnownTotal<Row extends { readonly totalCount: number }>(
  db: Database,
  account: Id<'account'>,
  { list }: Page,
  read: (total: number | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const totals = totalsOf(db)
  const key = `${account} ${list}`
  const now = performance.now() + db.clock.offsetMs
  const known = totals.get(key)
  if (known && known.until > now) return read(known.total)
  const rows = await read(undefined)
  const total = rows[0]?.totalCount ?? 0
  if (total >= rememberedMin) totals.set(key, { total, until: now + (total > countedMax ? inexactMs : exactMs) })
  return rows
}
