import { randomUUID } from 'node:crypto'
import { beginPause, isPausedAccount, liftPause, lockForPause } from '../accounts/sql-fragments-pauses.ts'
import { bookOf, postingRows, postTransfers, transferBetween } from '../ledger/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { owesPlatform } from './sql-fragments.ts'

/** What an account owes the platform, and its available earnings. */
type Earned = { readonly debtUnits: Units; readonly earnedUnits: Units }

/** Locks an account's debt and available earnings until the transaction ends. */
export async function lockEarnings(db: Db, account: Id<'account'>): Promise<Earned> {
  const rows = await db.many<{ book: string; units: Units }>(sql`
    select book, units from balances
    where book in ('executor.available', 'platform.guarantee') and owner = ${account}::bigint order by book, owner for update`)
  const unitsIn = (book: string) => rows.find((row) => row.book === book)?.units ?? 0n
  return { debtUnits: -unitsIn('platform.guarantee'), earnedUnits: unitsIn('executor.available') }
}

/** Settles so much of an account's debt from its available earnings, and records the request. */
export const settleFromEarnings = (db: Db, account: Id<'account'>, units: Units, money: Money) => {
  const cause = `settlement:${account}:${randomUUID()}`
  const [from, to] = [bookOf('executor.available', account), bookOf('platform.guarantee', account)]
  return db.flight([
    ...postTransfers(db, postingRows(transferBetween({ cause, kind: 'Settlement' }, units, from, to)), money),
    recordDecisions(db)`
      select 'executor'::text as actor, ${account}::bigint as account, 'debt.settle'::text as action, 'account'::text as subject,
        ${account}::bigint as subject_id, ${account}::bigint as owner, null::text as reason, jsonb_build_object('units', ${units}::bigint) as data`,
  ])
}

/** Locks an account so that no pause cause starts or ends. Must be locked before its balances. */
export const lockPayer = (db: Db, account: Id<'account'>) => db.run(lockForPause(sql`${account}::bigint`))

/** Pauses the offers of an account if it owes the platform. The account must be locked. */
export const pauseForDebt = (db: Db, account: Id<'account'>) =>
  db.run(
    beginPause(
      db,
      sql`select debtor.id as account from (select ${account}::bigint as id) debtor where ${owesPlatform(sql`debtor.id`)}`,
      'deposit_charged_back',
    ),
  )

/** Selects accounts whose offers are paused for a debt that is now settled. */
export const readSettled = (db: Db, limit: number) =>
  db.many<{ account: Id<'account'> }>(sql`
    select account from pause_causes
    where cause = 'deposit_charged_back' and lifted_at is null and not ${owesPlatform(sql`account`)}
    order by account limit ${limit}::bigint`)

/** Ends the pause of an account without debt. The account must be locked. */
export const liftForSettled = (db: Db, account: Id<'account'>) =>
  db.run(
    liftPause(
      db,
      sql`select debtor.id from (select ${account}::bigint as id) debtor
        where ${isPausedAccount(sql`debtor.id`)} and not ${owesPlatform(sql`debtor.id`)}`,
      'deposit_charged_back',
    ),
  )
