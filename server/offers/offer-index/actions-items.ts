import { type BatchKind, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Admission } from '../audience.ts'
import { advertiserAliasOf, type ListedOfferRow } from '../available.ts'
import { type SerializedOffer, serializeEnd, serializeStart, withRemaining } from '../serialize-available.ts'
import { type IndexSync, isFreshAt } from './actions.ts'
import type { Match } from './offer-index.ts'
import { readCurrent, readListed } from './sql.ts'

/** An offer of the list, serialized in a language, without the members that depend on the caller. */
export type Item = SerializedOffer & {
  readonly id: number
  readonly advertiser: ListedOfferRow['advertiser']
  /** The same object for offers with equal requirements on executors. */
  readonly admission: Admission
  /** The JSON after the members of the caller, shared by all offers of the advertiser. */
  readonly end: string
  /** When the remaining slots and the reputation were last read. */
  readAt: number
}

type Reputation = { readonly end: string; readonly readAt: number }

const itemsMax = 30_000
const reputationsMax = 5_000
const admissionsMax = 5_000

const cachesOf = memoizePerObject((_db: Database) => ({
  /** By entry, so that an item is valid as long as its entry; other languages have keys of their own. */
  items: boundedMap<number | string, Item>(itemsMax),
  reputations: boundedMap<number, Reputation>(reputationsMax),
  admissions: boundedMap<string, Admission>(admissionsMax),
}))

type CurrentRequest = {
  readonly offers: readonly number[]
  readonly advertisers: readonly number[]
  /** The installation's key, from which aliases are made. */
  readonly secretKey: string
}
/** The remaining slots by offer, and the reputations by advertiser as ends of items. */
type Current = { readonly slots: ReadonlyMap<number, number>; readonly ends: ReadonlyMap<number, string> }

const unique = (lists: readonly (readonly number[])[]): number[] => [...new Set(lists.flat())]

/** Concurrent pages share one statement, here and below. */
const currentBatched: BatchKind<CurrentRequest, Current> = {
  send: async (db, requests) => {
    const { slots, reputations } = await readCurrent(
      db,
      unique(requests.map(({ offers }) => offers)),
      unique(requests.map(({ advertisers }) => advertisers)),
    )
    const [{ secretKey }] = requests as [CurrentRequest]
    const current = {
      slots: new Map(slots?.split(',').map((each) => each.split(' ').map(Number) as [number, number])),
      ends: new Map(
        reputations.map(({ account, since, ...rates }) => [
          account,
          serializeEnd({
            ...rates,
            advertiserAlias: advertiserAliasOf(secretKey, account),
            advertiserSince: new Date(since),
          }),
        ]),
      ),
    }
    return requests.map(() => current)
  },
  limit: 64,
}

type ListedRow = Awaited<ReturnType<typeof readListed>>[number]
const listedBatched: BatchKind<readonly number[], ReadonlyMap<number, ListedRow>> = {
  send: async (db, requests) => {
    const rows = await readListed(db, unique(requests))
    const byId = new Map(rows.map((row) => [row.id as number, row]))
    return requests.map(() => byId)
  },
  limit: 64,
}

type DisplayOptions = {
  readonly lagMs: number
  readonly locale: string | undefined
  readonly secretKey: string
}

/**
 * Returns the offers of these entries; undefined for offers that can no longer be reserved. Remaining slots and reputations are up to
 * `lagMs` old; changes of all other members also change the entry.
 */
