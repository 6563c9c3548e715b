import { executors, type Operation, operators, type Rest } from './operation.ts'
import { nothing, on } from './ready.ts'
import {
  approvedId,
  bankAccountEdit,
  ofAnyKind,
  paidBy,
  payoutId,
  refusedBy,
  requested,
  requestedId,
  toMark,
  withdrawing,
} from './ready-withdrawals.ts'
import { receiptOperations } from './routes-receipts.ts'

const ofExecutor: Rest = { parties: ['executor'] }
const anyWithdrawal: Rest = { missing: '404 withdrawal_not_found' }
const onceExported: Rest = { missing: '404 payout_not_found', again: '409 payout_exported' }
const ownWithdrawal: Rest = { ...anyWithdrawal, whose: 'own' }

/** Withdrawals of executors, and payouts by operators. */
export const withdrawalOperations: readonly Operation[] = [
  ...receiptOperations,
  executors('GET /withdrawal-options', nothing),
  executors('DELETE /withdrawal-options/saved-account', nothing),
  executors('GET /withdrawals', nothing),
  executors('POST /withdrawals', withdrawing, { again: '409 withdrawal_open' }),
  executors('GET /withdrawals/:id', requested, ownWithdrawal),
  executors('POST /withdrawals/:id/cancel', requested, ownWithdrawal),
  operators('GET /withdrawals', nothing),
  operators('POST /withdrawals/:id/approve', on(requestedId, refusedBy), { ...anyWithdrawal, ...ofExecutor }),
  operators('POST /withdrawals/:id/reject', on(requestedId, refusedBy), { ...anyWithdrawal, ...ofExecutor }),
  operators('POST /withdrawals/:id/paid', on(approvedId, paidBy), { ...anyWithdrawal, ...ofExecutor }),
  operators('POST /withdrawals/:id/failed', on(approvedId, refusedBy), { ...anyWithdrawal, ...ofExecutor }),
  operators('POST /withdrawals/results', toMark, ofExecutor),
  operators('GET /bank-account', nothing),
  operators('PUT /bank-account', bankAccountEdit, { parties: [] }),
  operators('POST /payouts', on(approvedId, ofAnyKind), { ...ofExecutor, again: '409 nothing_to_pay_out' }),
  operators('GET /payouts', nothing),
  operators('GET /payouts/:id', on(payoutId), { missing: '404 payout_not_found' }),
  operators('GET /payouts/:id/file', on(payoutId), { ...ofExecutor, ...onceExported }),
]
