import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { ReviewContext } from '../report.ts'
import { revisionsOf } from '../sql-fragments.ts'
import { similarPictures, usualSeconds } from '../sql-fragments-proofs.ts'

const alikeMax = 20

/** Only reports of the same advertiser are included. */
const alike = sql`
  select coalesce(jsonb_agg(one.shown), '[]') as alike from (
    select jsonb_build_object('proofId', own.proof, 'otherProofId', other.proof, 'reportId', report.id,
      'taskId', report.offer, 'isSameFile', other.is_same_file) as shown
    from sightings own cross join lateral (
      select execution, proof, bool_or(is_same_file) as is_same_file from (
        (select earlier.execution, earlier.proof, true as is_same_file from sightings earlier
          where earlier.sha256 = own.sha256 and earlier.place < own.place order by earlier.place desc
          limit ${alikeMax}::bigint)
        union all select execution, proof, false from (${similarPictures}) look_alike) each
      group by execution, proof) other
    join executions report on report.id = other.execution and report.advertiser = work.advertiser and report.id <> work.id
    where own.execution = work.id order by other.is_same_file desc, report.id desc limit ${alikeMax}::bigint) one`

/** Reads the additional facts about one report of the caller. */
export const readReviewContext = (db: Db, by: By, id: Id<'execution'>) =>
  forCaller<ReviewContext>(db, by)`
      select work.id, extract(epoch from work.submitted_at - work.reserved_at)::float8 as work_seconds,
        usual.usual_seconds, former.revisions, seen.alike
      from executions work cross join lateral (${usualSeconds}) usual cross join lateral (${revisionsOf(sql`work`)}) former
      cross join lateral (${alike}) seen
      where work.id = ${id}::bigint and work.advertiser = caller.caller_account`
