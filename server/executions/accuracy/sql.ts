import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { rowsOfPage, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { AccuracyRow, OpenStop } from '../accuracy.ts'
import type { RejectionHistory } from '../decisions/rejection-limit.ts'
import type { Execution } from '../execution.ts'
import { executionColumns, rejectionHistory } from '../sql-fragments-reports.ts'

const columns = sql`accuracy.id, accuracy.executor, accuracy.right_count, accuracy.answered_count, stop.stopped_at`

/** Reads a page of the accuracies of executors on the caller's own offer; no row if they have no such offer. */
export const readAccuracies = (db: Db, by: By, offer: Id<'offer'>, page: Page) =>
  forCaller<AccuracyRow & PagedRow>(db, by)`
    select (select count(*) from executor_accuracy where executor_accuracy.offer = named.id) as total_count, named.advertiser,
      named.gold, named.items_per_slot, item.*
    from (
      select id, advertiser, gold, items_per_slot from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
    left join lateral (${rowsOfPage(
      {
        columns,
        from: sql`
          from executor_accuracy accuracy left join executor_stops stop
            on stop.offer = accuracy.offer and stop.executor = accuracy.executor
          where accuracy.offer = named.id and accuracy.id > 0`,
        order: { id: sql`accuracy.id`, isBackwards: false },
      },
      page,
    )}) item on true order by item.id`

/** Reads executors who were stopped and whose earlier work was not seen to. */
export const readOpenStops = (db: Db, limit: number) =>
  db.many<OpenStop>(sql`
    select stop.offer, stop.executor, offers.advertiser, stop.figures, offers.gold ->> 'earlierWork' as earlier_work
    from executor_stops stop join offers on offers.id = stop.offer
    where handled_at is null order by stopped_at limit ${limit}`)

type Stopped = Pick<OpenStop, 'offer' | 'executor'>

/** Whether an executor is stopped still: cancelled gold items may have lifted that. */
const isOpen = ({ offer, executor }: Stopped) => sql`
  coalesce((select handled_at is null from executor_stops where offer = ${offer}::bigint and executor = ${executor}::bigint), false)`

export const readIsOpen = (db: Db, stop: Stopped) => db.one<{ isOpen: boolean }>(sql`select ${isOpen(stop)} as is_open`)

/** Reads work of a stopped executor on an offer that waits for a decision, without that whose rejection waits for an operator. */
export const readPendingOf = (db: Db, stop: Stopped, waiting: string, limit: number) =>
  db.many<Execution>(sql`
    select ${executionColumns(sql`executions`)} from executions
    where offer = ${stop.offer}::bigint and executor = ${stop.executor}::bigint and status = 'Pending' and has_items
      and not ${waiting} = any(flags) and ${isOpen(stop)}
    order by id limit ${limit}`)

/** Reads all work of an executor on an offer whose answers count, or may count. */
export const readEarlier = async (db: Db, { offer, executor }: Stopped, limit: number): Promise<Id<'execution'>[]> =>
  (
    await db.many<{ id: Id<'execution'> }>(sql`
      select id from executions
      where executor = ${executor}::bigint and offer = ${offer}::bigint and status in ('Pending', 'Accepted', 'ReworkRequested')
      order by id desc limit ${limit}`)
  ).map(({ id }) => id)

export const readHistory = (db: Db, advertiser: Id<'account'>) =>
  db.one<RejectionHistory>(sql`select * from (${rejectionHistory(sql`${advertiser}::bigint`)}) history`)
