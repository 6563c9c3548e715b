import type { Item } from '../../offers/offer-index/actions-items.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { type Asker, isPersonal, verdictOn } from './eligibility.ts'
import { eligibilityText, itemsText } from './serialize.ts'

/** What was found out about an asker and what offers ask of executors. */
const told = boundedMap<string, string>(20_000)
/** What was sent of the same items to somebody who may reserve the same: at most a few megabytes. */
const sent = boundedMap<string, { readonly items: readonly Item[]; readonly bytes: Buffer }>(500)

/** The items as they are sent to the asker, and everything before them. */
export function itemsBytes(items: readonly Item[], asker: Asker): Buffer {
  if (items.some((item) => isPersonal(item, asker))) return bytesOf(items, asker)
  const key = `${items[0]?.id} ${items.length} ${asker.key}`
  const known = sent.get(key)
  if (known?.items.every((item, index) => item === items[index])) return known.bytes
  const bytes = bytesOf(items, asker)
  sent.set(key, { items, bytes })
  return bytes
}

const bytesOf = (items: readonly Item[], asker: Asker): Buffer =>
  Buffer.from(itemsText(items.map((item) => textOf(item, asker))))

const textOf = (item: Item, asker: Asker): string =>
  `${item.texts[0]}${isPersonal(item, asker) ? ownText(item, asker) : othersText(item, asker)}${item.texts[1]}`

function othersText(item: Item, asker: Asker): string {
  const key = `${asker.key} ${item.admissionKey}`
  const text = told.get(key) ?? ownText(item, asker)
  told.set(key, text)
  return text
}

const ownText = (item: Item, asker: Asker): string => eligibilityText(verdictOn(item, asker))
