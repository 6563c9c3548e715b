import { setThreshold } from '../../ledger/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'

/** Sum of the caller's pending deposits: open payment pages and payments in progress. */
export const pendingDeposits = (db: Db): Sql => sql`
  (select coalesce(sum(amount_units), 0)::bigint from deposits
    where account = caller.caller_account and status = 'Pending' and coalesce(expires_at > ${db.now()}, true))`

export const writeThreshold = (db: Db, account: Id<'account'>, units: Units, money: Money) =>
  db.run(setThreshold(db, sql`select ${account}::bigint as account`, units, money))
