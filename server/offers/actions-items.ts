import type { Database } from '../platform/db.ts'
import { type Together, together } from '../platform/together.ts'
import { type Follower, isWithin } from './actions-board.ts'
import type { AvailableRow } from './available.ts'
import type { BoardPlace } from './board.ts'
import type { Audience } from './offer.ts'
import { availableTexts } from './show-available.ts'
import { readAvailable } from './sql-board.ts'

/** An offer of the list as it is sent, apart from what depends on who asks. */
export type Item = {
  readonly id: number
  readonly advertiser: number
  readonly audience: Audience
  /** The same for all that ask the same of executors. */
  readonly audienceKey: string
  readonly readAt: number
  readonly row: AvailableRow
  readonly texts: Map<string | undefined, ReturnType<typeof availableTexts>>
}

/** Items are kept for so many offers, each in so many languages. */
const itemsMax = 20_000
const languagesMax = 8

const kept = new WeakMap<Database, Map<number, Item>>()

function keptIn(db: Database): Map<number, Item> {
  const known = kept.get(db) ?? new Map<number, Item>()
  kept.set(db, known)
  return known
}

/** What several pages need goes into one statement. */
const rowsTogether: Together<readonly number[], ReadonlyMap<number, AvailableRow>> = {
  send: async (db, asked) => {
    const rows = await readAvailable(db, [...new Set(asked.flat())])
    const byId = new Map(rows.map((row) => [row.id as number, row]))
    return asked.map(() => byId)
  },
  most: 64,
}

/** The offers at these places, each as it was at most so long ago; nothing for one that cannot be reserved any more. */
export async function itemsAt(
  follower: Follower,
  places: readonly BoardPlace[],
  lagMs: number,
): Promise<(Item | undefined)[]> {
  const items = keptIn(follower.db)
  const known = places.map(({ id }) => freshItem(follower, items.get(id), lagMs))
  const lacking = places.filter((_, index) => !known[index]).map(({ id }) => id)
  if (lacking.length === 0) return known
  const readAt = follower.clock()
  const rows = await together(follower.db, rowsTogether, lacking)
  return places.map(({ id }, index) => known[index] ?? keep(items, rows.get(id), readAt))
}

const freshItem = (follower: Follower, item: Item | undefined, lagMs: number): Item | undefined =>
  item && isWithin(follower, item.readAt, lagMs) ? item : undefined

function keep(items: Map<number, Item>, row: AvailableRow | undefined, readAt: number): Item | undefined {
  if (!row?.isOpen) return undefined
  const { id, advertiser, minAge, maxAge, gender, targetCountries, translations } = row
  const audience = { minAge, maxAge, gender, targetCountries }
  // A list shows no descriptions: they would be most of what is kept.
  const titles = Object.entries(translations).map(([tag, { title }]) => [tag, title === undefined ? {} : { title }])
  const shown = { ...row, description: null, translations: Object.fromEntries(titles) }
  const item = { id, advertiser, audience, audienceKey: JSON.stringify(audience), readAt, row: shown, texts: new Map() }
  items.delete(id)
  items.set(id, item)
  if (items.size > itemsMax) items.delete(items.keys().next().value as number)
  return item
}

/** The texts of an item in a language. */
export function textsOf(item: Item, locale: string | undefined) {
  const known = item.texts.get(locale)
  if (known) return known
  if (item.texts.size === languagesMax) item.texts.clear()
  const texts = availableTexts(item.row, locale)
  item.texts.set(locale, texts)
  return texts
}
