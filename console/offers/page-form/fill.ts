import { isRecord, type Values } from '../../ui/schema/schema.ts'

/** What a form shows of an item: filled with its data; value null: nothing that can be shown. */
export type Shown = { readonly kind: string; readonly value: string | null; readonly label: string | null }

export const placeholder = /\{\{([\p{L}_][\p{L}\p{M}\p{N}_]{0,63})\}\}/gu
const isOnePlaceholder = (text: string): boolean => text.match(placeholder)?.[0] === text

/** Whether a column can stand for a placeholder. */
export const isName = (column: string): boolean => isOnePlaceholder(`{{${column}}}`)

const textOf = (value: unknown): string => (value === null || typeof value === 'object' ? '' : String(value ?? ''))
const dataOf = (data: Values, name: string): string => textOf(Object.hasOwn(data, name) ? data[name] : undefined)

const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:'

/** Whether a value is a picture itself, not its address. */
export const isEmbeddedPicture = (value: string): boolean =>
  /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/.test(value)

function addressOf(kind: string, address: string, data: Values): string | null {
  const isWhole = isOnePlaceholder(address.trim())
  const filled = address.trim().replace(placeholder, (_, name: string) => {
    const value = dataOf(data, name)
    return isWhole ? value.trim() : encodeURIComponent(value.toWellFormed())
  })
  return isHttps(filled) || (isWhole && kind === 'image' && isEmbeddedPicture(filled)) ? filled : null
}

type Part = { readonly kind: string; readonly value: string; readonly label?: string | null | undefined }

/** Fills a part of a page with the data of an item, as the server does for executors. In a text, names without a value stay. */
export const filledPart = ({ kind, value, label }: Part, data: Values): Shown => ({
  kind,
  value:
    kind === 'text'
      ? value.replace(placeholder, (whole, name: string) => (Object.hasOwn(data, name) ? textOf(data[name]) : whole))
      : addressOf(kind, value, data),
  label: label || null,
})

/** Returns all that a page shows of an item. */
export function filledShow(page: unknown, data: Values): Shown[] {
  const show: readonly unknown[] = isRecord(page) && Array.isArray(page['show']) ? page['show'] : []
  return show
    .filter(isRecord)
    .map(({ kind, value, label }) =>
      filledPart({ kind: textOf(kind), value: textOf(value), label: textOf(label) }, data),
    )
}
