import { beginPause, isPausedAccount, liftPause, lockForPause } from '../accounts/sql-fragments-pauses.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

const owes = (account: Sql): Sql => sql`
  exists (select from balances where book = 'platform.guarantee' and owner = ${account} and units < 0)`

/** Locks an account so that no pause cause starts or ends. Must be locked before its balances. */
export const lockPayer = (db: Db, account: Id<'account'>) => db.run(lockForPause(sql`${account}::bigint`))

/** Pauses the offers of an account if it owes the platform. The account must be locked. */
export const pauseForDebt = (db: Db, account: Id<'account'>) =>
  db.run(
    beginPause(
      db,
      sql`select debtor.id as account from (select ${account}::bigint as id) debtor where ${owes(sql`debtor.id`)}`,
      'deposit_charged_back',
    ),
  )

/** Selects accounts whose offers are paused for a debt that is now settled. */
export const readSettled = (db: Db, most: number) =>
  db.many<{ account: Id<'account'> }>(sql`
    select account from pause_causes
    where cause = 'deposit_charged_back' and lifted_at is null and not ${owes(sql`account`)}
    order by account limit ${most}::bigint`)

/** Ends the pause of an account without debt. The account must be locked. */
export const liftForSettled = (db: Db, account: Id<'account'>) =>
  db.run(
    liftPause(
      db,
      sql`select debtor.id from (select ${account}::bigint as id) debtor
        where ${isPausedAccount(sql`debtor.id`)} and not ${owes(sql`debtor.id`)}`,
      'deposit_charged_back',
    ),
  )
