import { escapeHtml } from '../html.ts'
import { type Place, partsOf } from './html-places.ts'
import {
  addressFault,
  encoded,
  fillAddress,
  type ItemValues,
  isOnePlaceholder,
  namesIn,
  replacePlaceholders,
  shownValue,
} from './placeholders.ts'

/** A placeholder that cannot be filled where it stands: in a script or style, a comment, a name, a value without quotes, or a wrong address. */
export type HtmlFault = { readonly name: string; readonly line: number }

type Piece = { readonly text: string; readonly place: Place }

const piecesOf = (html: string): Piece[] =>
  partsOf(html).map(({ from, to, place }) => ({ text: html.slice(from, to), place }))

/** Returns the placeholders of a page that cannot be filled. */
export function htmlFaults(html: string): HtmlFault[] {
  const faults: HtmlFault[] = []
  let line = 1
  for (const { text, place } of piecesOf(html)) {
    if (isClosed(text, place)) faults.push(...[...namesIn(text)].map((name) => ({ name, line })))
    line += text.split('\n').length - 1
  }
  return faults
}

/** An address on the page itself (`#`) has no host that data could change. */
const isClosed = (text: string, place: Place): boolean =>
  place === 'none' || (place === 'address' && !text.startsWith('#') && addressFault(text.trim()) !== undefined)

/** Returns a page without faults with the values of an item, escaped for where they stand. An address that cannot be used is left empty. */
export const fillHtml = (html: string, data: ItemValues): string =>
  piecesOf(html)
    .map(({ text, place }) => (namesIn(text).size === 0 ? text : fillPiece(text, place, data)))
    .join('')

function fillPiece(text: string, place: Place, data: ItemValues): string {
  if (place === 'none') return text
  if (place !== 'address') return replacePlaceholders(text, (name) => escapeHtml(shownValue(data, name) ?? ''))
  if (text.startsWith('#'))
    return replacePlaceholders(text, (name) => escapeHtml(encoded(shownValue(data, name) ?? '')))
  const address = fillAddress(text.trim(), data) ?? ''
  // Otherwise the text around the values is HTML already, and encoded values have no other sign of HTML.
  return isOnePlaceholder(text.trim()) ? escapeHtml(address) : address.replaceAll("'", '&#39;')
}
