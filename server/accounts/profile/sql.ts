import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Change, Side, WholeAccount } from '../profile.ts'
import { wholeColumns, withProfile } from '../sql.ts'
import { forCaller } from '../sql-fragments.ts'

/** Selects the caller's own account, or another one. */
export const readWhole = (db: Db, by: By, account: Id<'account'> | 'own') => {
  const id = account === 'own' ? sql`caller.caller_account` : sql`${account}::bigint`
  return forCaller<WholeAccount>(db, by)`
      select ${wholeColumns(db)} from accounts ${withProfile} where accounts.id = ${id}`
}

const changed = (column: Sql, value: unknown, type: Sql): Sql =>
  sql`${column} = case when ${value !== undefined}::boolean then ${value ?? null}::${type} else ${column} end`

/** Updates the account, and its profile if it has one. */
export const writeChange = (db: Db, account: Id<'account'>, change: Change) =>
  db.run(sql`
    with account as (
      update accounts set ${changed(sql`language`, change.language, sql`text`)} where id = ${account}::bigint
    )
    update executors set ${changed(sql`birth_date`, change.birthDate, sql`date`)},
      ${changed(sql`country`, change.country, sql`integer`)}, ${changed(sql`gender`, change.gender, sql`text`)},
      ${changed(sql`languages`, change.languages, sql`text[]`)}
    where account = ${account}::bigint and deleted_at is null`)

/** Adds the role and its profile unless the account has it or an operator has removed it. */
export const takeUpRole = (db: Db, account: Id<'account'>, role: Side) =>
  db.run(sql`
    with changed as (
      update accounts set roles = roles || ${role}::text
      where id = ${account}::bigint and not ${role}::text = any(roles || withheld_roles) returning id, language
    ),
    executor as (
      insert into executors (account, languages, created_at)
      select id, array[language], ${db.now()} from changed where ${role}::text = 'Executor' on conflict (account) do nothing
    )
    insert into advertisers (account, created_at)
    select id, ${db.now()} from changed where ${role}::text = 'Advertiser' on conflict (account) do nothing`)
