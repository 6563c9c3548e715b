import { workOf } from '../executions/sql-fragments.ts'
import { shownTitle, titleIn } from '../offers/sql-fragments-content.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { isBlockedBy } from '../reservations/sql-fragments-eligibility.ts'
import { markOn } from '../reservations/sql-fragments-marks.ts'

/** Whether one side of a reservation has blocked the other, or has closed its account. */
const isBarred = (advertiser: Sql, executor: Sql): Sql => sql`(
  ${isBlockedBy(advertiser, executor)} or coalesce(${markOn(advertiser, executor)} ->> 'mark' = 'Blocked', false)
  or coalesce((
    select true from account_closings closing
    where closing.account in (${advertiser}, ${executor}) and closing.status in ('Closed', 'Erased') limit 1), false))`

/** The columns of `ConversationState`, from the tables of `conversationTables`. */
export const stateColumns: Sql = sql`
  reservation.status as reservation_status, reservation.expires_at, reservation.ended_at, work.id as execution,
  work.status as work_status, work.updated_at as work_updated_at, work.appeal_deadline_at,
  ${isBarred(sql`offers.advertiser`, sql`reservation.executor`)} as is_barred,
  ${shownTitle(titleIn(sql`reservation.offer_version`))} as title`

/** A row of `reservations` with its offer and its work. A rework belongs to the conversation about the first submission. */
export const withWork: Sql = sql`
  join offers on offers.id = reservation.offer
  left join executions work on work.id = ${workOf(sql`reservation.id`)}`

/**
 * Erases the texts that an account has written, and its comments on others'. Those to many first: this waits for a batch that is being
 * sent, so that the messages of that batch are erased too.
 */
export const eraseMessages = (account: Sql): readonly Sql[] => [
  sql`update bulk_messages set body = null where advertiser = ${account} and body is not null`,
  sql`update messages set body = null where author = ${account} and body is not null`,
  sql`update message_reports set comment = null where reporter = ${account} and comment is not null`,
]
