import type { Id } from '../values/id.ts'

/** ISO 7064, mod 97-10, as in IBANs: detects every mistyped digit and every swap of two neighbours. */
const checkDigits = (id: number): string => String(98 - Number((BigInt(id) * 100n) % 97n)).padStart(2, '0')

/** Returns the reference that an account states in a bank transfer, such as `D-1042-79`. It never changes. */
export const depositReferenceOf = (account: Id<'account'>): string => `D-${account}-${checkDigits(account)}`

/** Returns the id of the account that a reference names, however a bank or a person spaces it; undefined if it is no valid reference. */
export function accountOfReference(text: string): number | undefined {
  const [, digits = '', check = ''] = /^D(\d{1,15})(\d{2})$/.exec(text.toUpperCase().replace(/[\s\-–.]/g, '')) ?? []
  const id = Number(digits)
  return digits !== '' && id > 0 && checkDigits(id) === check ? id : undefined
}
