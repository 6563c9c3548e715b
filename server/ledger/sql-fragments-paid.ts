import { type Sql, sql } from '../platform/sql.ts'
import { levels } from '../values/level.ts'
import type { Money } from '../values/money.ts'

/** The level of an executor (`levelOf` in SQL), from their accepted and rejected work. */
const levelBy = (accepted: Sql, rejected: Sql): Sql => sql`
  (case ${[...levels.entries()].reverse().reduce(
    (cases, [index, level]) => sql`${cases} when ${accepted} >= ${level.accepted}::bigint
      and ${accepted}::float8 / greatest(${accepted} + ${rejected}, 1) >= ${level.rate}::float8 then ${index + 1}::integer`,
    sql``,
  )} else 0 end)`

/** From this level on, earnings are available at once. */
const clearLevel = 2

/**
 * The ledger book that a reward is paid to: pending during clearing, unless the executor (a row of executors) has the level for immediate
 * payment.
 */
export const paidBook = (executor: Sql, { clearingSeconds }: Money): Sql => sql`
  case when ${clearingSeconds}::integer = 0
    or ${levelBy(sql`${executor}.accepted`, sql`${executor}.rejected`)} >= ${clearLevel}::integer
    then 'executor.available' else 'executor.pending' end`
