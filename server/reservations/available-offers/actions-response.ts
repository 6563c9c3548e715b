import type { Admission } from '../../offers/audience.ts'
import type { Item } from '../../offers/offer-index/actions-items.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { type EligibleExecutor, eligibilityOf, isPersonal } from './listed-eligibility.ts'
import { eligibilityText, itemsText, itemText } from './serialize.ts'

type EligibilityTexts = WeakMap<Admission, string>

/** Caches the eligibility members by executor key and admission requirements. */
const cachedTexts = boundedMap<string, EligibilityTexts>(1_000)
/** Caches the bytes sent for the same items to executors with the same key: a few megabytes, and the items that they were made from. */
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

function itemsBuffer(items: readonly Item[], executor: EligibleExecutor): Buffer {
  const texts = cachedTexts.get(executor.key) ?? new WeakMap()
  cachedTexts.set(executor.key, texts)
  return Buffer.from(itemsText(items.map((item) => itemText(item, cachedEligibility(texts, item, executor)))))
}

function cachedEligibility(texts: EligibilityTexts, item: Item, executor: EligibleExecutor): string {
  if (isPersonal(item, executor)) return eligibilityText(eligibilityOf(item, executor))
  const text = texts.get(item.admission) ?? eligibilityText(eligibilityOf(item, executor))
  texts.set(item.admission, text)
  return text
}
