import type { Item } from '../../offers/offer-index/actions-items.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { type EligibleExecutor, eligibilityOf, isPersonal } from './listed-eligibility.ts'
import { eligibilityText, itemsText } from './serialize.ts'

/** Caches the eligibility members by executor key and admission requirements. */
const cachedTexts = boundedMap<string, string>(20_000)
/** Caches the bytes sent for the same items to executors with the same key: no more than a few megabytes. */
const cachedBytes = boundedMap<string, { readonly items: readonly Item[]; readonly bytes: Buffer }>(500)

/** Returns the response bytes from the start through the items, for this executor. */
export function itemsBytes(items: readonly Item[], executor: EligibleExecutor): Buffer {
  if (items.some((item) => isPersonal(item, executor))) return itemsBuffer(items, executor)
  const key = `${items[0]?.id} ${items.length} ${executor.key}`
  const known = cachedBytes.get(key)
  if (known?.items.every((item, index) => item === items[index])) return known.bytes
  const bytes = itemsBuffer(items, executor)
  cachedBytes.set(key, { items, bytes })
  return bytes
}

const itemsBuffer = (items: readonly Item[], executor: EligibleExecutor): Buffer =>
  Buffer.from(itemsText(items.map((item) => itemJson(item, executor))))

const itemJson = (item: Item, executor: EligibleExecutor): string =>
  `${item.texts[0]}${isPersonal(item, executor) ? eligibilityJson(item, executor) : cachedEligibilityJson(item, executor)}${item.texts[1]}`

function cachedEligibilityJson(item: Item, executor: EligibleExecutor): string {
  const key = `${executor.key} ${item.admissionKey}`
  const text = cachedTexts.get(key) ?? eligibilityJson(item, executor)
  cachedTexts.set(key, text)
  return text
}

const eligibilityJson = (item: Item, executor: EligibleExecutor): string =>
  eligibilityText(eligibilityOf(item, executor))
