import { emailOf } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { titleIn } from '../../offers/sql-fragments-content.ts'
import { unlessOvertaken } from '../../platform/batching/join-batch.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Execution } from '../execution.ts'
import type { AnyReport } from '../report.ts'
import {
  endHeldRejections,
  flagsWithoutOperatorReview,
  historyEntry,
  isAutoAcceptedBy,
  isRejectionHeld,
  lockExecutions,
  revisionsOf,
} from '../sql-fragments.ts'
import { executionColumns, openedColumns, openedTables } from '../sql-fragments-reports.ts'
import type { FraudHold, FraudHoldReport, HeldRejection } from './holds.ts'

const partyEmails = sql`${emailOf(sql`executions.advertiser`)} as advertiser_email,
  ${emailOf(sql`executions.executor`)} as executor_email`

const columns = sql`
  held.id, held.execution, executions.offer, held.advertiser, executions.executor, executions.has_items, executions.has_screen_outs,
  ${partyEmails}, executions.status,
  executions.review_deadline_at, executions.fraud_hold_at, ${titleIn(sql`executions.offer_version`)} as task_title, held.cause, held.reason_code, held.reason,
  held.failed_criteria, held.blocks_executor, held.held_at, held.ended_at, held.outcome`
const tables = sql`
  from held_rejections held join executions on executions.id = held.execution
  join offers on offers.id = executions.offer`

/** Reads the rejections that wait for an operator, longest waiting first. */
export const readHeldRejections = (db: Db, by: By, page: Page) =>
  forCaller<HeldRejection & PagedRow>(db, by)`${pageOfList(
    {
      columns,
      from: sql`${tables} where held.ended_at is null`,
      countedFrom: sql`from held_rejections where ended_at is null`,
      order: { id: sql`held.id`, isBackwards: false },
    },
    page,
  )}`

export const findHeldRejection = (db: Db, by: By, id: Id<'heldRejection'>) =>
  forCaller<HeldRejection>(db, by)`select ${columns} ${tables} where held.id = ${id}::bigint`

/** Who ends a hold, and why. */
export type HoldChange = {
  readonly execution: Id<'execution'>
  readonly actor: 'advertiser' | 'operator' | 'system'
  readonly account: Id<'account'> | null
  readonly reason: string | null
  /** The only version that may be changed; unset or null: any. */
  readonly version?: number | null
}

const recordChange = (
  db: Db,
  { actor, account, reason }: Omit<HoldChange, 'execution'>,
  action: string,
  changed = sql`changed`,
) =>
  recordDecisions(db)`
    select ${actor}::text as actor, ${account}::bigint as account, ${action}::text as action, 'report' as subject,
      id as subject_id, advertiser as owner, ${reason}::text as reason, '{}'::jsonb as data
    from ${changed}`

const actorNames = { advertiser: 'Advertiser', operator: 'Operator', system: 'System' } as const

/** Ends a held rejection, so the advertiser must decide again. Returns undefined if none waits. */
export async function liftHeldRejection(db: Db, change: HoldChange, outcome: 'Dismissed' | 'Withdrawn') {
  const ids = sql`${[change.execution]}::bigint[]`
  const lifted = sql`(select * from executions where id = any(${ids})) lifted`
  const action = outcome === 'Dismissed' ? 'report.dismiss_rejection' : 'report.withdraw_rejection'
  const [row] = await unlessOvertaken([change], () =>
    db.flight<Execution>([
      lockExecutions(ids),
      sql`
        select must_hold(count(*) = 1) from ${lifted}
        where ${isRejectionHeld(sql`lifted`)} and ${isRequestedVersion(change, sql`lifted`)}`,
      endHeldRejections(db, sql`select id as execution, ${outcome}::text as outcome from ${lifted}`),
      sql`
        update executions set flags = ${flagsWithoutOperatorReview(sql`executions`)}, version = version + 1, updated_at = ${db.now()},
          history = history || ${historyEntry(
            db,
            `Rejection${outcome}`,
            actorNames[change.actor],
            sql`revision`,
            sql`${change.reason}::text`,
          )}
        where id = any(${ids})`,
      recordChange(db, change, action, lifted),
      sql`select ${executionColumns(sql`lifted`)} from ${lifted}`,
    ]),
  )
  return row
}

