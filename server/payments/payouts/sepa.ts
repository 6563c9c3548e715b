import anyAscii from 'any-ascii'
import { Document } from 'sepa'
import type { Id } from '../../values/id.ts'
import { decimalOf } from '../../values/money.ts'
import { fitsIban, type Payer } from '../bank-account/bank-account.ts'
import { withdrawalReferenceOf } from '../withdrawals/withdrawal.ts'
import type { Payable } from './payout.ts'

const nameLengthMax = 70
/** What the rules of SEPA say for a name that is not known. */
const noName = 'NOTPROVIDED'

/** Returns a text in the characters that every bank of SEPA takes, cut to their number. */
export const sepaText = (text: string, lengthMax: number): string =>
  anyAscii(text)
    .replaceAll('&', '+')
    .replaceAll('_', '-')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()

export type SepaFile = {
  readonly payout: Id<'payout'>
  readonly payer: Payer
  /** The date of the file, and when the bank is to pay. */
  readonly datedAt: Date
}

/**
 * Returns a file of SEPA credit transfers (ISO 20022 pain.001.001.09). The same payables make the same bytes. Results only ever remove
 * payables, so their number makes the message id unique: a bank refuses the same file twice, and takes a later one without them.
 */
export function sepaFile(payables: readonly Payable[], { payout, payer, datedAt }: SepaFile): string {
  const file = new Document('pain.001.001.09')
  const date = localParts(datedAt)
  const holder = sepaText(payer.holder, nameLengthMax) || noName
  file.grpHdr.id = `P-${payout}-${payables.length}-${datedAt.toISOString().slice(0, 10).replaceAll('-', '')}`
  file.grpHdr.created = date
  file.grpHdr.initiatorName = holder
  const payment = file.createPaymentInfo()
  payment.requestedExecutionDate = date
  payment.debtorName = holder
  payment.debtorIBAN = payer.iban
  payment.debtorBIC = payer.bic ?? ''
  const sum = decimalOf(payables.reduce((total, { units }) => total + units, 0n))
  // The library adds floating-point numbers.
  payment.normalize = () => {
    payment.controlSum = sum
  }
  file.addPaymentInfo(payment)
  for (const payable of payables)
    payment.addTransaction(Object.assign(payment.createTransaction(), transferOf(payable)))
  return file.toString()
}

function transferOf({ id, units, method: { holder = '', iban = '', bic = '' } }: Payable) {
  return {
    end2endId: withdrawalReferenceOf(id),
    amount: decimalOf(units),
    currency: 'EUR',
    creditorName: sepaText(holder, nameLengthMax) || noName,
    creditorIBAN: iban,
    // Optional within SEPA; one of another country is a mistake of the executor.
    creditorBIC: fitsIban(bic, iban) ? bic : '',
    remittanceInfo: `Withdrawal ${id}`,
  }
}

/** Returns a date whose local parts are those of UTC: the library writes local parts, and the bytes must not depend on the server's zone. */
const localParts = (date: Date): Date =>
  new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
