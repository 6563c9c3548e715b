import { boundedMap } from '../../values/bounded-map.ts'
import type { PageOf } from '../../values/requests/page.ts'
import { bytesOfEncoded, encodedText } from '../../values/utf8.ts'

/** Why the executor may not reserve the offer (`reasons`), and their allowed actions. */
export type Eligibility = { readonly reasons: readonly string[]; readonly actions: readonly string[] }

/** There are few different texts, but caches hold many of them. */
const texts = boundedMap<string, string>(1_000)

/** Returns the members of an available offer that depend on the caller, encoded (`encodedText`). */
export function eligibilityText({ reasons, actions }: Eligibility): string {
  const [why, what] = [JSON.stringify(reasons), JSON.stringify(actions)]
  const text = encodedText(`,"eligible":${reasons.length === 0},"ineligibleReasons":${why},"allowedActions":${what}`)
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}

/** Returns the JSON of a page up to the end of its items, which are encoded already. */
export const itemsText = (items: readonly string[]): string => `{"items":[${items.join(',')}],`

/** Returns a page as JSON, from the text of its items and its other members. */
export const pageBytes = (items: string, rest: Omit<PageOf<unknown>, 'items'>): Buffer =>
  bytesOfEncoded(items + encodedText(JSON.stringify(rest).slice(1)))
