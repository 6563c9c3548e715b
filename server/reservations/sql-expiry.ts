import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import { type EndedReservation, endingStatement, withIds } from './sql-ending.ts'
import { dueFirst, isDue } from './sql-fragments.ts'

/** Expires the reservations that are due. Returns only those. */
export const expireReservations = (db: Db, ids: readonly Id<'reservation'>[], money: Money) =>
  db.many<EndedReservation>(endingStatement(db, withIds(ids), isDue(db), 'Expired', money))

/** Expires up to `limit` due reservations, longest overdue first. */
export const expireDue = (db: Db, limit: number, money: Money) =>
  db.many<EndedReservation>(
    endingStatement(
      db,
      sql`select id, offer from reservations where ${isDue(db)} order by ${dueFirst} limit ${limit}`,
      isDue(db),
      'Expired',
      money,
    ),
  )
