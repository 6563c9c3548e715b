import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { GivenAnswer } from './item.ts'

type Work = {
  readonly id: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly reservation: Id<'reservation'>
  readonly answers: readonly GivenAnswer[] | null
}

/**
 * The steps that store the answers of submitted work; none if none of it has items. Work that is submitted again replaces its answers.
 * Expects locked slots.
 */
export function storeAnswers(work: readonly Work[], isAgain: boolean): Sql[] {
  const answered = work.filter(({ answers }) => answers !== null)
  if (answered.length === 0) return []
  const ids = sql`${answered.map(({ id }) => id)}::bigint[]`
  const reservations = sql`${answered.map(({ reservation }) => reservation)}::bigint[]`
  const skipped = sql`(select item, count(*) as skips from answers where execution = any(${ids}) and value is null group by item) skipped`
  return [
    ...(isAgain
      ? [
          sql`update items set skips = greatest(items.skips - skipped.skips, 0) from ${skipped} where items.id = skipped.item`,
          sql`delete from answers where execution = any(${ids})`,
        ]
      : [
          sql`
            update assignments set state = 'Answered', execution = work.id
            from unnest(${ids}, ${reservations}) as work (id, reservation) where assignments.reservation = work.reservation`,
        ]),
    insertAnswers(answered),
    sql`update items set skips = items.skips + skipped.skips from ${skipped} where items.id = skipped.item`,
  ]
}

function insertAnswers(work: readonly Work[]): Sql {
  const rows = work.flatMap(({ id, offer, answers }) =>
    (answers ?? []).map((answer, place) => ({ id, offer, place, ...answer })),
  )
  const jsonOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  return sql`
    insert into answers (item, execution, offer, place, value, skip_reason)
    select * from unnest(${rows.map(({ itemId }) => itemId)}::bigint[], ${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ offer }) => offer)}::bigint[], ${rows.map(({ place }) => place)}::smallint[],
      ${rows.map(({ value }) => jsonOf(value))}::jsonb[], ${rows.map(({ skipped }) => skipped ?? null)}::text[])`
}

/**
 * Selects the suite of a reservation, a row with id and execution. That of a rework is its work's. Executors also finish the items of it that
 * are cancelled meanwhile.
 */
export const suiteOf = (reservation: Sql): Sql => sql`
  coalesce((select suite from assignments where assignments.reservation = ${reservation}.id),
    (select suite from assignments where assignments.execution = ${reservation}.execution))`

/** Selects the items that a row of executions answers, in the order of its answers; null if it has none. */
export const answeredItems = (execution: Sql): Sql => sql`
  case when ${execution}.has_items then (
    select json_agg(json_build_object('itemId', items.id, 'externalId', items.external_id, 'data', items.data) order by answers.place)
    from answers cross join lateral (select id, external_id, data from items where items.id = answers.item limit 1) items
    where answers.execution = ${execution}.id) end`

/** Selects the data of the only item of a reservation (its id); null if it has none or several. */
export const onlyItem = (reservation: Sql): Sql => sql`
  (select case when count(*) = 1 then min(data::text)::json end from items
    where suite = (select suite from assignments where assignments.reservation = ${reservation}))`

/** Selects the items of a reservation, a row named like the table, as an array of ids; null if it has none. */
export const itemsOf = (reservation: Sql): Sql => sql`
  case when ${reservation}.has_items then (
    select coalesce(array_agg(items.id), '{}') from items where items.suite = ${suiteOf(reservation)}) end`
