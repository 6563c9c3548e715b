import type { Caller } from '../accounts/caller.ts'
import { asCaller } from '../accounts/steps.ts'
import { availableColumns } from '../offers/steps.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { countTaken, isDue, othersActive } from '../reservations/steps.ts'
import type { Id } from '../values/id.ts'
import type { OfferedRow } from './report.ts'

type Found<Row> = Caller & Row & { readonly found: true | null }

/** One offer as an executor sees it, with what they have on it: an Active reservation, their newest execution. */
export const readOffered = (db: Db, by: By, id: Id<'offer'>) =>
  db.many<Found<OfferedRow>>(
    asCaller(
      db,
      by,
      sql`
      select ${availableColumns}, state.total_limit, offers.details, offers.proof_instructions,
        offers.acceptance_criteria, price.offer_details_schema, price.execution_details_schema,
        own.birth_date as own_birth_date, own.country as own_country, own.gender as own_gender,
        held.id as my_reservation, held.expires_at as my_expires_at, work.id as my_execution, work.status as my_status,
        state.remaining = 0 and exists (
          select from reservations where offer = offers.id and ${isDue(db)}) as slot_lapsed,
        taken.taken < offers.per_executor_limit as may_take_more, coalesce(other.active, 0) as others_active
      from offers join offer_states state on state.offer = offers.id join prices price on price.id = offers.price
      left join advertisers repute on repute.account = offers.advertiser
      left join executors own on own.account = caller.caller_account
      left join reservations held on held.executor = caller.caller_account and held.offer = offers.id
        and held.status = 'Active' and held.kind = 'Work' and held.expires_at > ${db.now()}
      left join lateral (
        select id, status from executions where executor = caller.caller_account and offer = offers.id
        order by id desc limit 1) work on true
      left join lateral (${countTaken(db, sql`caller.caller_account`, sql`offers.id`)}) taken on true
      left join lateral (${othersActive(db, sql`caller.caller_account`, sql`offers.id`)}) other on true
      where offers.id = ${id}::bigint`,
    ),
  )
