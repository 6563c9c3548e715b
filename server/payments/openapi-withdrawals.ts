import { earningsDocs } from '../ledger/openapi.ts'
import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/requests/operation.ts'
import type { Payout } from './payout.ts'
import {
  serializeAllForOperator,
  serializeForOperator,
  serializeMarked,
  serializePayout,
  serializePayouts,
  serializeWithdrawal,
  serializeWithdrawals,
} from './serialize-withdrawals.ts'
import { type OperatorWithdrawal, type Withdrawal, WithdrawalStateConflict } from './withdrawal.ts'

const requested: Withdrawal = {
  id: idOf(310),
  executor: idOf(23),
  units: 125_000n,
  currency: 'USD',
  status: 'Requested',
  method: 'Bank',
  hint: '…3000',
  reason: null,
  reference: null,
  payout: null,
  version: 1,
  requestedAt: at('12:00:00'),
  approvedAt: null,
  endedAt: null,
  updatedAt: at('12:00:00'),
}
const cancelled: Withdrawal = {
  ...requested,
  status: 'Cancelled',
  version: 2,
  endedAt: at('12:05:00'),
  updatedAt: at('12:05:00'),
}
const approved: Withdrawal = {
  ...requested,
  status: 'Processing',
  payout: idOf(12),
  version: 3,
  approvedAt: at('14:00:00'),
  updatedAt: at('14:30:00'),
}
const ended = { version: 4, endedAt: at('16:00:00'), updatedAt: at('16:00:00') }
const paid: Withdrawal = { ...approved, ...ended, status: 'Paid', reference: 'SEPA 2026-03-01/77' }
const failed: Withdrawal = { ...approved, ...ended, status: 'Failed', reason: 'The bank knows no such account.' }
const rejected: Withdrawal = { ...failed, payout: null, approvedAt: null, reason: 'The name is not the account’s.' }
const payout: Payout = {
  id: idOf(12),
  withdrawals: 48,
  units: 9_421_300n,
  currency: 'USD',
  createdAt: at('14:30:00'),
  paid: 0,
  failed: 0,
  shared: 1,
  exports: 0,
  exportedAt: null,
}
const forDesk = (withdrawal: Withdrawal): OperatorWithdrawal => ({
  ...withdrawal,
  sharedWith: [idOf(57)],
  debtUnits: 0n,
})
const late = WithdrawalStateConflict({ currentStatus: 'Paid', allowedActions: [] })
const bank = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' }
const gone = ['withdrawal_not_found', 'withdrawal_state_conflict']
const tag = 'Earnings'

/** Group A: an executor's money on its way out. */
export const withdrawalDocs: Docs = {
  'GET /api/executor/withdrawals': {
    id: 'listWithdrawals',
    tag,
    summary: 'List own withdrawals, the latest first',
    answers: { 200: { page: serializeWithdrawals(pageWith(requested)) } },
  },
  'POST /api/executor/withdrawals': {
    id: 'requestWithdrawal',
    tag,
    summary: 'Ask for money to be paid out',
    about:
      'The amount rounds down to what the currency can pay out, and leaves `available` at once; it comes back where the withdrawal is cancelled or fails. One at a time. Where it goes is kept encrypted; answers show a hint of it.',
    body: { toABank: { amount: 12.5, method: bank } },
    answers: { 200: { requested: serializeWithdrawal(requested) } },
    problems: ['withdrawal_open', 'debt_unsettled', 'withdrawal_below_minimum', 'insufficient_funds'],
  },
  'POST /api/executor/balance/settle-debt': {
    id: 'settleDebt',
    tag,
    summary: 'Pay what the account owes the platform from earnings',
    about:
      'An account that is also an advertiser owes what the platform paid in its place, after a chargeback for example. All of `available` is used, as far as the debt goes. Where nothing is owed or available, nothing changes.',
    answers: { 200: earningsDocs['GET /api/executor/balance']?.answers[200] ?? {} },
  },
  'GET /api/executor/withdrawals/:id': {
    id: 'openWithdrawal',
    tag,
    summary: 'Read one of them',
    answers: {
      200: {
        requested: serializeWithdrawal(requested),
        paid: serializeWithdrawal(paid),
        failed: serializeWithdrawal(failed),
      },
    },
    problems: ['withdrawal_not_found'],
  },
  'POST /api/executor/withdrawals/:id/cancel': {
    id: 'cancelWithdrawal',
    tag,
    summary: 'Take it back while no operator has approved it',
    answers: { 200: { cancelled: serializeWithdrawal(cancelled) } },
    problems: gone,
  },
}

