import { accountNamed, emailOf } from '../accounts/sql-fragments.ts'
import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { AuditEntry, AuditFilter } from './audit.ts'

const columns = sql`id, actor, account, ${emailOf(sql`account`)} as account_email, action, subject, subject_id, owner,
  ${emailOf(sql`owner`)} as owner_email, reason, data, created_at, request_id, person,
  ${emailOf(sql`person`)} as person_email`

const conditions = ({ subject, action, subjectId, account, owner, requestId }: AuditFilter): Sql =>
  [
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(action === undefined ? [] : [sql`action = any(${action}::text[])`]),
    ...(subjectId === undefined ? [] : [sql`subject_id = ${subjectId}::bigint`]),
    ...(account === undefined ? [] : [sql`account = ${accountNamed(account)}`]),
    ...(owner === undefined ? [] : [sql`owner = ${accountNamed(owner)}`]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
  ].reduce((all, one) => sql`${all} and ${one}`, sql`true`)

export const readAudit = (db: Db, by: By, filter: AuditFilter, page: Page) => {
  const from = sql`from audit_log where ${conditions(filter)}`
  return forCaller<AuditEntry & PagedRow>(db, by)`${pageOfList({ columns, from, order: newestFirst(sql`id`) }, page)}`
}

/** Reads up to `limit` decisions before this one, newest first. */
export const readAuditBefore = (db: Db, filter: AuditFilter, before: Id<'audit'> | null, limit: number) =>
  db.many<AuditEntry>(sql`
    select ${columns} from audit_log
    where ${conditions(filter)} and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${limit}::integer`)