export async function itemsAt(
  sync: IndexSync,
  matches: readonly Match[],
  { lagMs, locale, secretKey }: DisplayOptions,
): Promise<(Item | undefined)[]> {
  const { items } = cachesOf(sync.db)
  const keyOf = ({ entry }: Match) => (locale === undefined ? entry : `${entry} ${locale}`)
  const isFresh = freshness(sync, lagMs)
  const known = matches.map((match) => items.get(keyOf(match)))
  const fresh = known.map((item) => (isFresh(item) ? item : undefined))
  const stale = matches.filter((_, index) => !fresh[index])
  if (stale.length === 0) return fresh
  const readAt = sync.clock()
  const outdated = matches.filter((_, index) => known[index] && !fresh[index]).map(({ id }) => id)
  const missing = matches.filter((_, index) => !known[index]).map(({ id }) => id)
  const advertisers = new Set(stale.map(({ advertiser }) => advertiser))
  const [current, listed] = await Promise.all([
    readCurrentOf(sync, { offers: outdated, advertisers: [...advertisers], secretKey }, isFresh),
    missing.length === 0 ? undefined : joinBatch(sync.db, listedBatched, missing),
  ])
  return matches.map((match, index) => {
    if (fresh[index]) return fresh[index]
    const remaining = known[index] ? current.slots?.get(match.id) : listed?.get(match.id)?.remaining
    const end = current.endOf(match.advertiser)
    if (remaining === undefined || end === undefined) return undefined
    const now = { remaining, end, readAt }
    const item = known[index] ? updated(known[index], now) : itemOf(sync, listed?.get(match.id), locale, now)
    if (item) items.set(keyOf(match), item)
    return item
  })
}

/** Returns a function that says whether something was read at most `lagMs` before now. */
function freshness(sync: IndexSync, lagMs: number) {
  const now = sync.clock()
  return (read: { readonly readAt: number } | undefined): boolean =>
    read !== undefined && isFreshAt(now, read.readAt, lagMs)
}

/**
 * Returns the free slots of these offers and the reputations of these advertisers. Later pages of a list often need no statement: their
 * offers were just read, and most of their advertisers were on earlier pages.
 */
async function readCurrentOf(
  sync: IndexSync,
  { offers, advertisers, secretKey }: CurrentRequest,
  isFresh: ReturnType<typeof freshness>,
) {
  const { reputations } = cachesOf(sync.db)
  const fresh = new Map<number, string>()
  for (const advertiser of advertisers) {
    const known = reputations.get(advertiser)
    if (known && isFresh(known)) fresh.set(advertiser, known.end)
  }
  const stale = advertisers.filter((advertiser) => !fresh.has(advertiser))
  const readAt = sync.clock()
  const isNeeded = offers.length > 0 || stale.length > 0
  const current = isNeeded
    ? await joinBatch(sync.db, currentBatched, { offers, advertisers: stale, secretKey })
    : undefined
  for (const advertiser of stale) {
    const end = current?.ends.get(advertiser)
    if (end !== undefined) reputations.set(advertiser, { end, readAt })
  }
  return {
    slots: current?.slots,
    endOf: (advertiser: number) => fresh.get(advertiser) ?? current?.ends.get(advertiser),
  }
}

type CurrentValues = Pick<Item, 'remaining' | 'end' | 'readAt'>

function itemOf(
  { db }: IndexSync,
  row: ListedOfferRow | undefined,
  locale: string | undefined,
  { remaining, end, readAt }: CurrentValues,
): Item | undefined {
  if (!row) return undefined
  const { id, advertiser, minAge, maxAge, gender, targetCountries, minLevel, allowList, blockList, requirements } = row
  const admission = { minAge, maxAge, gender, targetCountries, minLevel, allowList, blockList, requirements }
  const { admissions } = cachesOf(db)
  const key = JSON.stringify(admission)
  const known = admissions.get(key)
  if (!known) admissions.set(key, admission)
  return { id, advertiser, admission: known ?? admission, ...serializeStart(row, remaining, locale), end, readAt }
}

/** Returns the item with the current slots and reputation; the same object if they are unchanged. */
function updated(item: Item, { remaining, end, readAt }: CurrentValues): Item {
  if (item.remaining !== remaining || item.end !== end)
    return { ...item, ...withRemaining(item, remaining), end, readAt }
  item.readAt = readAt
  return item
}
