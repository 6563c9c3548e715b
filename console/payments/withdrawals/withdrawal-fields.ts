import { msg } from '@lingui/core/macro'
import type { Labels } from '../../ui/labels.ts'

type Field = { readonly name: string; readonly isRequired: boolean }

const required = (name: string): Field => ({ name, isRequired: true })
const optional = (name: string): Field => ({ name, isRequired: false })

/** Fields of each method, as in the API's description. The server validates them. */
const fields: Readonly<Record<string, readonly Field[]>> = {
  Bank: [required('holder'), required('iban'), optional('bic')],
  LocalBank: [
    required('holder'),
    required('accountNumber'),
    required('bankCode'),
    required('country'),
    optional('bankName'),
  ],
  PayPal: [required('email'), optional('holder')],
}
export const fieldsOf = (method: string): readonly Field[] => fields[method] ?? []

export const fieldLabels: Labels = {
  holder: msg`Account holder`,
  iban: msg`IBAN`,
  bic: msg`BIC, if required`,
  accountNumber: msg`Account number`,
  bankCode: msg`Bank code (routing number, sort code, BSB…)`,
  bankName: msg`Bank name`,
  country: msg`Country, two letters`,
  email: msg`E-mail`,
}
