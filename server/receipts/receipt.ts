import type { Method, Reversal } from '../payments/deposits/deposit.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'

export const receiptLanguages = ['en', 'ru'] as const
export type ReceiptLanguage = (typeof receiptLanguages)[number]

/** The seller as a receipt keeps it. */
export type Seller = {
  readonly name: string
  readonly details: Readonly<Record<ReceiptLanguage, string | null>>
}

/** A paid deposit, and its receipt if one was issued. */
export type ReceiptFacts = {
  readonly deposit: Id<'deposit'>
  readonly account: Id<'account'>
  readonly email: string
  readonly method: Method
  readonly status: string
  readonly amountUnits: Units
  /** Refunded, charged back or voided, without refunds that are not paid yet. */
  readonly returnedUnits: Units
  readonly currency: string
  readonly reference: string
  readonly paidAt: Date | null
  readonly number: number | null
  readonly seller: Seller | null
  readonly buyerName: string | null
  readonly buyerAddress: string | null
  readonly buyerTaxId: string | null
  readonly issuedAt: Date | null
  /** Whether the advertiser has entered billing details. */
  readonly hasBilling: boolean
}

export type Receipt = Omit<ReceiptFacts, 'number' | 'seller' | 'paidAt' | 'issuedAt' | 'hasBilling'> & {
  readonly number: number
  readonly seller: Seller
  readonly paidAt: Date
  readonly issuedAt: Date
}

/** Returns the issued receipt; undefined if it has no number yet, or could name a buyer by now. */
export function issuedReceipt({ number, seller, paidAt, issuedAt, ...facts }: ReceiptFacts): Receipt | undefined {
  if (number === null || seller === null || paidAt === null || issuedAt === null) return undefined
  return facts.buyerName === null && facts.hasBilling ? undefined : { ...facts, number, seller, paidAt, issuedAt }
}

/** A document for an amount that was returned to its payer. It stays when the return failed later, and says so. */
export type CreditNote = {
  readonly number: number
  readonly kind: Reversal['kind']
  readonly status: Reversal['status']
  readonly units: Units
  readonly returnedAt: Date
  readonly issuedAt: Date
}