const forOperators = 'Payouts'

/** Group A: what operators do with withdrawals. */
export const payoutDocs: Docs = {
  'GET /api/operator/withdrawals': {
    id: 'listAllWithdrawals',
    tag: forOperators,
    summary:
      'List withdrawals of everybody, the oldest first; those that wait for approval unless `status` or `payoutId` says otherwise',
    about:
      '`sharedWith` names other executors who have, or had, money sent to the same account. With `payoutId` the list is what is in a payout: read it before its file goes to the bank.',
    answers: { 200: { page: serializeAllForOperator(pageWith(forDesk(requested))) } },
  },
  'POST /api/operator/withdrawals/:id/approve': {
    id: 'approveWithdrawal',
    tag: forOperators,
    summary: 'Let it go out with the next payout',
    answers: { 200: { approved: serializeForOperator(forDesk({ ...approved, payout: null, version: 2 })) } },
    problems: [...gone, 'debt_unsettled'],
  },
  'POST /api/operator/withdrawals/:id/reject': {
    id: 'rejectWithdrawal',
    tag: forOperators,
    summary: 'Refuse it; the executor gets the money back and is told why',
    body: { refused: { reason: rejected.reason } },
    answers: { 200: { rejected: serializeForOperator(forDesk({ ...rejected, version: 2 })) } },
    problems: gone,
  },
  'POST /api/operator/withdrawals/:id/paid': {
    id: 'markWithdrawalPaid',
    tag: forOperators,
    summary: 'Say that it was paid',
    body: { paid: { reference: paid.reference } },
    answers: { 200: { paid: serializeForOperator(forDesk(paid)) } },
    problems: gone,
  },
  'POST /api/operator/withdrawals/:id/failed': {
    id: 'markWithdrawalFailed',
    tag: forOperators,
    summary: 'Say that it was not paid; the executor gets the money back',
    body: { failed: { reason: failed.reason } },
    answers: { 200: { failed: serializeForOperator(forDesk(failed)) } },
    problems: gone,
  },
  'POST /api/operator/withdrawals/results': {
    id: 'markWithdrawals',
    tag: forOperators,
    summary: 'Say of up to 1,000 what became of them',
    about:
      'As `results`, or as `csv` with a heading of id, status, reference and reason. `Paid` needs a `reference`, `Failed` a `reason`. Each is marked or refused by itself, and saying the same again does no harm. Each answer names the `line` of the CSV; a refusal is a problem with its `type`, `status` and `code`.',
    body: {
      list: {
        results: [
          { id: 310, status: 'Paid', reference: 'SEPA 2026-03-01/77' },
          { id: 311, status: 'Failed', reason: 'The bank knows no such account.' },
        ],
      },
      csv: { csv: 'id,status,reference,reason\r\n310,Paid,SEPA 2026-03-01/77,\r\n' },
    },
    answers: {
      200: {
        marked: serializeMarked(
          [
            { id: 310, withdrawal: paid },
            { id: 311, problem: late },
          ],
          ({ type, detail }) => ({ code: type.code, detail }),
        ),
      },
    },
  },
  'POST /api/operator/payouts': {
    id: 'createPayout',
    tag: forOperators,
    summary: 'Take everything that is approved into one file',
    answers: { 200: { payout: serializePayout(payout) } },
    problems: ['nothing_to_pay_out'],
  },
  'GET /api/operator/payouts': {
    id: 'listPayouts',
    tag: forOperators,
    summary: 'List payouts, the latest first',
    answers: { 200: { page: serializePayouts(pageWith(payout)) } },
  },
  'GET /api/operator/payouts/:id': {
    id: 'openPayout',
    tag: forOperators,
    summary: 'Read one of them, with how many are paid and how many failed',
    answers: { 200: { payout: serializePayout(payout) } },
    problems: ['payout_not_found'],
  },
  'GET /api/operator/payouts/:id/file': {
    id: 'downloadPayout',
    tag: forOperators,
    summary: 'Export its file: a line for each withdrawal without a result, with where it is to go',
    about:
      'CSV (RFC 4180) with the columns withdrawalId, executorId, amount, currency, method, holder, iban, bic, accountNumber, bankCode, bankName, country and email. The first export needs nothing; another one needs `again=true` and a `reason`, because the first file may be at the bank. No line has a result: what was marked as paid or failed is left out. Every export is in the audit log. What a spreadsheet would take for a formula begins with an apostrophe.',
    files: ['text/csv'],
    answers: { 200: {} },
    problems: ['payout_not_found', 'payout_exported', 'payout_finished', 'payout_unreadable'],
  },
}
