import { type Sql, sql } from '../platform/sql.ts'

/**
 * Statements that forget where the money of an account went. Amounts, references of the bank and kinds of methods stay. The
 * hash of the payout account stays only if `keepsHash`: then others who use it are still recognised.
 */
export const erasePayments = (account: Sql, keepsHash: Sql): readonly Sql[] => [
  sql`update withdrawals set details = ''::bytea, hint = '…', method_hash = case when ${keepsHash} then method_hash end
    where executor = ${account} and details <> ''::bytea`,
  sql`update refund_requests set details = ''::bytea, hint = '…', note = null
    where account = ${account} and details is not null and details <> ''::bytea`,
  sql`update refund_requests set note = null where account = ${account} and note is not null`,
]
