import { type Sql, sql } from '../platform/sql.ts'
import { isQuizOffer } from './sql-fragments-gold.ts'

/**
 * Selects how many suites of an offer, a row named `offers`, are left for an executor, how many slots of it they skipped, whether they
 * ever had a suite, and why they get no more. No row if it has no items. In a quiz, gold items that they have not answered are left.
 */
export const shareOf = (executor: Sql): Sql => sql`
  select coalesce((select case when ${isQuizOffer} then gold else open_suites end from item_counts where item_counts.offer = offers.id), 0)
      - case when ${isQuizOffer} then (
          select count(*)::integer from gold_given given join items on items.id = given.item and items.status = 'Gold'
          where given.offer = offers.id and given.executor = ${executor} and given.execution is not null)
        else coalesce(share.open, 0) end as suites_left,
    coalesce(share.skipped, 0) as slots_skipped, share.open is not null as had_suites, (offers.gold ->> 'perSlot')::integer as gold_per_slot, ${isQuizOffer} as is_quiz,
    case when offers.gold is not null or offers.rules is not null then (
      select json_build_object('cause', cause, 'figures', figures) from executor_stops stop
      where stop.offer = offers.id and stop.executor = ${executor}) end as stop
  from (select) one left join lateral (
    select open, skipped from suite_shares where suite_shares.offer = offers.id and suite_shares.executor = ${executor} limit 1) share on true
  where offers.overlap is not null`

/**
 * Adds to how many open suites executors have: `moved` selects offer, executor, open. The arrays make PostgreSQL find each row by its key;
 * by the join alone it may read every executor of an offer.
 */
export const moveShares = (moved: Sql): Sql => sql`
  with moved as materialized (${moved})
  update suite_shares share set open = share.open + moved.open from moved
  where share.offer = any(array(select offer from moved)) and share.executor = any(array(select executor from moved))
    and share.offer = moved.offer and share.executor = moved.executor and moved.open <> 0`
