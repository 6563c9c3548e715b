import { lockExecutors } from '../../accounts/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Reservation } from '../reservation.ts'
import { endingSteps } from '../sql-ending.ts'
import { reservationColumns } from '../sql-fragments.ts'

export type ScreenOutFacts = Reservation & {
  readonly now: Date
  readonly endedAt: Date | null
  /** What the offer pays for being screened out; null: nothing. */
  readonly screenOutUnits: Units | null
}

/** Reads a reservation, and what its offer pays for being screened out. */
export const readToScreenOut = (db: Db, id: Id<'reservation'>) =>
  db.maybe<ScreenOutFacts>(sql`
    select ${reservationColumns}, ended_at, (select screen_out_units from offers where offers.id = offer) as screen_out_units,
      ${db.now()} as now
    from reservations where id = ${id}::bigint`)

type ScreenOut = Pick<ScreenOutFacts, 'id' | 'hasItems' | 'screenOutUnits'>

/** Ends a running reservation and pays for it, if its offer pays for that; refused if it has ended, or its study has reported something else. */
export const writeScreenOut = (db: Db, { id, hasItems, screenOutUnits }: ScreenOut, money: Money) => {
  const isPaid = screenOutUnits !== null
  const when = sql`expires_at > ${db.now()} and returned is null`
  return db.flight<{ endedAt: Date }>([
    // Their level decides the book that the postings name.
    lockExecutors(sql`array(select executor from reservations where id = ${id}::bigint)`),
    ...endingSteps(db, { ids: [id], status: 'ScreenedOut', when, money, hasItems, isPaid }),
    recordDecisions(db)`
      select 'executor' as actor, executor as account, 'reservation.screen_out' as action, 'reservation' as subject,
        reservations.id as subject_id, executor as owner, null::text as reason,
        jsonb_build_object('taskId', offer, 'units', coalesce(offers.screen_out_units, 0),
          'feeUnits', coalesce(offers.screen_out_fee_units, 0)) as data
      from reservations join offers on offers.id = reservations.offer where reservations.id = ${id}::bigint`,
    sql`select ended_at from reservations where id = ${id}::bigint`,
  ])
}
