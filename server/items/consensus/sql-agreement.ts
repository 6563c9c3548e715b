import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Agreement } from './consensus.ts'

/** Reads the agreement of the caller's own offer; no row if they have no such offer. */
export const findAgreement = (db: Db, by: By, offer: Id<'offer'>) =>
  forCaller<Agreement>(db, by)`
    select run.computed_at, coalesce(run.answers, 0) as answers, coalesce(run.questions, '[]') as questions from offers
    left join result_runs run on run.offer = offers.id
    where offers.id = ${offer}::bigint and offers.advertiser = caller.caller_account`
