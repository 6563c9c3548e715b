import { type Sql, sql } from '../platform/sql.ts'

/** What an account owes the platform; 0 if nothing. */
export const debtUnits = (account: Sql): Sql => sql`
  -coalesce((select units from balances where book = 'platform.guarantee' and owner = ${account}), 0)`

export const owesPlatform = (account: Sql): Sql => sql`
  exists (select from balances where book = 'platform.guarantee' and owner = ${account} and units < 0)`

/** Whether the executor of the row `withdrawals` owes the platform nothing. */
export const isFreeOfDebt: Sql = sql`not ${owesPlatform(sql`withdrawals.executor`)}`

/** Withdrawals of other executors to the account of the row `withdrawals`. */
export const otherUsers: Sql = sql`
  select other.executor from withdrawals other
  where other.method_hash = withdrawals.method_hash and other.executor <> withdrawals.executor`
