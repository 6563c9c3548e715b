import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { BankAccount } from './bank-account.ts'
import { bankAccountJson } from './serialize.ts'

const account: BankAccount = {
  version: 2,
  holder: 'Nimble Tasks GmbH',
  iban: 'DE02120300000000202051',
  bic: null,
  updatedAt: at('12:00:00'),
}

export const bankAccountDocs = docsIn('Payouts', {
  'GET /api/operator/bank-account': {
    id: 'getBankAccount',
    summary: "Read the marketplace's own bank account",
    about: 'SEPA files of payouts name it as the account that pays. Its members are null until an operator enters it.',
    answers: { 200: { account: bankAccountJson.serialize(account) } },
  },
  'PUT /api/operator/bank-account': {
    id: 'replaceBankAccount',
    summary: "Replace the marketplace's own bank account",
    about: 'Changes later files only. The audit log keeps each account with who entered it.',
    body: { account: { holder: 'Nimble Tasks GmbH', iban: 'DE02 1203 0000 0000 2020 51' } },
    answers: { 200: { account: bankAccountJson.serialize(account) } },
  },
})
