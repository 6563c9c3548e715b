import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { PauseCause } from './pause-cause.ts'
import { causesInForce } from './sql-fragments-pauses.ts'

/** Locks an account so that no cause starts or ends until the transaction does. */
export const shareAccount = (db: Db, account: Id<'account'>) =>
  db.run(sql`select id from accounts where id = ${account}::bigint for share`)

export const readCauses = (db: Db, account: Id<'account'>) =>
  db.many<{ cause: PauseCause }>(causesInForce(sql`${account}::bigint`))

/** Selects accounts with a started or ended cause that is not applied to their offers yet. */
export const readUnapplied = (db: Db, limit: number) =>
  db.many<{ account: Id<'account'> }>(sql`
    select distinct account from pause_causes where not is_applied order by account limit ${limit}::bigint`)

/** Locks the causes of an account until the transaction ends, oldest first. */
export const lockCauses = (db: Db, account: Id<'account'>) =>
  db.many<{ cause: PauseCause; isLifted: boolean }>(sql`
    select cause, lifted_at is not null as is_lifted from pause_causes where account = ${account}::bigint
    order by began_at, cause for update`)

/** Records that the account's offers match its locked causes, and deletes ended causes. */
export const markApplied = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    with applied as (
      update pause_causes set is_applied = true where account = ${account}::bigint and not is_applied returning *),
    ended as (
      delete from pause_causes where account = ${account}::bigint and lifted_at is not null and is_applied),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account,
        case when lifted_at is null then 'offers.pause' else 'offers.resume' end as action, 'account' as subject,
        account as subject_id, account as owner, cause as reason, jsonb_build_object('cause', cause) as data from applied
      where exists (select from offers where offers.advertiser = applied.account)`})
    select account from applied`)
