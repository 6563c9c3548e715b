import { isRecord, type Values } from '../../ui/schema/schema.ts'
import type { Shown } from './shown-item.tsx'

const placeholder = /\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/g
const onlyPlaceholder = /^\{\{[A-Za-z_][A-Za-z0-9_]{0,63}\}\}$/

const textOf = (value: unknown): string => (value === null || typeof value === 'object' ? '' : String(value ?? ''))
const dataOf = (data: Values, name: string): string => textOf(Object.hasOwn(data, name) ? data[name] : undefined)

const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:'

function addressOf(address: string, data: Values): string | null {
  const isWhole = onlyPlaceholder.test(address)
  const filled = address.replace(placeholder, (_, name: string) => {
    const value = dataOf(data, name)
    return isWhole ? value.trim() : encodeURIComponent(value.toWellFormed())
  })
  return isHttps(filled) ? filled : null
}

/** Returns what a page shows of an item, filled with its data as the server fills it for executors. */
export function filledShow(page: unknown, data: Values): Shown[] {
  const show: readonly unknown[] = isRecord(page) && Array.isArray(page['show']) ? page['show'] : []
  return show.filter(isRecord).map((shown) => {
    const [kind, value] = [textOf(shown['kind']), textOf(shown['value'])]
    return {
      kind,
      value:
        kind === 'text' ? value.replace(placeholder, (_, name: string) => dataOf(data, name)) : addressOf(value, data),
      label: textOf(shown['label']) || null,
    }
  })
}
