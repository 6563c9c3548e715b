import { decimalText, type Units } from '../values/money.ts'
import type { Receipt, ReceiptLanguage } from './receipt.ts'
import { receiptTexts } from './texts.ts'

/** What a receipt says, in order, as plain text. */
export type ReceiptContent = {
  readonly title: string
  /** Label and value, below the title. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly parties: readonly { readonly title: string; readonly lines: readonly string[] }[]
  readonly heading: readonly [string, string]
  /** The last is the total. */
  readonly rows: readonly (readonly [text: string, amount: string])[]
  readonly footer: string
}

/** Formats an amount exactly, with at least the currency's usual fraction digits. */
export function amountText(units: Units, currency: string, language: ReceiptLanguage): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    maximumFractionDigits: 4,
  })
  // A decimal text is formatted exactly; a number might be rounded.
  return plain(format.format(decimalText(units) as Intl.StringNumericLiteral))
}

const dayText = (day: Date, language: ReceiptLanguage): string =>
  plain(new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day))

/** Narrow spaces that fonts may lack become ordinary no-break spaces. */
const plain = (text: string): string => text.replaceAll('\u202f', '\u00a0')

/** Characters without a shape, such as those that reverse the direction of writing, have no place on a document. */
const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')

const linesOf = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => visible(line).trim())
    .filter((line) => line !== '')

/** Returns what the receipt says in a language. */
export function receiptContent(receipt: Receipt, language: ReceiptLanguage, publicUrl: string): ReceiptContent {
  const texts = receiptTexts[language]
  const { seller, buyerName, buyerAddress, buyerTaxId, amountUnits, returnedUnits, currency } = receipt
  const amount = (units: Units) => amountText(units, currency, language)
  const sellerDetails = seller.details[language] ?? seller.details.en ?? seller.details.ru
  return {
    title: texts.title(receipt.number),
    facts: [
      [texts.issued, dayText(receipt.issuedAt, language)],
      [texts.paid, dayText(receipt.paidAt, language)],
      [texts.method, texts.methods[receipt.method]],
      [texts.reference, visible(receipt.reference)],
    ],
    parties: [
      { title: texts.seller, lines: sellerDetails === null ? linesOf(seller.name) : linesOf(sellerDetails) },
      {
        title: texts.buyer,
        lines: [
          ...linesOf(buyerName),
          ...linesOf(buyerAddress),
          ...linesOf(buyerTaxId).map((line) => `${texts.taxId}: ${line}`),
          `${texts.account}: ${visible(receipt.email)} (№ ${receipt.account})`,
        ],
      },
    ],
    heading: [texts.description, texts.amount],
    rows: [
      [texts.payment(receipt.deposit), amount(amountUnits)],
      [texts.total, amount(amountUnits)],
      ...(returnedUnits === 0n
        ? []
        : ([
            [receipt.status === 'Voided' ? texts.voided : texts.returned, amount(-returnedUnits)],
            [texts.remaining, amount(amountUnits - returnedUnits)],
          ] as const)),
    ],
    footer: `${texts.page} ${visible(seller.name)}, ${publicUrl}`,
  }
}