const fraudHoldColumns = (row: Sql): Sql => sql`
  ${row}.id, ${row}.status, ${row}.review_deadline_at, ${row}.fraud_hold_at, ${row}.version, ${row}.updated_at`

const isRequestedVersion = ({ version = null }: HoldChange, row: Sql): Sql =>
  sql`coalesce(${version}::integer = ${row}.version, true)`

export const findForFraudHold = (db: Db, by: By, id: Id<'execution'>) =>
  forCaller<FraudHoldReport>(
    db,
    by,
  )`select ${fraudHoldColumns(sql`executions`)} from executions where id = ${id}::bigint`

/** Places a pending execution on fraud hold, which prevents auto-acceptance. */
export const placeFraudHold = (db: Db, change: HoldChange) =>
  db.maybe<FraudHoldReport>(sql`
    with changed as (
      update executions set fraud_hold_at = ${db.now()}, version = version + 1, updated_at = ${db.now()}
      where id = ${change.execution}::bigint and status = 'Pending' and fraud_hold_at is null
        and not ${isAutoAcceptedBy(sql`executions`, db.now())} and ${isRequestedVersion(change, sql`executions`)}
      returning *
    ),
    audit as (${recordChange(db, change, 'report.hold')})
    select ${fraudHoldColumns(sql`changed`)} from changed`)

/** Releases a fraud hold and extends the review deadline by its duration; a resubmission in between has set the deadline anew. */
export const releaseFraudHold = (db: Db, change: HoldChange) =>
  db.maybe<FraudHoldReport>(sql`
    with changed as (
      update executions set fraud_hold_at = null,
        review_deadline_at = review_deadline_at + (${db.now()} - greatest(fraud_hold_at, submitted_at)),
        version = version + 1, updated_at = ${db.now()}
      where id = ${change.execution}::bigint and status = 'Pending' and fraud_hold_at is not null
        and ${isRequestedVersion(change, sql`executions`)}
      returning *
    ),
    audit as (${recordChange(db, change, 'report.release')})
    select ${fraudHoldColumns(sql`changed`)} from changed`)

export const readAnyReport = (db: Db, by: By, id: Id<'execution'>) =>
  forCaller<AnyReport>(db, by)`
      select ${openedColumns}, ${partyEmails}, price.execution_details_schema, former.revisions
      ${openedTables}
      cross join lateral (${revisionsOf(sql`executions`)}) former
      where executions.id = ${id}::bigint`

const condition = sql`executions.fraud_hold_at is not null and executions.status = 'Pending'`

/** Reads a page of the reports on fraud hold, oldest hold first. */
export const readFraudHolds = (db: Db, by: By, days: number, page: Page) =>
  forCaller<FraudHold & PagedRow>(db, by)`${pageOfList(
    {
      columns: sql`
            executions.id, executions.offer, executions.advertiser, executions.executor, ${partyEmails}, executions.submitted_at,
            executions.fraud_hold_at, executions.fraud_hold_at + ${days}::integer * interval '1 day' as ends_at,
            (select title from offers where offers.id = executions.offer) as task_title,
            (select reason from audit_log where subject = 'report' and subject_id = executions.id and action = 'report.hold'
              order by audit_log.id desc limit 1) as reason`,
      from: sql`from executions where ${condition}`,
      order: { key: sql`executions.fraud_hold_at`, id: sql`executions.id`, isBackwards: false },
    },
    page,
  )}`

/** Reads the reports held for at least this many days, longest held first. */
export const readExpiredFraudHolds = (db: Db, days: number, limit: number) =>
  db.many<{ id: Id<'execution'> }>(sql`
    select id from executions
    where ${condition} and fraud_hold_at <= ${db.now()} - ${days}::integer * interval '1 day'
    order by fraud_hold_at, id limit ${limit}`)
