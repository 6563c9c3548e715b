import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Units } from '../../values/money.ts'
import type { SpendingLimits } from '../account.ts'
import { spendingOf, spendWithKeys } from './sql-fragments.ts'

/** Counts what an API key spends, in a flight that is refused (`isOvertaken`) if it would exceed its maximum. */
export const countSpending = (db: Db, hash: Buffer, units: Units) =>
  db.flight(spendWithKeys(db, sql`select ${hash}::bytea as key_hash, ${units}::bigint as taken_units`))

export const readSpending = (db: Db, hash: Buffer) =>
  db.one<SpendingLimits & { readonly isOfMember: boolean; readonly now: Date }>(sql`
    select spending.*, (select person is not null from credentials where hash = ${hash}::bytea) as is_of_member,
      ${db.now()} as now
    from (${spendingOf(sql`${hash}::bytea`)}) spending`)
