import { serializeMark } from '../../offers/serialize-available.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { encodedText } from '../../values/utf8.ts'
import type { Eligibility } from './listed-eligibility.ts'

/** There are few different texts, but caches hold many of them. */
const texts = boundedMap<string, string>(1_000)

/** Returns the members of an available offer that depend on the caller, encoded (`encodedText`). */
export function eligibilityText({ reasons, actions, mark }: Eligibility): string {
  const [why, what] = [JSON.stringify(reasons), JSON.stringify(actions)]
  const marked = mark ? `,"advertiserMark":${JSON.stringify(serializeMark(mark))}` : ''
  const text = encodedText(
    `,"eligible":${reasons.length === 0},"ineligibleReasons":${why},"allowedActions":${what}${marked}`,
  )
  if (mark) return text
  const known = texts.get(text)
  if (known === undefined) texts.set(text, text)
  return known ?? text
}
