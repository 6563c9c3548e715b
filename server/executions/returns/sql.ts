import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { priceEdition } from '../../catalog/sql-fragments.ts'
import { secretVersionOf } from '../../offers/studies/sql-fragments.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import { editionOf } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import { workOf } from '../sql-fragments.ts'
import type { ReturnRow } from './returns.ts'

/** Reads the caller's own reservation, or the last one that renewed it, with what a return link needs; no row if there is none. */
export const readReturn = (db: Db, by: By, id: Id<'reservation'>) =>
  forCaller<ReturnRow>(db, by)`
    select linked.id as signed_for, reservation.id, reservation.offer, reservation.executor, reservation.kind, reservation.status, reservation.expires_at, reservation.returned,
      reservation.returned_at, reservation.currency, offers.screen_out_units,
      ${secretVersionOf(sql`reservation.offer`)} as secret_version, price.execution_details_schema,
      ${workOf(sql`reservation.id`)} as own_execution
    from reservations linked join reservations reservation on reservation.id = coalesce((
      select id from reservations renewed
      where renewed.executor = linked.executor and renewed.offer = linked.offer and renewed.id > linked.id
        and renewed.began_at = coalesce(linked.began_at, linked.created_at)
      order by id desc limit 1), linked.id)
    join offers on offers.id = reservation.offer
    cross join lateral (${priceEdition(sql`offers.price`, editionOf(sql`reservation`))}) price
    where linked.id = ${id}::bigint and linked.executor = caller.caller_account`
