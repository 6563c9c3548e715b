import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { encodedText } from '../../values/utf8.ts'
import type { Offer } from '../offer.ts'
import { changingMembers } from '../sql-columns.ts'
import { type OwnOfferRow, readVersions } from './sql.ts'

/** How a list shows its offers: a name, and the JSON of an offer. */
export type Form = { readonly name: string; readonly textOf: (offer: Offer) => string }

/** An offer as it was last shown, with its JSON (`encodedText`). */
type Shown = { readonly offer: Offer; readonly rowVersion: string; readonly text: string }

const shownMax = 4_000
/** Larger offers are read and serialized each time, so that the cache stays below 100 MB. */
const shownBytesMax = 24_576
const shownOffers = memoizePerObject((_db: Database) => boundedMap<string, Shown>(shownMax))

/** About the bytes that a value takes in memory: an empty object takes 30 times as much as its JSON. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.entries(value).reduce((sum, [name, member]) => sum + 2 * name.length + bytesOf(member), 64)
}

/**
 * Returns the JSON of these offers. Most offers have not changed since they were last shown, and changes seldom concern their row
 * of `offers`, which has nine tenths of the text.
 */
export async function textsOf(db: Database, rows: readonly OwnOfferRow[], { name, textOf }: Form): Promise<string[]> {
  const cache = shownOffers(db)
  const known = rows.map((row) => {
    const shown = cache.get(`${name} ${row.id}`)
    return shown?.rowVersion === row.rowVersion ? shown : undefined
  })
  const missing = rows.filter((_, index) => !known[index]).map(({ id }) => id)
  const read = missing.length === 0 ? [] : await readVersions(db, missing)
  const byId = new Map(read.map((offer) => [offer.id, offer]))
  return rows.flatMap((row, index) => {
    const shown = known[index]
    if (shown && isUnchanged(shown.offer, row)) return shown.text
    const last = shown?.offer ?? byId.get(row.id)
    if (!last) return []
    // Edited after the page was read: then the offer is shown as it is now.
    const rowVersion = shown ? row.rowVersion : (byId.get(row.id)?.rowVersion ?? '')
    const offer = rowVersion === row.rowVersion ? { ...last, ...row } : last
    const text = encodedText(textOf(offer))
    if (text.length + bytesOf(offer) <= shownBytesMax) cache.set(`${name} ${row.id}`, { offer, rowVersion, text })
    return text
  })
}

const isUnchanged = (offer: Offer, row: OwnOfferRow): boolean =>
  changingMembers.every((member) => offer[member] === row[member])
