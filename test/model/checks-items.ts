import { type Sql, sql } from '../../server/platform/sql.ts'

/** An invariant and the query for its violations, independent of the server's own sums. */
export type Check = readonly [promise: string, wrong: (now: Sql) => Sql]

/** The invariants of items, suites and answers (docs/decisions/0071-items.md). */
export const itemChecks: readonly Check[] = [
  [
    'a suite counts who has it and whose answers were accepted',
    () => sql`select suites.*, counted.* from suites, lateral (
        select count(*) filter (where state = 'Held' or executions.status in ('Pending', 'ReworkRequested')) as undecided,
          count(*) filter (where executions.status = 'Accepted') as accepted
        from assignments left join executions on executions.id = assignments.execution where assignments.suite = suites.id) counted
      where (suites.undecided, suites.accepted) is distinct from (counted.undecided, counted.accepted)`,
  ],
  [
    'a suite misses the answers that are wanted and not given',
    () => sql`select suites.*, overlap from suites join offers on offers.id = suites.offer
      where missing <> case when size > 0 then greatest(overlap + more - fewer - undecided - accepted, 0) else 0 end
        or (fewer <> 0 and not exists (select from assignments where suite = suites.id and state = 'Excluded'))`,
  ],
  [
    'an item has at most as many answers as are held for it, and no result waits for nothing',
    () => sql`select suites.*, aggregation from suites join offers on offers.id = suites.offer
      where (spare > 0 and fewer + undecided + accepted + missing + spare > (aggregation ->> 'maxOverlap')::integer)
        or (spare > 0 and not to_judge) or (aggregation is null and (to_judge or spare + more > 0))
        or overlap + more > greatest((aggregation ->> 'maxOverlap')::integer, overlap)`,
  ],
  [
    'nobody answers an item twice',
    () => sql`select item, executor from answers join executions on executions.id = answers.execution
      group by item, executor having count(*) > 1`,
  ],
  [
    'items and missing answers of an offer are counted',
    () => sql`select offers.id, counts.*, summed.*, waiting.* from offers left join item_counts counts on counts.offer = offers.id, lateral (
        select count(*) filter (where status = 'Open') as open, count(*) filter (where status = 'InProgress') as in_progress,
          count(*) filter (where status = 'Completed') as completed, count(*) filter (where status = 'Waiting') as waiting,
          count(*) filter (where status = 'Cancelled') as cancelled, count(*) filter (where status = 'Gold') as gold from items where items.offer = offers.id) summed, lateral (
        select coalesce(sum(missing), 0) as missing, count(*) filter (where missing > 0) as open_suites, coalesce(sum(spare), 0) as spare
        from suites where suites.offer = offers.id) waiting
      where (coalesce(counts.open, 0), coalesce(counts.in_progress, 0), coalesce(counts.completed, 0), coalesce(counts.waiting, 0),
          coalesce(counts.cancelled, 0), coalesce(counts.gold, 0), coalesce(counts.missing, 0), coalesce(counts.open_suites, 0), coalesce(counts.spare, 0))
        is distinct from (summed.open, summed.in_progress, summed.completed, summed.waiting, summed.cancelled, summed.gold, waiting.missing, waiting.open_suites,
          waiting.spare)`,
  ],
  [
    'each answer that is missing or may be asked for has a free slot',
    () =>
      sql`select state.offer, remaining, missing, spare from offer_states state join item_counts using (offer) where remaining < missing + spare`,
  ],
  [
    'an executor of an offer knows how many open suites they have, and how many slots they skipped',
    () => sql`select shares.*, counted.* from suite_shares shares, lateral (
        select count(*) filter (where suites.missing > 0) as now_open, count(*) filter (where state = 'Skipped') as now_skipped
        from assignments join suites on suites.id = assignments.suite
        where assignments.offer = shares.offer and assignments.executor = shares.executor) counted
      where (shares.open, shares.skipped) <> (now_open, now_skipped)`,
  ],
  [
    'no suite is passed over that an executor could get',
    () => sql`select suites.id, shares.executor from suite_shares shares join suites on suites.offer = shares.offer
      where suites.missing > 0 and suites.turn <= shares.passed[suites.missing]
        and not exists (select from assignments where assignments.suite = suites.id and assignments.executor = shares.executor)`,
  ],
  [
    'a reservation of an offer with items has a suite until it ends',
    () => sql`select reservations.id, assignments.state from reservations
      full join assignments on assignments.reservation = reservations.id
      where (reservations.has_items and reservations.kind = 'Work'
          and (reservations.status in ('Active', 'Submitted') or assignments.state = 'Skipped')) <> (assignments.reservation is not null)
        and (assignments.suite is null or assignments.state <> 'Excluded')
        and (reservations.has_items or assignments.suite is not null)`,
  ],
  [
    'an assignment says what became of the work',
    () => sql`select assignments.*, executions.status, reservations.status from assignments
      left join executions on executions.id = assignments.execution left join reservations on reservations.id = assignments.reservation
      where assignments.state <> case when reservations.id is null then 'Excluded' when reservations.status = 'Active' then 'Held'
        when executions.status in ('Rejected', 'Disputed') then 'Rejected' when executions.status = 'Withdrawn' then 'Withdrawn'
        when executions.id is null and reservations.status = 'Cancelled' then 'Skipped' else 'Answered' end
        or (assignments.state = 'Skipped' and exists (
          select from items where items.suite = assignments.suite and items.status in ('Open', 'InProgress', 'Completed')
            and items.skips < (select count(*) from assignments other where other.suite = items.suite and other.state = 'Skipped')))`,
  ],
  [
    'a suite counts its items, and its items have its status',
    () => sql`select suites.id, suites.size, suites.missing, array_agg(items.status) as statuses from suites left join items on items.suite = suites.id
      group by suites.id having suites.missing + suites.undecided > 0 and suites.size <> count(items.id) filter (where items.status not in ('Waiting', 'Cancelled'))
        or (suites.size = 0 and suites.missing > 0) or suites.size > suites.capacity
        or bool_or(items.status in ('Open', 'InProgress', 'Completed') and items.skips = 0 and items.status <> case
          when suites.missing > 0 then 'Open' when suites.undecided > 0 or (suites.to_judge and items.status = 'InProgress') then 'InProgress' else 'Completed' end)`,
  ],
  [
    'an executor answers the items of a suite that had not ended when they got it',
    () => sql`select items.id, items.status, answered.* from items left join lateral (
        select assignments.execution, assignments.turn, answers.item from assignments
        left join answers on answers.execution = assignments.execution and answers.item = items.id
        where assignments.suite = items.suite and assignments.execution is not null) answered on true
      where (ended_turn is null) <> (status in ('Open', 'InProgress', 'Completed', 'Gold'))
        or (coalesce(ended_turn > turn, true) and execution is not null) <> (item is not null)`,
  ],
  [
    'the accuracy of an executor follows from their first answers to gold items',
    () => sql`select accuracy.*, counted.* from executor_accuracy accuracy full join (
        select offer, executor, count(*) filter (where is_right) as rights, count(is_right) as answers from gold_given
        group by offer, executor) counted using (offer, executor)
      where (coalesce(right_count, 0), coalesce(answered_count, 0)) is distinct from (coalesce(rights, 0), coalesce(answers, 0))`,
  ],
  [
    'gold items are in no suite, and an executor answers each once',
    () => sql`select items.id, answers.execution, gold_given.execution from items
      left join answers on answers.item = items.id left join executions on executions.id = answers.execution
      left join gold_given on gold_given.item = items.id and gold_given.executor = executions.executor
      where (gold_answer is null) <> (items.suite <> 0) or (gold_answer is not null and items.status not in ('Gold', 'Cancelled'))
        or (gold_answer is not null and answers.item is not null and items.status = 'Gold'
          and gold_given.execution is distinct from answers.execution)`,
  ],
  [
    'the work on items has one answer for each of them',
    () => sql`select executions.id, answered.* from executions join assignments on assignments.execution = executions.id, lateral (
        select count(*) as answers, count(*) filter (where items.offer = executions.offer) as own
        from answers join items on items.id = answers.item where answers.execution = executions.id) answered
      where answered.answers = 0 or answered.own <> answered.answers
        or jsonb_array_length(executions.details -> 'answers') <> answered.answers`,
  ],
]
