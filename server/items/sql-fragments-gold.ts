import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { CheckedAnswer } from './gold.ts'

/* The steps of flights that give gold items and count the answers to them (docs/decisions/0078-gold.md). They expect locked slots. */

type Recipient = {
  readonly id: Id<'reservation'>
  readonly executor: Id<'account'>
  readonly offer: Id<'offer'>
  /** How many gold items each slot of the offer has; null: it has no gold. */
  readonly goldPerSlot: number | null
}

/** Whether all items of each slot of an offer, a row named `offers`, are gold. */
export const isQuizOffer: Sql = sql`coalesce((offers.gold ->> 'perSlot')::integer = offers.items_per_slot, false)`

/** Assigns a suite without items of its own to a reservation of a quiz. */
export const giveEmpty = ({ id, executor, offer }: Recipient): Sql => sql`
  with made as (
    insert into suites (offer, size, capacity, missing, undecided, turn) values (${offer}::bigint, 0, 0, 0, 1, nextval('suite_turns'))
    returning id, turn
  ), known as (
    insert into suite_shares (offer, executor, passed) values (${offer}::bigint, ${executor}::bigint, '{}') on conflict do nothing
  )
  insert into assignments (suite, executor, offer, reservation, state, turn)
  select id, ${executor}::bigint, ${offer}::bigint, ${id}::bigint, 'Held', turn from made`

/**
 * The steps that give gold items to a new reservation with a suite: first the former ones of this executor and suite, then new ones, then
 * others that the executor did not answer. So the same suite shows the same items again, and cancelling uses none up.
 * From where the others are taken follows from the executor and the suite. Ids of items are in random order.
 */
export function giveGold({ id, executor, offer, goldPerSlot }: Recipient): Sql[] {
  const wanted = sql`${goldPerSlot}::integer`
  const own = sql`given.offer = ${offer}::bigint and given.executor = ${executor}::bigint`
  const fresh = (part: Sql) => sql`
    (select items.id from items cross join slot where items.offer = ${offer}::bigint and items.status = 'Gold' and ${part}
        and not exists (select from gold_given given where ${own} and given.item = items.id)
      order by items.id limit ${wanted})`
  const isGold = sql`(select status from items where items.id = given.item) = 'Gold'`
  return [
    sql`
      with slot as materialized (
        select suite, (hashtextextended(suite || ' ' || ${executor}::bigint, 0) & 4503599627370495) + 4503599627370496 as start
        from assignments where reservation = ${id}::bigint
      ), choice as (
        select item, 1 as rank, item as place from gold_given given cross join slot
        where ${own} and given.suite = slot.suite and given.execution is null and ${isGold}
        union all select id, 2, 0 from ${fresh(sql`items.id >= slot.start`)} later
        union all select id, 3, 0 from ${fresh(sql`items.id < slot.start`)} earlier
        union all select item, 4, given_turn from gold_given given cross join slot
        where ${own} and given.suite <> slot.suite and given.execution is null and ${isGold}
      )
      update assignments set gold = array(select item from choice order by rank, place, item limit ${wanted})
      where reservation = ${id}::bigint`,
    sql`
      insert into gold_given (offer, executor, item, suite, given_turn)
      select offer, executor, unnest(gold), suite, nextval('suite_turns') from assignments where reservation = ${id}::bigint
      on conflict (offer, executor, item) do update set suite = excluded.suite, given_turn = excluded.given_turn`,
  ]
}

type Work = {
  readonly id: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  /** Its answers to gold items; null: it was given none. */
  readonly checked: readonly CheckedAnswer[] | null
}

/**
 * The steps that count answers to gold items for the accuracy of their executors, each item once, and stop those whose accuracy is too low
 * then; none if none of the work has gold items. A quiz stops no executor.
 */
export function countGold(db: Db, work: readonly Work[]): Sql[] {
  const rows = work.flatMap(({ checked, ...one }) => (checked ?? []).map((answer) => ({ ...one, ...answer })))
  if (rows.length === 0) return []
  const counted = sql`unnest(${rows.map(({ offer }) => offer)}::bigint[], ${rows.map(({ executor }) => executor)}::bigint[],
    ${rows.map(({ item }) => item)}::bigint[], ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ isRight }) => isRight)}::boolean[])
    as answer (offer, executor, item, execution, is_right)`
  const executors = sql`select distinct offer, executor from ${counted}`
  return [
    sql`
      with answered as (
        update gold_given given set execution = answer.execution, is_right = answer.is_right from ${counted}
        where given.offer = answer.offer and given.executor = answer.executor and given.item = answer.item and given.execution is null
          and (select status from items where items.id = answer.item) = 'Gold'
        returning given.offer, given.executor, given.is_right)
      insert into executor_accuracy as accuracy (offer, executor, right_count, answered_count)
      select offer, executor, count(*) filter (where is_right), count(*) from answered where is_right is not null group by offer, executor
      on conflict (offer, executor) do update
      set right_count = accuracy.right_count + excluded.right_count, answered_count = accuracy.answered_count + excluded.answered_count`,
    sql`
      with stopped as (insert into executor_stops as stops (offer, executor, cause, figures, stopped_at)
      select accuracy.offer, accuracy.executor, 'Accuracy', jsonb_build_object('right', right_count, 'answered', answered_count,
        'minAccuracy', offers.gold -> 'minAccuracy', 'minAnswers', offers.gold -> 'minAnswers', 'isGold', true), ${db.now()}
      from (${executors}) counted cross join lateral (
        select offer, executor, right_count, answered_count from executor_accuracy
        where executor_accuracy.offer = counted.offer and executor_accuracy.executor = counted.executor limit 1) accuracy
      cross join lateral (select gold, items_per_slot from offers where offers.id = counted.offer limit 1) offers
      where answered_count >= (offers.gold ->> 'minAnswers')::integer and not ${isQuizOffer}
        and right_count < (offers.gold ->> 'minAccuracy')::numeric * answered_count
      on conflict (offer, executor) do update
      set cause = excluded.cause, stopped_at = excluded.stopped_at, handled_at = null,
        figures = excluded.figures || jsonb_build_object('before', jsonb_build_object('cause', stops.cause, 'figures', stops.figures))
      where not stops.figures ? 'isGold'
      returning offer, executor, figures - '{minAnswers,isGold,before}'::text[] as figures)
      ${recordDecisions(db)`
        select 'system' as actor, null::bigint as account, 'task.stop_executor' as action, 'task' as subject, offer as subject_id,
          executor as owner, null::text as reason, jsonb_build_object('cause', 'Accuracy') || figures as data from stopped`}`,
  ]
}

/** Selects the known answers of the gold items of a reservation (its id) by item, for rows named `offers`; null if it has none. */
export const knownAnswers = (reservation: Sql): Sql => sql`
  case when offers.gold is not null then (
    select json_object_agg(items.id, items.gold_answer) from assignments cross join lateral (
      select id, gold_answer from items where items.id = any(assignments.gold)) items
    where assignments.reservation = ${reservation}) end`
