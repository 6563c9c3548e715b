import { bytesOfEncoded, encodedText } from '../utf8.ts'
import type { PageOf } from './page.ts'

/** Returns the JSON of a page up to the end of its items, which are encoded already (`encodedText`). */
export const itemsText = (items: readonly string[]): string => `{"items":[${items.join(',')}],`

/** Returns a page as JSON, from the text of its items and its other members. */
export const pageBytes = (items: string, rest: Omit<PageOf<unknown>, 'items'>): Buffer =>
  bytesOfEncoded(items + encodedText(JSON.stringify(rest).slice(1)))
