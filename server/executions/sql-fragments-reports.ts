import { rejectionsOf } from '../accounts/sql-fragments.ts'
import { priceEdition } from '../catalog/sql-fragments.ts'
import { answeredItems } from '../items/sql-fragments-answers.ts'
import { itemCountsOf, offerNames, stateSnapshot } from '../offers/sql-fragments.ts'
import { contentIn, titleIn } from '../offers/sql-fragments-content.ts'
import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { editionOf } from '../reservations/sql-fragments.ts'
import { recentDecisionsMax } from './execution.ts'
import { disputeOf, executionSnapshot, executorSnapshot, proofsOf, recentDecisions } from './sql-fragments.ts'

const listedColumns = (row: Sql): Sql => sql`
  ${row}.id, ${row}.offer, ${row}.advertiser, ${row}.executor, ${row}.executor_alias, ${row}.reservation, ${row}.status,
  ${row}.revision, ${row}.details, ${row}.reward_units, ${row}.fee_units, ${row}.add_on_units, ${row}.currency,
  ${row}.offer_version, ${row}.reserved_at, ${row}.submitted_at, ${row}.review_deadline_at, ${row}.decided_by,
  ${row}.reason_code, ${row}.reason, ${row}.comment, ${row}.failed_criteria, ${row}.rating, ${row}.decided_at,
  ${row}.max_reworks, ${row}.rework_round, ${row}.rework_reason, ${row}.rework_requested_at, ${row}.rework_deadline_at,
  ${row}.rework_reservation, ${row}.flags, ${row}.bonus_units, ${row}.appeal_deadline_at, ${row}.kept_units,
  ${row}.disputed_at, ${row}.fraud_hold_at, ${row}.has_items, ${row}.has_screen_outs,
  ${row}.version, ${row}.created_at, ${row}.updated_at`

export const executionColumns = (row: Sql): Sql => sql`${listedColumns(row)}, ${row}.history`

/** Selects the columns of listed reports, from the tables of `reportTables`. */
export const listedReportColumns = sql`
  ${listedColumns(sql`executions`)}, offers.external_id as task_external_id, ${titleIn(sql`executions.offer_version`)} as offer_title, who.nickname as executor_nickname, who.country as executor_country,
  coalesce(who.accepted, 0) as executor_accepted, coalesce(who.rejected, 0) as executor_rejected,
  coalesce(executions.proofs, ${proofsOf(sql`executions.id`)}) as proofs,
  case when executions.disputed_at is not null then (${disputeOf(sql`executions`)}) end as dispute`

/** Selects all columns of reports, from the same tables. */
export const reportColumns = sql`${listedReportColumns}, executions.history`

export const reportTables = sql`
  from executions join offers on offers.id = executions.offer left join executors who on who.account = executions.executor`

/** Selects a report with its offer's content and price schema, in the version and edition that were reserved, and its items. */
export const openedColumns = sql`
  ${reportColumns}, ${contentIn(sql`executions.offer_version`)} as content, price.offer_details_schema,
  ${answeredItems(sql`executions`)} as answered_items`

export const openedTables = sql`${reportTables}
  left join reservations reservation on reservation.id = executions.reservation
  join lateral (${priceEdition(sql`offers.price`, editionOf(sql`reservation`))}) price on true`

/** Selects the decisions that limit further rejections by the account. */
export const rejectionHistory = (account: Sql): Sql => sql`
  select decisions.recent, advertiser.rejections_made
  from (${recentDecisions(account, recentDecisionsMax - 1)}) decisions, (${rejectionsOf(account)}) advertiser`

/**
 * Records the event of these executions (an array of ids) as they and their offers are now. `more` adds members to its data, after a comma;
 * it can use the row `execution`.
 */
export const recordExecutions = (db: Db, kind: string, ids: Sql, more: Sql = sql``): Sql =>
  recordEvents(db)`
    select ${kind}::text as kind, execution.advertiser as account, execution.offer, execution.id as execution,
      jsonb_build_object('execution', ${executionSnapshot(sql`execution`)}, 'executor', ${executorSnapshot(sql`who`)},
        'offer', ${offerNames(sql`offers`)}, 'counts', ${stateSnapshot(sql`state`)}, 'itemCounts', ${itemCountsOf}${more}) as data, 1 as rank
    from executions execution join executors who on who.account = execution.executor join offers on offers.id = execution.offer
    join offer_states state on state.offer = execution.offer where execution.id = any(${ids})`
