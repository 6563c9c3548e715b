import type { PageOf } from '../../values/requests/page.ts'

/** What the list says of an offer for the executor who asks: why they may not reserve it, and what they may do. */
export type Eligibility = { readonly reasons: readonly string[]; readonly actions: readonly string[] }

/** The members of an available offer that depend on the caller. */
export const eligibilityText = ({ reasons, actions }: Eligibility): string =>
  `,"eligible":${reasons.length === 0},"ineligibleReasons":${JSON.stringify(reasons)},"allowedActions":${JSON.stringify(actions)}`

/** A page up to the end of its items, which are texts. */
export const itemsText = (items: readonly string[]): string => `{"items":[${items.join(',')}],`

/** The part of a page behind its items. */
export const restText = (rest: Omit<PageOf<unknown>, 'items'>): string => JSON.stringify(rest).slice(1)
