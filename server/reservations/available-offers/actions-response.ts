import type { Admission } from '../../offers/audience.ts'
import type { Item } from '../../offers/offer-index/actions-items.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { itemsText } from '../../values/requests/page-text.ts'
import { eligibilityOf, isPersonal, type ViewingExecutor } from './listed-eligibility.ts'
import { eligibilityText } from './serialize.ts'

type EligibilityTexts = WeakMap<Admission, string>

/** Caches the eligibility members by executor key and admission requirements. */
const cachedTexts = boundedMap<string, EligibilityTexts>(1_000)
/** Caches the JSON of the same items for executors with the same key: a few megabytes, and the items that it was made from. */
const cachedItems = boundedMap<string, { readonly items: readonly Item[]; readonly text: string }>(500)

/**
 * Returns the JSON of a page from the start through the items, for this executor, encoded (`encodedText`). Only pages that are requested
 * repeatedly are cached.
 */
export function textOfItems(items: readonly Item[], executor: ViewingExecutor, isRepeated: boolean): string {
  if (!isRepeated || items.some((item) => isPersonal(item, executor))) return newText(items, executor)
  const key = `${items[0]?.id} ${items.length} ${executor.key}`
  const known = cachedItems.get(key)
  if (known?.items.every((item, index) => item === items[index])) return known.text
  const text = newText(items, executor)
  cachedItems.set(key, { items, text })
  return text
}

function newText(items: readonly Item[], executor: ViewingExecutor): string {
  const texts = cachedTexts.get(executor.key) ?? new WeakMap()
  cachedTexts.set(executor.key, texts)
  return itemsText(items.map((item) => `${item.start}${cachedEligibility(texts, item, executor)}${item.end}`))
}

function cachedEligibility(texts: EligibilityTexts, item: Item, executor: ViewingExecutor): string {
  if (isPersonal(item, executor)) return eligibilityText(eligibilityOf(item, executor))
  const text = texts.get(item.admission) ?? eligibilityText(eligibilityOf(item, executor))
  texts.set(item.admission, text)
  return text
}
