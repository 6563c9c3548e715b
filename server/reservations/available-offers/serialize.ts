import { boundedMap } from '../../values/bounded-map.ts'
import { encodedText } from '../../values/utf8.ts'

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
