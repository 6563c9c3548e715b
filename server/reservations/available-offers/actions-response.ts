import type { Item } from '../../offers/offer-index/actions-items.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { type EligibleExecutor, isPersonal, verdictOn } from './listed-eligibility.ts'
import { eligibilityText, itemsText } from './serialize.ts'

/** Caches the eligibility members by executor key and admission requirements. */
const told = boundedMap<string, string>(20_000)
/** Caches the bytes sent for the same items to executors with the same key: no more than a few megabytes. */
const sent = boundedMap<string, { readonly items: readonly Item[]; readonly bytes: Buffer }>(500)

/** Returns the response bytes from the start through the items, for this executor. */
export function itemsBytes(items: readonly Item[], executor: EligibleExecutor): Buffer {
  if (items.some((item) => isPersonal(item, executor))) return bytesOf(items, executor)
  const key = `${items[0]?.id} ${items.length} ${executor.key}`
  const known = sent.get(key)
  if (known?.items.every((item, index) => item === items[index])) return known.bytes
  const bytes = bytesOf(items, executor)
  sent.set(key, { items, bytes })
  return bytes
}

const bytesOf = (items: readonly Item[], executor: EligibleExecutor): Buffer =>
  Buffer.from(itemsText(items.map((item) => textOf(item, executor))))

const textOf = (item: Item, executor: EligibleExecutor): string =>
  `${item.texts[0]}${isPersonal(item, executor) ? ownText(item, executor) : othersText(item, executor)}${item.texts[1]}`

function othersText(item: Item, executor: EligibleExecutor): string {
  const key = `${executor.key} ${item.admissionKey}`
  const text = told.get(key) ?? ownText(item, executor)
  told.set(key, text)
  return text
}

const ownText = (item: Item, executor: EligibleExecutor): string => eligibilityText(verdictOn(item, executor))
