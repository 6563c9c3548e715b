import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Execution } from './execution.ts'
import type { Ruled } from './rules.ts'

/** Work that the rules of its offer were not asked about yet, and its place among such work. */
export type Unruled = Ruled &
  Pick<Execution, 'id' | 'offer' | 'executor' | 'status' | 'version'> & { readonly place: number }

/** Work to be ruled on, in the order of submission; what is still looked at for copies waits. */
export const readUnruled = (db: Db, most: number) =>
  db.many<Unruled>(sql`
    select executions.id, executions.offer, executions.executor, executions.status, executions.version, executions.details, executions.flags,
      executions.fraud_hold_at, offers.details as offer_details, offers.auto_accept_rules as rules,
      coalesce(who.accepted, 0) as accepted, coalesce(who.rejected, 0) as rejected, waiting.place
    from (
      select execution, place from unruled
      where not exists (select from unexamined where unexamined.execution = unruled.execution)
      order by place limit ${most}) waiting
    join executions on executions.id = waiting.execution join offers on offers.id = executions.offer
    left join executors who on who.account = executions.executor
    order by waiting.place`)

/** Forgets work that was ruled on; what was submitted again meanwhile stays. */
export const forgetRuled = (db: Db, ruled: readonly Unruled[]) =>
  db.run(sql`
    delete from unruled using unnest(${ruled.map(({ id }) => id)}::bigint[], ${ruled.map(({ place }) => place)}::bigint[])
      as done (execution, place)
    where unruled.execution = done.execution and unruled.place = done.place`)
