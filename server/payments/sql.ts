import { post } from '../ledger/steps.ts'
import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'

export type Deposit = {
  readonly account: Id<'account'>
  readonly units: Units
  readonly cause: string
  readonly money: Money
}

/** From outside into the advertiser's available money. A second deposit of the same cause violates transfers_cause_once. */
export const insertDeposit = (db: Db, { account, units, cause, money }: Deposit) =>
  db.run(sql`
    with ${post(
      db,
      sql`
      select ${cause}::text as cause, 'Deposit' as kind, null::text as description, null::bigint as offer,
        null::bigint as execution, book, owner, account, units
      from (values ('external.in', 0::bigint, null::bigint, -${units}::bigint),
        ('advertiser.available', ${account}::bigint, ${account}::bigint, ${units}::bigint)
      ) moved (book, owner, account, units)`,
      money,
    )}
    select units from entry`)
