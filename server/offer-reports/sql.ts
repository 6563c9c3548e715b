import type { AssignedFilter } from '../accounts/desk-subject.ts'
import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { assignedIs } from '../accounts/sql-fragments-desk.ts'
import { isoText } from '../platform/clock.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { every, pageOfList, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import { type ReportCode, type ReportedOffer, reportedCode, type reporterRules } from './offer-report.ts'

/** Locks the state of an offer until the transaction ends, so that its reports are counted one after another. */
export const lockReported = (db: Db, offer: Id<'offer'>) =>
  db.maybe<{ status: string }>(sql`select status from offer_states where offer = ${offer}::bigint for update`)

export type NewReport = {
  readonly offer: Id<'offer'>
  readonly reporter: Id<'account'>
  readonly code: ReportCode
  readonly comment: string | null
}

/** Reads the facts for a new report: an earlier one by this executor, their reports in the last day, and whether theirs count. */
export const reportFacts = (db: Db, { offer, reporter }: NewReport, rules: typeof reporterRules) =>
  db.one<{ existing: Id<'offerReport'> | null; recentReports: number; counts: boolean }>(sql`
    select (select id from offer_reports where offer = ${offer}::bigint and reporter = ${reporter}::bigint) as existing,
      (select count(*) from offer_reports where reporter = ${reporter}::bigint
        and created_at > ${db.now()} - interval '1 day') as recent_reports,
      accounts.created_at <= ${db.now()} - ${rules.accountSeconds}::integer * interval '1 second'
        and (select count(distinct executions.advertiser) from executions
          where executor = ${reporter}::bigint and executions.status = 'Accepted'
            and executions.advertiser <> offers.advertiser) >= ${rules.advertisers}::integer
        and (select count(*) from offer_reports where reporter = ${reporter}::bigint and outcome = 'Dismissed'
          and created_at > ${db.now()} - ${rules.dismissedSeconds}::integer * interval '1 second')
          < ${rules.dismissedMax}::integer as counts
    from accounts, offers where accounts.id = ${reporter}::bigint and offers.id = ${offer}::bigint`)

/** Inserts a report. Returns its id and the offer's counts including it. */
export const insertReport = (db: Db, report: NewReport, counts: boolean) =>
  db.one<{ id: Id<'offerReport'>; counting: number; dismissed: number }>(sql`
    with made as (
      insert into offer_reports (offer, reporter, code, comment, counts, created_at)
      values (${report.offer}::bigint, ${report.reporter}::bigint, ${report.code}, ${report.comment}, ${counts}::boolean,
        ${db.now()}) returning *
    ),
    audit as (${recordDecisions(db)`
      select 'executor' as actor, reporter as account, 'offer_report.make' as action, 'task' as subject, offer as subject_id,
        reporter as owner, null::text as reason, jsonb_build_object('code', code, 'counts', counts) as data from made`})
    select made.id, made.counts::integer + (select count(*) from offer_reports open
        where open.offer = made.offer and open.outcome is null and open.counts) as counting,
      (select count(*) from offer_reports where offer_reports.offer = made.offer and outcome = 'Dismissed') as dismissed
    from made`)

const columns = sql`
  offers.id, offers.title, offers.advertiser, accounts.email as advertiser_email, state.status,
  state.status = 'Paused' and coalesce(offers.status_reason ->> 'code' = ${reportedCode}, false) as is_paused_by_reports,
  reported.reporters, reported.counting, reported.first_at, reported.last_at, (
    select jsonb_agg(jsonb_build_object('code', code, 'comment', comment, 'counts', counts,
      'reportedAtUtc', ${isoText(sql`created_at`)}) order by id desc)
    from (select * from offer_reports where offer = offers.id and outcome is null order by id desc limit 10) newest
  ) as reports`

export const readReported = (db: Db, by: By, assigned: AssignedFilter | undefined, page: Page) =>
  forCaller<ReportedOffer & PagedRow>(db, by)`${pageOfList(
    {
      columns,
      from: sql`
            from (
              select offer, count(*) as reporters, count(*) filter (where counts) as counting, min(created_at) as first_at,
                max(created_at) as last_at
              from offer_reports where outcome is null group by offer) reported
            join offers on offers.id = reported.offer join offer_states state on state.offer = offers.id
            join accounts on accounts.id = offers.advertiser
            where ${every(assigned ? [assignedIs(assigned, 'offer', sql`offers.id`)] : [])}`,
      order: { id: sql`offers.id`, isBackwards: false },
    },
    page,
  )}`

export type ReportsDecision = {
  readonly offer: Id<'offer'>
  readonly outcome: 'Dismissed' | 'Upheld'
  readonly by: Id<'account'> | null
  readonly reason: string
}

/** Decides on all open reports of an offer. Returns how many there were. */
export const endReports = (db: Db, { offer, outcome, by, reason }: ReportsDecision) =>
  db.one<{ ended: number }>(sql`
    with ended as (
      update offer_reports set outcome = ${outcome}, decided_by = ${by}::bigint, reason = ${reason}, decided_at = ${db.now()}
      where offer = ${offer}::bigint and outcome is null returning *
    ),
    audit as (${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, ${outcome === 'Dismissed' ? 'offer_report.dismiss' : 'offer_report.uphold'}::text as action,
        'task' as subject, offers.id as subject_id, offers.advertiser as owner, ${reason}::text as reason,
        jsonb_build_object('reports', (select count(*) from ended)) as data
      from offers where offers.id = ${offer}::bigint and exists (select from ended)`})
    select count(*) as ended from ended`)
