import { type Sql, sql } from '../platform/sql.ts'

/**
 * Statements that erase an account's payment details. Amounts, bank references and method types stay. The hash of the payout
 * account stays only if `keepsHash`, so that other executors who use it are still detected.
 */
export const erasePayments = (account: Sql, keepsHash: Sql): readonly Sql[] => [
  sql`update withdrawals set details = ''::bytea, hint = '…', method_hash = case when ${keepsHash} then method_hash end
    where executor = ${account} and details <> ''::bytea`,
  sql`update refund_requests set details = ''::bytea, hint = '…', note = null, method_hash = null
    where account = ${account} and details is not null and details <> ''::bytea`,
  sql`delete from billing_details where account = ${account}`,
  sql`update refund_requests set note = null where account = ${account} and note is not null`,
]
