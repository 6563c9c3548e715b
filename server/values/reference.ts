import type { Id } from './id.ts'

/** ISO 7064, mod 97-10, as in IBANs: detects every mistyped digit and every swap of two neighbours. */
const checkDigits = (id: number): string => String(98 - Number((BigInt(id) * 100n) % 97n)).padStart(2, '0')

/** Returns the reference of a record for bank transfers, such as `D-1042-79`. It never changes. */
export const referenceOf = (letter: string, id: number): string => `${letter}-${id}-${checkDigits(id)}`

/** Returns the id that a reference names, however a bank or a person spaces it; undefined if it is no valid reference. */
export function idOfReference<Noun extends string>(letter: string, text: string): Id<Noun> | undefined {
  const plain = text.toUpperCase().replace(/[\s\-–.]/g, '')
  const [, digits = '', check = ''] = plain.startsWith(letter) ? (/^(\d{1,15})(\d{2})$/.exec(plain.slice(1)) ?? []) : []
  const id = Number(digits)
  return digits !== '' && id > 0 && checkDigits(id) === check ? (id as Id<Noun>) : undefined
}
