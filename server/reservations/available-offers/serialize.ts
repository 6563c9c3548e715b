import type { SerializedOffer } from '../../offers/serialize-available.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import type { PageOf } from '../../values/requests/page.ts'

/** Why the executor may not reserve the offer (`reasons`), and their allowed actions. */
export type Eligibility = { readonly reasons: readonly string[]; readonly actions: readonly string[] }

/** There are few different texts, but caches hold many of them. */
const texts = boundedMap<string, string>(1_000)

/** The members of an available offer that depend on the caller. */
export function eligibilityText({ reasons, actions }: Eligibility): string {
  const [why, what] = [JSON.stringify(reasons), JSON.stringify(actions)]
  const text = `,"eligible":${reasons.length === 0},"ineligibleReasons":${why},"allowedActions":${what}`
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}

/** Returns the JSON of an item with the caller's members. */
export const itemText = (
  { texts: [before, after], remaining, reputation }: SerializedOffer,
  eligibility: string,
): string => `${before}${remaining}${after}${eligibility},"advertiser":${reputation}}`

/** Returns the JSON of a page up to the end of its items, which are already JSON. */
export const itemsText = (items: readonly string[]): string => `{"items":[${items.join(',')}],`

/** Returns the JSON of a page after its items. */
export const restText = (rest: Omit<PageOf<unknown>, 'items'>): string => JSON.stringify(rest).slice(1)
