import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { titleIn } from '../../offers/sql-fragments-content.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { StatusCount } from '../../values/requests/status-counts.ts'
import type { Work } from './account-overview.ts'

/** Counts up to `limit` executions of an account by status, as executor or as advertiser. */
export const countWork = (db: Db, side: 'executor' | 'advertiser', account: Id<'account'>, limit: number) => {
  const own = side === 'executor' ? sql`executor` : sql`advertiser`
  return db.many<StatusCount>(sql`
    select status, count(*) from (
      select status from executions where ${own} = ${account}::bigint limit ${limit}::bigint) counted
    group by status order by status`)
}

/** Reads a page of an executor's submissions, newest first, for an operator; no row if there is no such account. */
export const readWorkOf = (db: Db, by: By, executor: Id<'account'>, page: Page) => {
  const condition = sql`executions.executor = ${executor}::bigint`
  const list = {
    columns: sql`
      executions.id, executions.offer, ${titleIn(sql`executions.offer_version`)} as offer_title, executions.advertiser, executions.executor,
      executions.status, executions.revision, executions.reward_units, executions.currency, executions.submitted_at,
      executions.decided_at, executions.decided_by, executions.reason_code, executions.reason,
      executions.review_deadline_at, executions.fraud_hold_at`,
    from: sql`from executions join offers on offers.id = executions.offer where ${condition}`,
    countedFrom: sql`from executions where ${condition}`,
    order: newestFirst(sql`executions.id`),
  }
  const isThere = sql`exists (select from accounts where id = ${executor}::bigint)`
  return forCaller<Work & PagedRow>(db, by)`select listed.* from (${pageOfList(list, page)}) listed where ${isThere}`
}
