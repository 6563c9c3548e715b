import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

/** Days for which uncompleted changes are kept. */
const keptDays = 30

/** Whether a row of `email_changes` is pending. */
export const isOpen = (db: Db): Sql =>
  sql`email_changes.status = 'Requested' and email_changes.expires_at > ${db.now()}`

/** Invalidates all links of a change. */
export const noLinks = sql`old_token = null, new_token = null, cancel_token = null`

/** The audit log entry for `changed`. It contains no address, because the log is never erased. */
export const decision = (db: Db, action: string, by: Sql): Sql =>
  recordDecisions(db)`
    select case when ${by} is distinct from changed.account then 'operator' when 'Executor' = any(holder.roles) then 'executor'
        when 'Advertiser' = any(holder.roles) then 'advertiser' else 'operator' end as actor,
      ${by} as account, ${action}::text as action, 'account' as subject, changed.account as subject_id,
      changed.account as owner, changed.reason, jsonb_build_object('change', changed.id) as data
    from changed join accounts holder on holder.id = changed.account`

/** Ends the pending change of a locked account. Returns the number of changes ended: 0 or 1. */
export const cancelEmailChange = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    with changed as (
      update email_changes set status = 'Cancelled', ended_at = ${db.now()}, ${noLinks}
      where account = ${account}::bigint and ${isOpen(db)} returning *
    )
    ${decision(db, 'account.email_change_cancel', sql`changed.account`)}`)

export const deleteOldChanges = (db: Db, limit: number) =>
  db.run(sql`
    delete from email_changes where status <> 'Changed' and id = any(array(
      select id from email_changes where status <> 'Changed'
        and requested_at < ${db.now()} - ${keptDays}::integer * interval '1 day'
      order by requested_at limit ${limit}::bigint))`)
