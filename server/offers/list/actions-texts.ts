import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { encodedText } from '../../values/utf8.ts'
import type { Offer } from '../offer.ts'
import { type ListedVersion, readVersions } from './sql.ts'

/** How a list shows its offers: a name, and the JSON of an offer. */
export type Form = { readonly name: string; readonly textOf: (offer: Offer) => string }

const shownMax = 4_000
/** Larger texts are made each time, so that the cache stays below 100 MB. */
const shownBytesMax = 24_576
/** The JSON of offers as they were last shown (`encodedText`). */
const shownOffers = memoizePerObject((_db: Database) =>
  boundedMap<string, { readonly listedVersion: string; readonly text: string }>(shownMax),
)

/** Returns the JSON of these offers. Most have not changed since they were last shown; the others are read as they are now. */
export async function textsOf(db: Database, rows: readonly ListedVersion[], { name, textOf }: Form): Promise<string[]> {
  const cache = shownOffers(db)
  const texts = rows.map(({ id, listedVersion }) => {
    const shown = cache.get(`${name} ${id}`)
    return shown?.listedVersion === listedVersion ? shown.text : undefined
  })
  const missing = rows.filter((_, index) => texts[index] === undefined).map(({ id }) => id)
  if (missing.length === 0) return texts as string[]
  const read = new Map((await readVersions(db, missing)).map((offer) => [offer.id, offer]))
  return rows.flatMap(({ id }, index) => {
    const offer = read.get(id)
    if (!offer) return texts[index] ?? []
    const text = encodedText(textOf(offer))
    if (text.length <= shownBytesMax) cache.set(`${name} ${id}`, { listedVersion: offer.listedVersion, text })
    return text
  })
}
