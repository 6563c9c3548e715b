import { earningsDocs } from '../../ledger/openapi.ts'
import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { operatorWithdrawalJson, serializeMarked, withdrawalJson, withdrawalOptionsJson } from './serialize.ts'
import {
  type OperatorWithdrawal,
  type Withdrawal,
  type WithdrawalOptions,
  WithdrawalStateConflict,
} from './withdrawal.ts'

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
  waitsUntil: null,
  payDays: { weekdays: [2, 5], workingDays: 2 },
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
const forOperator = (withdrawal: Withdrawal): OperatorWithdrawal => ({
  ...withdrawal,
  executorEmail: 'maria@example.com',
  executorStatus: 'Active',
  holder: 'Maria Muster',
  paidCount: 4,
  paidUnits: 512_500n,
  isNewMethod: true,
  isWaiting: false,
  sharedWith: [idOf(57)],
  sharedEmails: ['max@example.com'],
  debtUnits: 0n,
})
const late = WithdrawalStateConflict({ currentStatus: 'Paid', allowedActions: [] })
const options: WithdrawalOptions = {
  saved: { id: idOf(309), method: 'Bank', hint: '…3000', usedAt: at('09:00:00') },
  typicalSeconds: 172_800,
  payDays: { weekdays: [2, 5], workingDays: 2, expectedDate: '2026-11-24', expectedDateNewAccount: '2026-11-27' },
}
const bank = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' }
const gone = ['withdrawal_not_found', 'withdrawal_state_conflict']

export const withdrawalDocs = docsIn('Earnings', {
  'GET /api/executor/withdrawals': {
    id: 'listWithdrawals',
    summary: 'List your withdrawals, newest first',
    answers: { 200: { page: withdrawalJson.serializePage(pageWith(requested)) } },
  },
  'GET /api/executor/withdrawal-options': {
    id: 'getWithdrawalOptions',
    summary: 'Read your saved payout account, and how long withdrawals take',
    about:
      'The saved payout account is that of your newest withdrawal that an operator approved and that did not fail. Only a hint of it is shown. A withdrawal names it by `savedAccountId`.',
    answers: { 200: { options: withdrawalOptionsJson.serialize(options) } },
  },
  'DELETE /api/executor/withdrawal-options/saved-account': {
    id: 'removeSavedPayoutAccount',
    summary: 'Remove your saved payout account',
    about:
      'Open withdrawals to it are not affected. The next one that an operator approves saves its own payout account.',
    answers: { 200: { options: withdrawalOptionsJson.serialize({ ...options, saved: null }) } },
  },
  'POST /api/executor/withdrawals': {
    id: 'requestWithdrawal',
    summary: 'Request a withdrawal',
    about:
      'The amount is rounded down to what the currency can pay out. It leaves `available` at once, and returns if the withdrawal is cancelled or fails. One open withdrawal at a time. Send `method` or `savedAccountId`, not both. Bank details are stored encrypted; responses show a hint. The first withdrawal to an account waits until `waitsUntilUtc`, and a mailed link stops it. In the console it needs a session confirmed within ten minutes.',
    body: { toABank: { amount: 12.5, method: bank }, toTheSavedAccount: { amount: 12.5, savedAccountId: 309 } },
    answers: { 200: { requested: withdrawalJson.serialize(requested) } },
    problems: [
      'withdrawal_open',
      'debt_unsettled',
      'withdrawal_below_minimum',
      'insufficient_funds',
      'payout_account_not_saved',
      'confirmation_required',
    ],
  },
  'POST /api/executor/balance/settle-debt': {
    id: 'settleDebt',
    summary: 'Pay the debt to the platform from earnings',
    about:
      'An account that is also an advertiser owes what the platform paid on its behalf, for example after a chargeback. Uses `available` up to the debt. Changes nothing if there is no debt or nothing is available.',
    answers: { 200: earningsDocs['GET /api/executor/balance']?.answers[200] ?? {} },
  },
  'GET /api/executor/withdrawals/:id': {
    id: 'getWithdrawal',
    summary: 'Read a withdrawal',
    answers: {
      200: {
        requested: withdrawalJson.serialize(requested),
        paid: withdrawalJson.serialize(paid),
        failed: withdrawalJson.serialize(failed),
      },
    },
    problems: ['withdrawal_not_found'],
  },
  'POST /api/executor/withdrawals/:id/cancel': {
    id: 'cancelWithdrawal',
    summary: 'Cancel a withdrawal before an operator approves it',
    answers: { 200: { cancelled: withdrawalJson.serialize(cancelled) } },
    problems: gone,
  },
})

export const withdrawalOperatorDocs = docsIn('Payouts', {
  'GET /api/operator/withdrawals': {
    id: 'listWithdrawalsAsOperator',
    summary: 'List all withdrawals, oldest first; by default those awaiting approval',
    about:
      '`sharedWith` lists up to 20 other executors who use or used the same payout account. `payoutId` lists the contents of a payout: check it before sending its file to the bank.',
    answers: { 200: { page: operatorWithdrawalJson.serializePage(pageWith(forOperator(requested))) } },
  },
  'POST /api/operator/withdrawals/:id/approve': {
    id: 'approveWithdrawal',
    summary: 'Approve a withdrawal for the next payout',
    about:
      'If others use its payout account (`sharedWith`), a `reason` is required, kept in the audit log. The first withdrawal to an account can be approved from `waitsUntilUtc`.',
    body: { plain: {}, shared: { reason: 'They are married; both passports were checked.' } },
    answers: {
      200: { approved: operatorWithdrawalJson.serialize(forOperator({ ...approved, payout: null, version: 2 })) },
    },
    problems: [...gone, 'debt_unsettled', 'payout_account_waiting'],
  },
  'POST /api/operator/withdrawals/:id/reject': {
    id: 'rejectWithdrawal',
    summary: 'Refuse a withdrawal; the executor gets the money back and sees the reason',
    body: { refused: { reason: rejected.reason } },
    answers: { 200: { rejected: operatorWithdrawalJson.serialize(forOperator({ ...rejected, version: 2 })) } },
    problems: gone,
  },
  'POST /api/operator/withdrawals/:id/paid': {
    id: 'markWithdrawalPaid',
    summary: 'Mark a withdrawal as paid',
    body: { paid: { reference: paid.reference } },
    answers: { 200: { paid: operatorWithdrawalJson.serialize(forOperator(paid)) } },
    problems: gone,
  },
  'POST /api/operator/withdrawals/:id/failed': {
    id: 'markWithdrawalFailed',
    summary: 'Mark a withdrawal as failed; the executor gets the money back',
    body: { failed: { reason: failed.reason } },
    answers: { 200: { failed: operatorWithdrawalJson.serialize(forOperator(failed)) } },
    problems: gone,
  },
  'POST /api/operator/withdrawals/results': {
    id: 'markWithdrawals',
    summary: 'Record the results of up to 1,000 withdrawals',
    about:
      'As `results`, or as `csv` with a heading of the columns id, status, reference and reason, in any case; columns of a payout file may stand beside them. Cells are separated by commas, semicolons or tabs. Other columns and surplus cells are refused with their line. With `preview` nothing changes, and `totals` say what would. `Paid` needs a `reference`, `Failed` a `reason`. Each line succeeds or fails on its own; repeating is safe. Each result has the `line` of the CSV; a refusal is a problem with its `type`, `status` and `code`.',
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
})
