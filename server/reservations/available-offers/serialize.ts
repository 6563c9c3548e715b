import type { PageOf } from '../../values/requests/page.ts'

/** Why the executor may not reserve the offer (`reasons`), and their allowed actions. */
export type Eligibility = { readonly reasons: readonly string[]; readonly actions: readonly string[] }

/** The members of an available offer that depend on the caller. */
export const eligibilityText = ({ reasons, actions }: Eligibility): string =>
  `,"eligible":${reasons.length === 0},"ineligibleReasons":${JSON.stringify(reasons)},"allowedActions":${JSON.stringify(actions)}`

/** Returns the JSON of a page up to the end of its items, which are already JSON. */
export const itemsText = (items: readonly string[]): string => `{"items":[${items.join(',')}],`

/** Returns the JSON of a page after its items. */
export const restText = (rest: Omit<PageOf<unknown>, 'items'>): string => JSON.stringify(rest).slice(1)
