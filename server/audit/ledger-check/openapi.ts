import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { LedgerCheck } from './ledger-check.ts'
import { serializeLedgerCheck } from './serialize.ts'

const balanced: LedgerCheck = {
  checkedAt: at('12:00:00'),
  ok: true,
  mismatches: [],
  accounts: 1_240,
  transfers: 48_112,
  sums: {
    'advertiser.available': '41000000',
    'advertiser.held': '12000000',
    'executor.pending': '800000',
    'executor.available': '2200000',
    'executor.withdrawing': '500000',
    'platform.revenue': '900000',
    'external.in': '-60400000',
    'external.out': '3000000',
  },
}

export const ledgerCheckDocs = docsIn('Operations', {
  'GET /api/operator/ledger': {
    id: 'getBooks',
    summary: 'Read the result of the latest verification of the books',
    about: 'Every hour, all entries are added up and compared with every balance, hold and withdrawal.',
    answers: { 200: { balanced: serializeLedgerCheck(balanced, 'USD') } },
  },
  'POST /api/operator/ledger/verify': {
    id: 'verifyBooks',
    summary: 'Verify the books now',
    about: 'Reads the whole ledger. Only one verification at a time.',
    answers: { 200: { balanced: serializeLedgerCheck(balanced, 'USD') } },
    problems: ['check_under_way'],
  },
})
