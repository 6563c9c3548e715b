import { encoded, type ItemValues, replacePlaceholders, shownValue, wholeAddress } from './placeholders.ts'

/** How far before a placeholder an address in the text can begin. */
const addressLengthMax = 2_000

/**
 * Returns a Markdown text with the values of an item, each as it is, in one line. Within an address it is encoded, and an https address that
 * is the whole value is a link.
 */
export const fillMarkdown = (text: string, data: ItemValues): string =>
  replacePlaceholders(text, (name, offset) => {
    const value = (shownValue(data, name) ?? '').replace(/\s+/g, ' ')
    const word =
      text
        .slice(Math.max(0, offset - addressLengthMax), offset)
        .split(/[\s<]/)
        .at(-1) ?? ''
    if (/https?:\/\//i.test(word)) return encoded(value).replace(/[!'()*_~]/g, percent)
    const address = wholeAddress(value)
    if (address === undefined) return value.replace(/[!-/:-@[-`{-~]/g, '\\$&')
    return text[offset - 1] === '<' ? address : `<${address}>`
  })

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
