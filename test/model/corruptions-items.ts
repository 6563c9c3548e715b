import { type Sql, sql } from '../../server/platform/sql.ts'

const suiteWith = (condition: Sql): Sql => sql`(select max(id) from suites where ${condition})`

/** A corruption for each invariant of items, which must detect it. */
export const itemCorruptions: Readonly<Record<string, () => Sql>> = {
  'a suite counts who has it and whose answers were accepted': () => sql`
    update suites set accepted = accepted + 1 where id = ${suiteWith(sql`undecided > 0`)}`,
  'a suite misses the answers that are wanted and not given': () => sql`
    update suites set missing = missing + 20 where id = ${suiteWith(sql`missing > 0`)}`,
  'nobody answers an item twice': () => sql`
    update executions set executor = other.executor from executions other
    where executions.id = (
        select max(one.execution) from answers one join answers two on two.item = one.item and two.execution < one.execution)
      and other.id = (
        select min(two.execution) from answers two
        where two.item in (select item from answers where answers.execution = executions.id) and two.execution <> executions.id)`,
  'items and missing answers of an offer are counted': () => sql`
    update item_counts set open = open + 1 where offer = (select max(offer) from item_counts)`,
  'each missing answer has a free slot': () => sql`
    update offer_states set remaining = remaining - 1, total_limit = total_limit - 1 where offer = (
      select max(offer) from item_counts join offer_states state using (offer)
      where state.remaining > 0 and state.remaining = item_counts.missing)`,
  'an executor of an offer knows how many open suites they have': () => sql`
    update suite_shares set open = open + 1 where (offer, executor) in (select offer, executor from suite_shares limit 1)`,
  'no suite is passed over that an executor could get': () => sql`
    update suite_shares set passed = array_fill(9000000000::bigint, array[20]) where (offer, executor) in (
      select shares.offer, shares.executor from suite_shares shares join suites on suites.offer = shares.offer
      where suites.missing > 0 and not exists (
        select from assignments where assignments.suite = suites.id and assignments.executor = shares.executor) limit 1)`,
  'a reservation of an offer with items has a suite until it ends': () => sql`
    delete from assignments where reservation = (
      select max(reservation) from assignments join reservations on reservations.id = reservation where status = 'Active')`,
  'an assignment says what became of the work': () => sql`
    update assignments set state = 'Withdrawn' where suite = (select max(suite) from assignments where state in ('Held', 'Answered'))`,
  'a suite counts its items, and its items have its status': () => sql`
    update items set status = 'Completed' where id = (select max(id) from items where status = 'Open' and skips = 0)`,
  'the work on items has one answer for each of them': () => sql`
    delete from answers where execution = (select max(execution) from answers)`,
}
