import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { returnSuites } from './sql-fragments.ts'
import { isGiven } from './sql-fragments-answers.ts'

/**
 * The steps that take back the suites of reservations (an array of ids) whose executors skip all items: they do not get them again. Expects
 * locked slots.
 */
export const skipSuites = (db: Db, reservations: Sql, reason: string): Sql[] => {
  const which = sql`assignments.reservation = any(${reservations})`
  return [
    sql`
      update items set skips = skips + 1
      where suite = any(array(select suite from assignments where ${which})) and status in ('Open', 'InProgress')`,
    sql`
      update suite_shares share set skipped = share.skipped + 1 from assignments
      where ${which} and share.offer = assignments.offer and share.executor = assignments.executor`,
    ...returnSuites(db, { which, state: 'Skipped', skipReason: reason }),
  ]
}

/** Whether the items of a row of `reservations` were skipped as a whole. */
export const isSkipped: Sql = sql`
  (reservations.has_items and coalesce((select state from assignments where assignments.reservation = reservations.id) = 'Skipped', false))`

/** Selects why executors skipped the whole slot of an item (its id), since it was last asked for. */
export const skipReasons = (item: Sql): Sql => sql`
  array(
    select skip_reason from (select suite, status, ended_turn from items asked where asked.id = ${item} limit 1) asked
    cross join lateral (
      select reservation, skip_reason from assignments
      where suite = asked.suite and state = 'Skipped' and ${isGiven(sql`asked`, sql`assignments`)} offset 0) had
    order by reservation)`
