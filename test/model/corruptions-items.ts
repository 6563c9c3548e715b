import { type Sql, sql } from '../../server/platform/sql.ts'

const suiteWith = (condition: Sql): Sql => sql`(select max(id) from suites where ${condition})`

/** A corruption for each invariant of items, which must detect it. */
export const itemCorruptions: Readonly<Record<string, () => Sql>> = {
  'a suite counts who has it and whose answers were accepted': () => sql`
    update suites set accepted = accepted + 1 where id = ${suiteWith(sql`true`)}`,
  'a suite misses the answers that are wanted and not given': () => sql`
    update suites set missing = missing + 20 where id = ${suiteWith(sql`missing > 0`)}`,
  'an item has at most as many answers as are held for it, and no result waits for nothing': () => sql`
    update suites set more = more + 20, missing = missing + 20 where id = ${suiteWith(sql`missing > 0`)}`,
  'nobody answers an item twice': () => sql`
    insert into answers (item, execution, offer, place, value)
    select answers.item, again.id, answers.offer, 1, '{}' from answers
      join executions once on once.id = answers.execution join executions again on again.executor = once.executor and again.id <> once.id
    limit 1`,
  'items and missing answers of an offer are counted': () => sql`
    update item_counts set open = open + 1 where offer = (select max(offer) from item_counts)`,
  'each answer that is missing or may be asked for has a free slot': () => sql`
    update offer_states set remaining = remaining - 1, total_limit = total_limit - 1 where offer = (
      select max(offer) from item_counts join offer_states state using (offer)
      where state.remaining > 0 and state.remaining = item_counts.missing + item_counts.spare)`,
  'an executor of an offer knows how many open suites they have, and how many slots they skipped': () => sql`
    update suite_shares set open = open + 1 where (offer, executor) in (select offer, executor from suite_shares limit 1)`,
  'no suite is passed over that an executor could get': () => sql`
    update suite_shares set passed = array_fill(9000000000::bigint, array[20]) where (offer, executor) in (
      select shares.offer, shares.executor from suite_shares shares join suites on suites.offer = shares.offer
      where suites.missing > 0 and not exists (
        select from assignments where assignments.suite = suites.id and assignments.executor = shares.executor) limit 1)`,
  'a reservation of an offer with items has a suite until it ends': () => sql`
    delete from assignments where reservation = (
      select max(reservation) from assignments join reservations on reservations.id = reservation
      where status in ('Active', 'Submitted'))`,
  'an assignment says what became of the work': () => sql`
    update assignments set state = 'Withdrawn'
    where state in ('Held', 'Answered') and suite = (select max(suite) from assignments where state in ('Held', 'Answered'))`,
  'a suite counts its items, and its items have its status': () => sql`
    update items set status = 'Completed' where id = (select max(id) from items where status = 'Open' and skips = 0)`,
  'an executor answers the items of a suite that had not ended when they got it': () => sql`
    update items set ended_turn = 1 where id = (select max(item) from answers)`,
  'the work on items has one answer for each of them': () => sql`
    delete from answers where execution = (select max(execution) from answers)`,
  'the accuracy of an executor follows from their first answers to gold items': () => sql`
    insert into executor_accuracy (offer, executor, right_count, answered_count) select offer, executor, 0, 1 from executions limit 1
    on conflict (offer, executor) do update set answered_count = executor_accuracy.answered_count + 1`,
  'gold items are in no suite, and an executor answers each once': () => sql`
    update items set gold_answer = '{}' where id = (select max(id) from items where suite <> 0)`,
}
