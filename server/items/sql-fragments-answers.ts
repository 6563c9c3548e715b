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
  return [
    ...(isAgain
      ? [sql`delete from answers where execution = any(${ids})`]
      : [
          sql`
            update assignments set state = 'Answered', execution = work.id
            from unnest(${ids}, ${reservations}) as work (id, reservation) where assignments.reservation = work.reservation`,
        ]),
    insertAnswers(answered),
  ]
}

/** Counts the items that accepted work (an array of ids of executions) skipped. Other work must not set items aside: it costs nothing to submit. */
export const countSkips = (executions: Sql): Sql => sql`
  update items set skips = items.skips + skipped.skips
  from (select item, count(*) as skips from answers where execution = any(${executions}) and value is null group by item) skipped
  where items.id = any(array(select item from answers where execution = any(${executions}) and value is null)) and items.id = skipped.item
    and items.status <> 'Gold'`

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

/** The turn at which an item ends, whose row `was` has its status before: one that waited had ended already. */
export const endedTurn: Sql = sql`coalesce(case was.before when 'Waiting' then items.ended_turn end, nextval('suite_turns'))`

/**
 * Whether an item, a row of items, was given with an assignment of its suite, a row of assignments: items that had ended were not. Live items
 * always were: a version before `ended_turn` asked for them again without clearing it.
 */
export const isGiven = (item: Sql, assignment: Sql): Sql => sql`
  (${item}.status not in ('Waiting', 'Cancelled') or ${item}.ended_turn is null or ${item}.ended_turn > coalesce(${assignment}.turn, 0))`

/**
 * Selects the id and data of the items that were given with a reservation: its id, and its execution if it is for a rework. Executors also
 * finish those that end meanwhile. `offset 0` makes PostgreSQL begin with the suite. Without gold, its part of the union reads nothing.
 */
export const givenItems = (reservation: Sql, execution: Sql): Sql => sql`
  select items.id, items.data from (
    select suite, turn, gold from assignments where assignments.reservation = ${reservation}
    union all select suite, turn, gold from assignments where assignments.execution = ${execution}) given
  cross join lateral (
    (select id, data from items where suite = given.suite and ${isGiven(sql`items`, sql`given`)} offset 0)
    union all select id, data from items where id = any(given.gold)) items`

/** Selects the items that a row of executions answers, in the order of its answers; null if it has none. */
export const answeredItems = (execution: Sql): Sql => sql`
  case when ${execution}.has_items then (
    select json_agg(json_build_object('itemId', items.id, 'externalId', items.external_id, 'data', items.data,
      'goldAnswer', items.gold_answer, 'isRight', known.is_right) order by answers.place)
    from answers cross join lateral (select id, external_id, data, gold_answer from items where items.id = answers.item limit 1) items
    left join lateral (
      select is_right from gold_given where items.gold_answer is not null and gold_given.offer = ${execution}.offer
        and gold_given.executor = ${execution}.executor and gold_given.item = items.id and gold_given.execution = ${execution}.id limit 1)
      known on true
    where answers.execution = ${execution}.id) end`

/** Selects the data of the only item of a reservation (its id); null if it has none or several. */
export const onlyItem = (reservation: Sql): Sql => sql`
  (select case when count(*) = 1 then min(data::text)::json end from (${givenItems(reservation, sql`null::bigint`)}) items)`

/** Selects the items of a reservation, a row named like the table, as an array of ids; null if it has none. In the order of ids: gold items would be last otherwise, and errors show it. */
export const itemsOf = (reservation: Sql): Sql => sql`
  case when ${reservation}.has_items then (
    select coalesce(array_agg(id order by id), '{}') from (${givenItems(sql`${reservation}.id`, sql`${reservation}.execution`)}) items) end`
