import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { ItemFilter } from '../../items/item.ts'
import { itemColumns, nextItems } from '../../items/sql-fragments-list.ts'
import { resultOf } from '../../items/sql-fragments-results.ts'
import { skipReasons } from '../../items/sql-fragments-skips.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { offsetOf, type Page, type PagedRow } from '../../values/requests/page.ts'
import type { AnswerFilter, MatchingReports, ReportsWanted } from './answer-filter.ts'
import { answersMax, type Result, readMax, reportsMax, valueBytesMax } from './result.ts'
import { answersOf } from './sql-fragments.ts'
import { hasValue, matches } from './sql-fragments-matching.ts'

type FoundResult = Result & PagedRow & { readonly lastRead: string | null; readonly isCut: boolean }

/**
 * Reads the items of the caller's own offer with the wanted answers among the next `readMax`, a page of them; one row with id null if there are
 * none, no row if they have no such offer. `isCut`: further items follow after `lastRead`.
 */
export const readMatching = (
  db: Db,
  by: By,
  offer: Id<'offer'>,
  filter: ItemFilter,
  wanted: AnswerFilter,
  page: Page,
) => {
  const bytesMax = Math.floor(valueBytesMax / page.pageSize)
  return forCaller<FoundResult>(db, by)`
    select item.* from (
      select id from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
    left join lateral (
      with next as materialized (${nextItems(filter, page, readMax)}),
        found as materialized (select id from next where ${matches(sql`next.id`, wanted)})
      select total.*, shown.* from (
        select (select count(*) from found) as total_count, max(id)::text as last_read, count(*) = ${readMax}::bigint as is_cut from next) total
      left join (
        select ${itemColumns}, null::text as place_key, items.id::text as place_id, ${skipReasons(sql`items.id`)} as skip_reasons,
          ${answersOf(sql`items.id`, { bytesMax })} as answers, ${resultOf(sql`items`)} as result
        from (select id from found order by id limit ${page.pageSize + 1}::bigint offset ${offsetOf(page)}::bigint) listed
        cross join lateral (select * from items where items.id = listed.id limit 1) items) shown on true) item on true
    order by item.id`
}

/**
 * Finds, among the next pending reports of the caller's own offer, those of which every answer is wanted; no row if they have no such offer.
 * Answers to gold items count only in reports that have no others: items with a known answer are compared with it, not with each other. Flagged reports are counted only, and those on a fraud hold are left out.
 */
export const findMatchingReports = (db: Db, by: By, offer: Id<'offer'>, { status, answers, after }: ReportsWanted) => {
  const ofAnswer = every([
    // A hashed subquery: a join of the two, whose sizes the planner does not know, would compare each with each.
    sql`item in (select item from judged where is_match)`,
    ...when(answers.agreement, sql`value is not null`),
    ...when(answers.value, sql`coalesce(${hasValue(sql`value`, answers)}, false)`),
  ])
  const ofItem = every([
    matches(sql`items.id`, { ...answers, reportStatus: ['Pending'] }),
    ...when(status, sql`items.status = any(${status}::text[])`),
  ])
  return forCaller<MatchingReports>(db, by)`
    select found.* from (
      select id from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
    cross join lateral (
      with waiting as materialized (
          select id, version, flags, fraud_hold_at, reward_units + fee_units + add_on_units as cost_units from executions
          where offer = named.id and status = 'Pending' and has_items and id > ${after ?? 0}::bigint
          order by id limit ${reportsMax}::bigint),
        given as materialized (
          select answers.* from waiting cross join lateral (
            select execution, item, value from answers where answers.execution = waiting.id limit ${answersMax}::bigint) answers),
        judged as materialized (
          select items.id as item, ${ofItem} as is_match, gold_answer is not null as is_gold from (select distinct item from given) asked
          cross join lateral (select id, status, gold_answer from items where items.id = asked.item limit 1) items),
        matching as materialized (
          select waiting.* from (
            select execution from given group by execution
            having coalesce(bool_and(${ofAnswer}) filter (where item not in (select item from judged where is_gold)), bool_and(${ofAnswer}))) all_match
          join waiting on waiting.id = all_match.execution where fraud_hold_at is null)
      select
        (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version) order by id), '[]') from matching where flags = '{}') as reports,
        (select coalesce(sum(cost_units), 0)::bigint from matching where flags = '{}') as cost_units,
        (select count(*) from matching where flags <> '{}') as flagged_count,
        (select count(*) from waiting) as checked_count,
        (select case when count(*) = ${reportsMax}::bigint then max(id) end from waiting) as next_after) found`
}
