import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { Payout } from './payout.ts'
import { payoutJson } from './serialize.ts'

const payout: Payout = {
  id: idOf(12),
  kind: 'Any',
  withdrawals: 48,
  units: 9_421_300n,
  currency: 'USD',
  createdAt: at('14:30:00'),
  paid: 0,
  failed: 0,
  shared: 1,
  exports: 0,
  exportedAt: null,
  firstExportedAt: null,
}
const sepa: Payout = { ...payout, id: idOf(13), kind: 'Sepa', currency: 'EUR' }

export const payoutDocs = docsIn('Payouts', {
  'POST /api/operator/payouts': {
    id: 'createPayout',
    summary: 'Create a payout from approved withdrawals',
    about:
      'Of all of them, or with `kind` `Sepa` of those in euros to IBANs of SEPA countries. Only the latter has a file of SEPA credit transfers.',
    body: { all: {}, sepa: { kind: 'Sepa' } },
    answers: { 200: { payout: payoutJson.serialize(payout), sepa: payoutJson.serialize(sepa) } },
    problems: ['nothing_to_pay_out', 'sepa_needs_euro'],
  },
  'GET /api/operator/payouts': {
    id: 'listPayouts',
    summary: 'List payouts, newest first',
    answers: { 200: { page: payoutJson.serializePage(pageWith(payout)) } },
  },
  'GET /api/operator/payouts/:id': {
    id: 'getPayout',
    summary: 'Read a payout with its counts of paid and failed withdrawals',
    answers: { 200: { payout: payoutJson.serialize(payout) } },
    problems: ['payout_not_found'],
  },
  'GET /api/operator/payouts/:id/file': {
    id: 'downloadPayout',
    summary: 'Export the bank file of a payout',
    about:
      'CSV (RFC 4180) with the columns withdrawalId, executorId, amount, currency, method, holder, iban, bic, accountNumber, bankCode, bankName, country and email. One line per withdrawal without a result. Exporting again requires `again=true` and a `reason`, because the first file may be at the bank. Every export is recorded in the audit log. Texts that a spreadsheet would read as a formula begin with an apostrophe. With `format` `pain.001` a payout of kind Sepa is a file of SEPA credit transfers (ISO 20022 pain.001.001.09). Its end-to-end references name the withdrawals, so that a bank statement marks them as paid. While no withdrawal gets a result, the file is the same byte for byte.',
    files: ['text/csv', 'application/jsonl', 'application/xml'],
    answers: { 200: {} },
    problems: [
      'payout_not_found',
      'payout_exported',
      'payout_finished',
      'payout_unreadable',
      'payout_not_sepa',
      'bank_account_missing',
    ],
  },
})
