import { type BatchKind, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Admission } from '../audience.ts'
import type { AvailableRow } from '../available.ts'
import { availableTexts } from '../serialize-available.ts'
import { type IndexSync, isWithin } from './actions.ts'
import type { IndexPosition } from './block.ts'
import { readAvailable } from './sql.ts'

/** An offer of the list, serialized in a language, without the members that depend on the caller. */
export type Item = {
  readonly id: number
  readonly advertiser: AvailableRow['advertiser']
  readonly admission: Admission
  /** Equal for offers with equal requirements on executors. */
  readonly admissionKey: string
  readonly readAt: number
  readonly texts: ReturnType<typeof availableTexts>
}

/** Items are reused for up to `listLagMs`. */
const itemsMax = 4_000

const itemCacheOf = memoizePerObject((_db: Database) => boundedMap<string, Item>(itemsMax))

/** Concurrent pages share one statement. */
const rowsBatched: BatchKind<readonly number[], ReadonlyMap<number, AvailableRow>> = {
  send: async (db, requests) => {
    const rows = await readAvailable(db, [...new Set(requests.flat())])
    const byId = new Map(rows.map((row) => [row.id as number, row]))
    return requests.map(() => byId)
  },
  limit: 64,
}

type DisplayOptions = { readonly lagMs: number; readonly locale: string | undefined }

/** Returns the offers at these positions, up to `lagMs` old; undefined for offers that can no longer be reserved. */
export async function itemsAt(
  sync: IndexSync,
  positions: readonly IndexPosition[],
  { lagMs: maxStalenessMs, locale }: DisplayOptions,
): Promise<(Item | undefined)[]> {
  const items = itemCacheOf(sync.db)
  const known = positions.map(({ id }) => freshItem(sync, items.get(keyOf(id, locale)), maxStalenessMs))
  const missing = positions.filter((_, index) => !known[index]).map(({ id }) => id)
  if (missing.length === 0) return known
  const readAt = sync.clock()
  const rows = await joinBatch(sync.db, rowsBatched, missing)
  const read = (id: number) => itemOf(rows.get(id), locale, readAt)
  return positions.map(({ id }, index) => known[index] ?? store(items, keyOf(id, locale), read(id)))
}

const keyOf = (id: number, locale: string | undefined): string => `${id} ${locale}`

const freshItem = (sync: IndexSync, item: Item | undefined, maxStalenessMs: number): Item | undefined =>
  item && isWithin(sync, item.readAt, maxStalenessMs) ? item : undefined

function itemOf(row: AvailableRow | undefined, locale: string | undefined, readAt: number): Item | undefined {
  if (!row?.isOpen) return undefined
  const { id, advertiser, minAge, maxAge, gender, targetCountries, minLevel, allowList, blockList } = row
  const admission = { minAge, maxAge, gender, targetCountries, minLevel, allowList, blockList }
  const texts = availableTexts(row, locale)
  return { id, advertiser, admission, admissionKey: JSON.stringify(admission), readAt, texts }
}

function store(items: ReturnType<typeof itemCacheOf>, key: string, item: Item | undefined): Item | undefined {
  if (item) items.set(key, item)
  else items.delete(key)
  return item
}
