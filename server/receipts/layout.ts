import { decimalText, type Units } from '../values/money.ts'
import type { CreditNote, Receipt, ReceiptLanguage } from './receipt.ts'
import { receiptTexts } from './texts.ts'

/** What a receipt or a credit note says, in order, as plain text. */
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

type Names = Pick<Receipt, 'seller' | 'buyerName' | 'buyerAddress' | 'buyerTaxId' | 'email' | 'account'>

function partiesOf(receipt: Names, language: ReceiptLanguage): ReceiptContent['parties'] {
  const texts = receiptTexts[language]
  const { seller, buyerName, buyerAddress, buyerTaxId, email, account } = receipt
  const details = seller.details[language] ?? seller.details.en ?? seller.details.ru
  return [
    { title: texts.seller, lines: linesOf(details ?? seller.name) },
    {
      title: texts.buyer,
      lines: [
        ...linesOf(buyerName),
        ...linesOf(buyerAddress),
        ...linesOf(buyerTaxId).map((line) => `${texts.taxId}: ${line}`),
        `${texts.account}: ${visible(email)} (№ ${account})`,
      ],
    },
  ]
}

const footerOf = ({ seller }: Names, language: ReceiptLanguage, publicUrl: string): string =>
  `${receiptTexts[language].page} ${visible(seller.name)}, ${publicUrl}`

/** Returns what the receipt says in a language. */
export function receiptContent(receipt: Receipt, language: ReceiptLanguage, publicUrl: string): ReceiptContent {
  const texts = receiptTexts[language]
  const { amountUnits, returnedUnits, currency } = receipt
  const amount = (units: Units) => amountText(units, currency, language)
  return {
    title: texts.title(receipt.number),
    facts: [
      [texts.issued, dayText(receipt.issuedAt, language)],
      [texts.paid, dayText(receipt.paidAt, language)],
      [texts.method, texts.methods[receipt.method]],
      [texts.reference, visible(receipt.reference)],
    ],
    parties: partiesOf(receipt, language),
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
    footer: footerOf(receipt, language, publicUrl),
  }
}

/** Returns what a credit note of the receipt says in a language. */
export function creditNoteContent(
  receipt: Receipt,
  note: CreditNote,
  language: ReceiptLanguage,
  publicUrl: string,
): ReceiptContent {
  const texts = receiptTexts[language]
  const amount = amountText(-note.units, receipt.currency, language)
  return {
    title: texts.creditNote(note.number),
    facts: [
      [texts.issued, dayText(note.issuedAt, language)],
      [texts.returnedOn, dayText(note.returnedAt, language)],
      [texts.ofReceipt, texts.receiptOf(receipt.number, dayText(receipt.issuedAt, language))],
    ],
    parties: partiesOf(receipt, language),
    heading: [texts.description, texts.amount],
    rows: [
      [texts.kinds[note.kind](receipt.deposit), amount],
      [texts.totalReturned, amount],
      ...(note.status === 'Returned'
        ? ([[texts.cancelled, amountText(note.units, receipt.currency, language)]] as const)
        : []),
    ],
    footer: footerOf(receipt, language, publicUrl),
  }
}
