import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { Dispute, Verdict } from './dispute.ts'
import type { CoveragePayment, Exposure, WaitCause } from './platform-coverage.ts'
import { decisionOf, disputeColumns } from './sql.ts'

const columns: Sql = sql`
  payment.id, payment.dispute, payment.execution, payment.advertiser, payment.executor, payment.cause, payment.outcome,
  payment.requested_units, payment.requested_at, payment.status, payment.paid_units, payment.decided_by, payment.reason,
  payment.ended_at, (select email from accounts where accounts.id = payment.advertiser) as advertiser_email,
  (select email from accounts where accounts.id = payment.executor) as executor_email,
  coalesce((select -units from balances where book = 'platform.guarantee' and owner = payment.advertiser), 0) as owed_units`

/** Reads a page of the payments in these statuses, the longest waiting first. */
export const readPayments = (db: Db, by: By, statuses: readonly string[], page: Page) =>
  forCaller<CoveragePayment & PagedRow>(db, by)`${pageOfList(
    {
      columns,
      from: sql`from guarantee_payments payment where payment.status = any(${statuses}::text[])`,
      order: { id: sql`payment.id`, isBackwards: false },
    },
    page,
  )}`

export const findPayment = (db: Db, by: By, id: Id<'guaranteePayment'>) =>
  forCaller<CoveragePayment>(db, by)`select ${columns} from guarantee_payments payment where payment.id = ${id}::bigint`

/** Locks the waiting payment of a dispute until the transaction ends. Expects the locks of `lockRejectedExecution`. */
export const lockPayment = (db: Db, dispute: Id<'dispute'>) =>
  db.one<CoveragePayment>(sql`
    select ${columns} from guarantee_payments payment where payment.dispute = ${dispute}::bigint for update of payment`)

/** Reads the platform's exposure to an advertiser. Expects their funds locked, so that it cannot change meanwhile. */
export const readExposure = (db: Db, advertiser: Id<'account'>) =>
  db.one<Exposure>(sql`
    select coalesce((select -units from balances where book = 'platform.guarantee' and owner = ${advertiser}::bigint), 0)
        as owed_units,
      exists (select from guarantee_payments where advertiser = ${advertiser}::bigint and status = 'Approved') as is_approved`)

/** Decides a locked dispute for the executor; the payment waits for an operator. */
export const requestPayment = async (db: Db, id: Id<'dispute'>, verdict: Verdict, cause: WaitCause, units: Units) => {
  const decided = sql`(select * from disputes where id = ${id}::bigint) decided`
  const rows = await db.flight<Dispute>([
    sql`select must_hold(bool_and(status not in ('PaymentPending', 'Resolved'))) from ${decided}`,
    sql`
      update disputes set status = 'PaymentPending', decided_by = ${verdict.account}::bigint, decided_note = ${verdict.note}
      where id = ${id}::bigint`,
    sql`
      insert into guarantee_payments (dispute, execution, advertiser, executor, cause, outcome, requested_units, requested_at)
      select id, execution, advertiser, executor, ${cause}::text, ${verdict.outcome}::text, ${units}::bigint, ${db.now()}
      from ${decided}`,
    recordDecisions(db)`${decisionOf(verdict, decided, sql`jsonb_build_object('payment', 'Pending')`)}`,
    recordDecisions(db)`
      select 'system' as actor, null::bigint as account, 'guarantee.request' as action, 'dispute' as subject, id as subject_id,
        advertiser as owner, null::text as reason,
        jsonb_build_object('execution', execution, 'cause', ${cause}::text, 'units', ${units}::bigint) as data
      from ${decided}`,
    sql`select ${disputeColumns(db, sql`decided`)} from ${decided}`,
  ])
  return rows[0] as Dispute
}

/** Raises what a waiting payment requests. Expects it locked. */
export const raisePayment = (db: Db, id: Id<'guaranteePayment'>, units: Units) =>
  db.run(sql`update guarantee_payments set requested_units = ${units}::bigint where id = ${id}::bigint`)

export type WaitingPayment = Pick<CoveragePayment, 'id' | 'dispute'>

/** How a waiting payment ends, and who ends it. */
export type PaymentEnd = {
  readonly status: 'Approved' | 'Refused' | 'Covered'
  readonly actor: 'operator' | 'system'
  readonly account: Id<'account'> | null
  readonly reason: string | null
  readonly paidUnits: Units
}

const actionOf = { Approved: 'guarantee.approve', Refused: 'guarantee.refuse', Covered: 'guarantee.cover' } as const

/** Ends a waiting payment and its dispute. Both sides read the reason of a refusal. Expects both locked. */
export const endPayment = async (db: Db, { id, dispute }: WaitingPayment, end: PaymentEnd) => {
  const ended = sql`(select * from guarantee_payments where id = ${id}::bigint) ended`
  const both = sql`${ended} join (select * from disputes where id = ${dispute}::bigint) disputes on true`
  const rows = await db.flight<Dispute>([
    sql`select must_hold(bool_and(ended.status = 'Waiting' and disputes.status = 'PaymentPending')) from ${both}`,
    sql`
      update guarantee_payments set status = ${end.status}, paid_units = ${end.paidUnits}::bigint,
        decided_by = ${end.account}::bigint, reason = ${end.reason}, ended_at = ${db.now()}
      where id = ${id}::bigint`,
    sql`
      update disputes set status = 'Resolved', resolved_at = ${db.now()},
        outcome = case ended.status when 'Refused' then 'PaymentRefused' else ended.outcome end,
        decided_by = case ended.status when 'Refused' then ended.decided_by else disputes.decided_by end,
        decided_note = coalesce(ended.reason, disputes.decided_note)
      from ${ended} where disputes.id = ${dispute}::bigint`,
    recordDecisions(db)`
      select ${end.actor}::text as actor, ended.decided_by as account, ${actionOf[end.status]}::text as action,
        'dispute' as subject, disputes.id as subject_id, ended.advertiser as owner, ended.reason,
        jsonb_build_object('execution', ended.execution, 'outcome', disputes.outcome, 'units', ended.paid_units) as data
      from ${both}`,
    sql`select ${disputeColumns(db, sql`disputes`)} from ${both}`,
  ])
  return rows[0] as Dispute
}

/** Ends the waiting payment of a dispute that the advertiser conceded. */
export const endPaymentOfConceded = (db: Db, dispute: Id<'dispute'>) =>
  db.run(sql`
    update guarantee_payments set status = 'Covered', paid_units = 0, ended_at = ${db.now()}
    where dispute = ${dispute}::bigint and status = 'Waiting'`)

/** Reads the disputes whose waiting payment the advertiser can afford now, longest waiting first. */
export const readCoveredPayments = (db: Db, limit: number) =>
  db.many<{ dispute: Id<'dispute'>; execution: Id<'execution'> }>(sql`
    select payment.dispute, payment.execution from guarantee_payments payment
    join executions on executions.id = payment.execution
    join offer_states state on state.offer = executions.offer
    left join balances free on free.book = 'advertiser.available' and free.owner = payment.advertiser
    where payment.status = 'Waiting' and (free.units >= reward_units + fee_units + add_on_units
      or state.kept > 0 or state.status in ('Active', 'Paused') and state.remaining > 0)
    order by payment.id limit ${limit}`)
