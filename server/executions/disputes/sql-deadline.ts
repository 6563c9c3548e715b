import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/** Reads the overdue disputes, longest overdue first. */
export const readOverdueDisputes = (db: Db, limit: number) =>
  db.many<{ execution: Id<'execution'> }>(sql`
    select execution from disputes where status <> 'Resolved' and status <> 'PaymentPending' and decide_by_at <= ${db.now()}
    order by decide_by_at limit ${limit}`)

/** Moves disputes past their answer deadline to operator review. */
export const moveUnansweredToReview = (db: Db, limit: number) =>
  db.run(sql`
    with unanswered as (
      update disputes set status = 'UnderReview' where status = 'Open' and id = any(array(
        select id from disputes where status = 'Open' and respond_by_at <= ${db.now()} order by respond_by_at limit ${limit}
        for update skip locked)) returning *
    ),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, 'dispute.stay_unanswered' as action, 'dispute' as subject,
        id as subject_id, advertiser as owner, null::text as reason, jsonb_build_object('execution', execution) as data
      from unanswered`})
    select id from unanswered`)
