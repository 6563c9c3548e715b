import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { name, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { ReturnAction } from '../../values/requests/return-link.ts'
import type { Study } from './test-run.ts'

/** Reads one of the caller's offers with its secret and its last test run. */
export const readStudy = (db: Db, by: By, offer: Id<'offer'>) =>
  forCaller<Study>(db, by)`
    select offers.id, offers.advertiser, offers.details, offers.page, offers.overlap, offers.reservation_seconds,
      coalesce(study.secret_version, 1) as secret_version, study.rotated_at, coalesce(study.test_run, 0) as test_run, study.tested_at,
      study.test_complete_at, study.test_screened_out_at, study.test_failed_check_at
    from offers left join studies study on study.offer = offers.id
    where offers.id = ${offer}::bigint and offers.advertiser = caller.caller_account`

/** Ends the secret of an offer; the next one follows. */
export const rotateSecret = (db: Db, offer: Id<'offer'>) =>
  db.run(sql`
    insert into studies as known (offer, secret_version, rotated_at) values (${offer}::bigint, 2, ${db.now()})
    on conflict (offer) do update set secret_version = known.secret_version + 1, rotated_at = excluded.rotated_at`)

/** Records in the audit log that the secret was changed, without it. */
export const recordRotation = (db: Db, offer: Id<'offer'>, account: Id<'account'>) =>
  db.run(
    recordDecisions(db)`
      select 'advertiser' as actor, ${account}::bigint as account, 'task.study_secret_rotated' as action, 'task' as subject,
        ${offer}::bigint as subject_id, ${account}::bigint as owner, null::text as reason, '{}'::jsonb as data`,
  )

/** Begins a test run: no action of it has arrived. */
export const insertTestRun = (db: Db, offer: Id<'offer'>) =>
  db.run(sql`
    insert into studies as known (offer, test_run, tested_at) values (${offer}::bigint, 1, ${db.now()})
    on conflict (offer) do update set test_run = known.test_run + 1, tested_at = excluded.tested_at,
      test_complete_at = null, test_screened_out_at = null, test_failed_check_at = null`)

const columns: Readonly<Record<ReturnAction, string>> = {
  complete: 'test_complete_at',
  'screened-out': 'test_screened_out_at',
  'failed-check': 'test_failed_check_at',
}

/** Records when an action of a test run arrived, the first time. */
export const recordArrival = (db: Db, { id, testRun }: Study, action: ReturnAction) =>
  db.run(sql`
    update studies set ${name(columns[action])} = ${db.now()}
    where offer = ${id}::bigint and test_run = ${testRun}::integer and ${name(columns[action])} is null`)
