/** The encodings that spreadsheets save besides UTF-8. */
export type OtherEncoding = 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1251' | 'Windows-1252'

/** A text; or the likely encoding of bytes that are no UTF-8. */
export type Decoded =
  | { readonly isText: true; readonly text: string }
  | { readonly isText: false; readonly encoding: OtherEncoding }

/** Decodes UTF-8 without replacing anything, and skips a byte order mark. */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = utf16In(bytes)
  if (encoding) return { isText: false, encoding }
  try {
    return { isText: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { isText: false, encoding: isCyrillic(bytes) ? 'Windows-1251' : 'Windows-1252' }
  }
}

/** A byte order mark tells; otherwise the place of zero bytes beside Latin characters. */
function utf16In(bytes: Uint8Array): OtherEncoding | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16 LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16 BE'
  const zero = bytes.indexOf(0)
  if (zero === -1) return undefined
  return zero % 2 === 1 ? 'UTF-16 LE' : 'UTF-16 BE'
}

/** Cyrillic words have no Latin letters beside those above 0x7f; words with accents have. */
function isCyrillic(bytes: Uint8Array): boolean {
  const words = new TextDecoder('latin1').decode(bytes).match(/[A-Za-z\u0080-\u00ff]+/g) ?? []
  const foreign = words.filter((word) => /[\u0080-\u00ff]/.test(word))
  const whole = foreign.filter((word) => word.length > 1 && !/[A-Za-z]/.test(word))
  return whole.length * 2 > foreign.length
}
