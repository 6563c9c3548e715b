import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { newestFirst, pageOfList, sql } from '../platform/sql.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { Activity } from './audit.ts'

/** Records what a member asks for in the name of the workspace, before it is done. */
export const recordRequest = (db: Db, workspace: number, operation: string, path: string) =>
  db.run(
    recordDecisions(db)`
      select 'advertiser' as actor, ${workspace}::bigint as account, 'workspace.request' as action, 'account' as subject,
        ${workspace}::bigint as subject_id, ${workspace}::bigint as owner, null::text as reason,
        jsonb_build_object('operation', ${operation}::text, 'path', ${path}::text) as data`,
  )

/** Selects a report if this executor submitted it. */
export const readOwnWork = (db: Db, report: number, executor: number) =>
  db.maybe<object>(sql`
    select 1 from executions where id = ${report}::bigint and executor = ${executor}::bigint`)

/** Reads what happened to the members of the caller's workspace, and what they asked for. */
export const readActivity = (db: Db, by: By, page: Page) => {
  const person = sql`coalesce(person, nullif(account, caller.caller_account))`
  const columns = sql`id, action, data, created_at, request_id, ${person} as person, (
    select name from credentials member where member.account = caller.caller_account and member.person = coalesce(audit_log.person, audit_log.account)
      and member.revoked_at is null limit 1) as email`
  const from = sql`from audit_log
    where subject = 'account' and subject_id = caller.caller_account and starts_with(action, 'workspace.')`
  return forCaller<Activity & PagedRow>(db, by)`${pageOfList({ columns, from, order: newestFirst(sql`id`) }, page)}`
}
