import { itemCountsOf, offerNames, stateSnapshot } from '../offers/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { isAwaited, recordEvents } from '../platform/database/events.ts'
import { type Sql, sql } from '../platform/sql.ts'

type ReservationEvent =
  | 'reservation.created'
  | 'reservation.expired'
  | 'reservation.cancelled'
  | 'reservation.screenedOut'

/** Records the event of rows of reservations, as they and their offers are now, for advertisers who await it. */
export const recordReservations = (db: Db, kind: ReservationEvent, rows: Sql): Sql => recordEvents(db)`
  select ${kind}::text as kind, offers.advertiser as account, offers.id as offer, null::bigint as execution,
    jsonb_build_object('reservation', to_jsonb(reservation), 'offer', ${offerNames(sql`offers`)}, 'counts', ${stateSnapshot(sql`state`)},
      'itemCounts', ${itemCountsOf}) as data, 1 as rank
  from (
    select id, offer, executor, kind, status, created_at, expires_at, ended_at from ${rows}) reservation
  join offers on offers.id = reservation.offer join offer_states state on state.offer = offers.id
  where ${isAwaited(sql`offers.advertiser`, kind)}`
