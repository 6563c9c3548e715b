import type { Docs, OperationDocs } from '../values/requests/operation.ts'

const receipt = (id: string, summary: string): OperationDocs => ({
  id,
  tag: 'Deposits',
  summary,
  about:
    'A PDF file. The first request issues the receipt: it gets the next number, without gaps, and keeps the seller’s and the buyer’s details from then on. Later refunds are listed with the amounts that they returned.',
  files: ['application/pdf'],
  answers: { 200: {} },
  problems: ['deposit_not_found', 'deposit_state_conflict'],
})

const creditNotes = (id: string, summary: string): OperationDocs => ({
  id,
  tag: 'Deposits',
  summary,
  about:
    'A PDF file with a page for each amount that was refunded, charged back or voided. The first request after a return issues its credit note: it gets the next number, without gaps, and names the receipt, which is issued with it. A credit note stays if the money comes back, and says so.',
  files: ['application/pdf'],
  answers: { 200: {} },
  problems: ['deposit_not_found', 'deposit_state_conflict'],
})

export const receiptDocs: Docs = {
  'GET /api/advertiser/deposits/:depositId/credit-notes': creditNotes(
    'downloadCreditNotes',
    'Download the credit notes of a deposit',
  ),
  'GET /api/operator/deposits/:depositId/credit-notes': creditNotes(
    'downloadAnyCreditNotes',
    'Download the credit notes of any deposit',
  ),
  'GET /api/advertiser/deposits/:depositId/receipt': receipt(
    'downloadReceipt',
    'Download the receipt of a paid deposit',
  ),
  'GET /api/operator/deposits/:depositId/receipt': receipt(
    'downloadAnyReceipt',
    'Download the receipt of any paid deposit',
  ),
}
