import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { isoText } from '../../platform/clock.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { heldUnits } from '../sql.ts'
import { offerColumns } from '../sql-columns.ts'
import { decisionsMax, type ModeratedOffer } from './moderation.ts'

/** Reads any offer with the facts for moderation; no row if there is none. */
export const readForModeration = (db: Db, by: By, id: Id<'offer'>) =>
  forCaller<ModeratedOffer>(db, by)`
      select ${offerColumns(heldUnits)},
        (select email from accounts where accounts.id = offers.advertiser) as email,
        (select json_build_object('decided', decided, 'accepted', accepted, 'medianReviewSeconds', median_review_seconds,
            'disputesDecided', disputes_decided, 'disputesLost', disputes_lost)
          from advertisers where advertisers.account = offers.advertiser) as record,
        (select json_build_object('code', code, 'names', names, 'offerDetailsSchema', offer_details_schema,
            'executionDetailsSchema', execution_details_schema)
          from prices where prices.id = offers.price) as type_of_work,
        (select coalesce(json_agg(decision order by decision.id desc), '[]') from (
          select id, actor, account, action, reason, ${isoText(sql`created_at`)} as at from audit_log
          where subject = 'task' and subject_id = offers.id order by id desc limit ${decisionsMax}::integer) decision) as decisions
      from offers join offer_states state on state.offer = offers.id
      where offers.id = ${id}::bigint`
