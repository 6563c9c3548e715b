import { Type } from 'typebox'
import { nullable, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { titleText } from '../../values/requests/texts.ts'
import { memberLengthMax } from '../withdrawals/withdrawal-method.ts'
import { type BankAccount, holderLengthMax } from './bank-account.ts'

const holder = titleText({
  minLength: 1,
  maxLength: holderLengthMax,
  description: 'The account holder, as the bank knows it',
})
const iban = Type.String({
  minLength: 1,
  maxLength: memberLengthMax,
  description: 'With valid check digits, of a SEPA country',
})
const bic = Type.String({
  maxLength: memberLengthMax,
  description: 'Only if your bank needs it; of the same country as the IBAN',
})

export const bankAccountBody = Type.Object({ holder, iban, bic: Type.Optional(nullable(bic)) })

export const bankAccountJson = serializer<BankAccount>({ title: 'BankAccount' })({
  version: whole,
  holder: nullable(Type.String({ description: 'null: not entered yet' })),
  iban: nullable(Type.String()),
  bic: nullable(Type.String()),
  updatedAtUtc: nullable(Type.String({ format: 'date-time' })),
})
