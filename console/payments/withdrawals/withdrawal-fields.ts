import { msg } from '@lingui/core/macro'
import type { Words } from '../../ui/words.ts'

type Field = { readonly name: string; readonly isRequired: boolean }

const needed = (name: string): Field => ({ name, isRequired: true })
const welcome = (name: string): Field => ({ name, isRequired: false })

/** Fields of each method, as in the API's description. The server validates them. */
const fields: Readonly<Record<string, readonly Field[]>> = {
  Bank: [needed('holder'), needed('iban'), welcome('bic')],
  LocalBank: [needed('holder'), needed('accountNumber'), needed('bankCode'), needed('country'), welcome('bankName')],
  PayPal: [needed('email'), welcome('holder')],
}
export const fieldsOf = (method: string): readonly Field[] => fields[method] ?? []

export const fieldWords: Words = {
  holder: msg`Account holder`,
  iban: msg`IBAN`,
  bic: msg`BIC, if required`,
  accountNumber: msg`Account number`,
  bankCode: msg`Bank code (routing number, sort code, BSB…)`,
  bankName: msg`Bank name`,
  country: msg`Country, two letters`,
  email: msg`E-mail`,
}
