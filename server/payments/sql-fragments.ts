import { type Sql, sql } from '../platform/sql.ts'

/** What an account owes the platform; 0 if nothing. */
export const debtUnits = (account: Sql): Sql => sql`
  -coalesce((select units from balances where book = 'platform.guarantee' and owner = ${account}), 0)`

export const owesPlatform = (account: Sql): Sql => sql`
  exists (select from balances where book = 'platform.guarantee' and owner = ${account} and units < 0)`

/** Whether an account was closed, so that nobody could spend what it receives. */
export const isClosed = (account: Sql): Sql => sql`
  coalesce((select closing.status in ('Closed', 'Erased') from account_closings closing where closing.account = ${account} limit 1), false)`

/** Whether the executor of the row `withdrawals` owes the platform nothing. */
export const isFreeOfDebt: Sql = sql`not ${owesPlatform(sql`withdrawals.executor`)}`

/** When the operator pays withdrawals (`PayDays`); null: not said. */
export const payDays: Sql = sql`(select pay_days from site)`

/** Refunds that need an operator, to decide or to transfer the money. Those to cards are made by Stripe. */
export const refundsToDo: Sql = sql`
  refund_requests where status in ('Requested', 'Processing') and method is not null`

/** Withdrawals of other executors to the account of the row `withdrawals`. */
export const otherUsers: Sql = sql`
  select other.executor from withdrawals other
  where other.method_hash = withdrawals.method_hash and other.executor <> withdrawals.executor`

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
