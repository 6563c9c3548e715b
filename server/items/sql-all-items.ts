import type { Offer } from '../offers/offer.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { spareOf } from '../values/consensus/aggregation.ts'
import type { Id } from '../values/id.ts'
import { missingWithout } from './sql-fragments.ts'
import { endedTurn } from './sql-fragments-answers.ts'
import { countStatuses, setStatusesWhere } from './sql-fragments-statuses.ts'

/*
 * Changes of all items of an offer, which may be a million: by conditions, because arrays of their ids would be searched for each row. They
 * expect a transaction that has locked the slots of the offer.
 */

/** Cancels all items of an offer that still need answers or wait. Suites that miss answers have no others. */
export async function cancelAll(db: Db, offer: Id<'offer'>): Promise<void> {
  const own = sql`offer = ${offer}::bigint`
  await db.flight([
    countStatuses(
      db,
      sql`
        update items set status = 'Cancelled', ended_turn = ${endedTurn} from was where items.${own} and items.id = was.id
        returning items.id, items.offer, items.external_id, was.before, items.status as after`,
      sql`was as (select id, status as before from items where ${own} and status in ('Open', 'Waiting')),`,
    ),
    sql`update suites set size = 0, missing = 0, spare = 0 where ${own} and missing > 0`,
    sql`update suite_shares set open = 0 where ${own} and open > 0`,
    sql`
      update item_counts set missing = 0, open_suites = 0,
        spare = (select coalesce(sum(suites.spare), 0) from suites where ${own} and suites.spare > 0)
      where ${own}`,
    sql`select`,
  ])
}

type Changed = Pick<Offer, 'id' | 'aggregation'>

/**
 * Suites that miss answers get their results again when they have them. Those whose results are not sure yet may ask for as many further answers
 * as make the most in all; null: for none.
 */
const keepToMost = (own: Sql, most: number | null): Sql => sql`
  update suites set to_judge = to_judge or missing > 0,
    spare = case when to_judge and (spare > 0 or missing + undecided > 0)
      then greatest(${most}::integer - fewer - accepted - undecided - missing, 0) else 0 end
  where ${own} and size > 0 and (to_judge or missing > 0)`

/**
 * Changes how many answers every suite of an offer misses, to what this overlap needs. Waiting items go on waiting. Each suite whose missing
 * answers change gets a new turn.
 */
export async function setOverlap(db: Db, { id: offer, aggregation }: Changed, overlap: number): Promise<void> {
  const own = sql`offer = ${offer}::bigint`
  const further = spareOf(overlap, aggregation)
  const missing = missingWithout(sql`0`, sql`${overlap}::smallint`)
  await db.flight([
    sql`
      update suites set size = (select count(*) from items where suite = suites.id and status not in ('Waiting', 'Cancelled'))
      where id = any(array(select distinct suite from items where ${own} and status in ('Waiting', 'Cancelled')))`,
    sql`
      update suites set more = least(more, ${further}::smallint) where ${own} and more > ${further}::smallint`,
    sql`update suites set missing = ${missing}, turn = nextval('suite_turns') where ${own} and missing <> ${missing}`,
    ...(aggregation === null ? [] : [keepToMost(own, aggregation.maxOverlap ?? null)]),
    sql`
      update suite_shares share set open = (
        select count(*) from assignments join suites on suites.id = assignments.suite
        where assignments.offer = ${offer}::bigint and assignments.executor = share.executor and suites.missing > 0)
      where ${own}`,
    sql`
      update item_counts set (missing, open_suites, spare) = (
        select coalesce(sum(suites.missing), 0), count(*) filter (where suites.missing > 0), coalesce(sum(suites.spare), 0)
        from suites where ${own})
      where ${own}`,
    setStatusesWhere(db, sql`suites.offer = ${offer}::bigint and items.offer = ${offer}::bigint`),
    sql`select`,
  ])
}
