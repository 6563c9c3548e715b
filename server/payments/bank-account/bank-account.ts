import { isSEPACountry } from 'ibantools'
import { bodyError, conflict, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import { methodOf } from '../withdrawals/withdrawal-method.ts'

/** The bank account from which the marketplace pays. */
export type Payer = { readonly holder: string; readonly iban: string; readonly bic: string | null }
export type BankAccount = {
  readonly holder: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly version: number
  readonly updatedAt: Date | null
}

/** Files for banks cut longer names. */
export const holderLengthMax = 70

export const BankAccountMissing = conflict(
  'bank_account_missing',
  "The marketplace's bank account is missing",
  "The file names the account that pays. Enter the marketplace's bank account in the console under Payouts, or with PUT /api/operator/bank-account.",
)

/** Returns whether the country of an IBAN takes SEPA credit transfers. */
export const isSepaIban = (iban: string): boolean => isSEPACountry(iban.slice(0, 2))

/** Returns whether a bank's code is of the country of the account. */
export const fitsIban = (bic: string, iban: string): boolean => bic.slice(4, 6) === iban.slice(0, 2)

const isNoSepaCountry: Sentence = {
  en: 'must be of a country that takes SEPA credit transfers.',
  ru: 'должно быть счётом страны, которая принимает переводы SEPA.',
}
const isOfAnotherCountry: Sentence = {
  en: 'must be of the same country as the IBAN. Leave it out if you are not sure.',
  ru: 'должно быть кодом банка той же страны, что и IBAN. Если не уверены, не указывайте.',
}

type PayerInput = { readonly holder: string; readonly iban: string; readonly bic?: string | null | undefined }

/** Normalizes the account from which the marketplace pays. Throws ValidationError. */
export function payerOf({ holder, iban, bic }: PayerInput): Payer {
  const method = methodOf({ type: 'Bank', holder, iban, bic }, '')
  const payer = { holder: method.holder ?? '', iban: method.iban ?? '', bic: method.bic ?? null }
  const errors: FieldError[] = []
  if (!isSepaIban(payer.iban)) errors.push(bodyError('iban', 'country', isNoSepaCountry))
  if (payer.bic !== null && !fitsIban(payer.bic, payer.iban))
    errors.push(bodyError('bic', 'country', isOfAnotherCountry))
  if (errors.length > 0) throw ValidationError(errors)
  return payer
}

/** Returns the account if it was entered. Throws BankAccountMissing. */
export function mustBeEntered({ holder, iban, bic }: BankAccount): Payer {
  if (holder === null || iban === null) throw BankAccountMissing({})
  return { holder, iban, bic }
}
