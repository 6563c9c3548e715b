import { priceEdition } from '../../server/catalog/sql-fragments.ts'
import { sql } from '../../server/platform/sql.ts'
import { editionOf } from '../../server/reservations/sql-fragments.ts'
import { type Check, itemChecks } from './checks-items.ts'
import { screenOutCost, screenOutEarned, studyChecks } from './checks-studies.ts'

/** Sums the entries per book and owner. */
const sums = sql`select book, owner, sum(units)::bigint as units from entries group by book, owner`

const money: readonly Check[] = [
  [
    'every transfer has two sides and comes to nothing',
    () => sql`select transfer as id, count(*)::integer as sides, sum(units)::bigint as units from entries
      group by transfer having sum(units) <> 0 or count(*) < 2`,
  ],
  [
    'every transfer has entries, and every entry a transfer',
    () => sql`select transfers.id, entries.transfer from transfers full join entries on entries.transfer = transfers.id
      where transfers.id is null or entries.id is null`,
  ],
  [
    'every balance and every hold is what its entries come to',
    () => sql`select book, owner, kept.units as kept, summed.units as summed from (
        select book, owner, units from balances union all select 'advertiser.held', offer, units from holds) kept
      full join (select * from (${sums}) summed where book !~ '^(external|platform.revenue)') summed using (book, owner)
      where coalesce(kept.units, 0) <> coalesce(summed.units, 0)`,
  ],
  [
    'nobody has less than nothing',
    () => sql`select * from (${sums}) summed
      where case when book in ('platform.guarantee', 'external.in') then units > 0 else units < 0 end`,
  ],
  [
    'every entry shows the balance that it made',
    () => sql`select * from (
        select id, book, owner, balance_after_units, sum(units) over (partition by book, owner order by id)::bigint as summed
        from entries) told
      where balance_after_units <> summed`,
  ],
  [
    'what is held for an offer belongs to something that is open',
    () => sql`select offers.id, state.status, coalesce(holds.units, 0) as held, due.units as due
      from offers join offer_states state on state.offer = offers.id left join holds on holds.offer = offers.id,
      lateral (select (
          (select coalesce(sum(reward_units + fee_units + add_on_units), 0) from reservations
            where offer = offers.id and status = 'Active' and kind = 'Work')
          + (select coalesce(sum(case when status in ('Pending', 'ReworkRequested')
              then reward_units + fee_units + add_on_units else kept_units end), 0) from executions where offer = offers.id)
          - state.uncovered * (offers.reward_units + offers.fee_units + offers.add_on_units)
          + case when state.status in ('PendingModeration', 'Active', 'Paused')
              then state.remaining * (offers.reward_units + offers.fee_units + offers.add_on_units)
                + coalesce((screen_out_units + screen_out_fee_units) * (state.screen_out_max - state.screened_out), 0) else 0 end
          + case when state.status = 'PendingModeration' then flat_units else 0 end)::bigint as units) due
      where coalesce(holds.units, 0) <> due.units`,
  ],
  [
    'accepted work is paid exactly once, and other work never',
    () => sql`select executions.id, executions.status, paid.* from executions, lateral (
        select count(distinct transfers.id) as times, coalesce(sum(units) filter (where book ~ '^executor'), 0) as units,
          count(distinct entries.owner) filter (where book ~ '^executor' and owner <> executions.executor) as strangers
        from transfers join entries on entries.transfer = transfers.id
        where transfers.execution = executions.id and transfers.kind in ('Charge', 'Guarantee')) paid
      where (paid.times, paid.units, paid.strangers) is distinct from
        (case executions.status when 'Accepted' then 1 else 0 end,
          case executions.status when 'Accepted' then reward_units else 0 end, 0)`,
  ],
  [
    'an executor has what their work earned, less what was paid out',
    () => sql`select executors.account, had.units as had, earned.units as earned from executors, lateral (
        select coalesce(sum(units), 0) as units from balances where owner = account and book ~ '^executor') had, lateral (
        select (select coalesce(sum(reward_units + bonus_units), 0) from executions
            where executor = account and status = 'Accepted')
          + ${screenOutEarned(sql`executor = account`)}
          - (select coalesce(sum(units), 0) from withdrawals where executor = account and status = 'Paid') as units) earned
      where had.units <> earned.units`,
  ],
  [
    'what is on its way to or from an executor is named',
    () => sql`select executors.account, kept.*, named.* from executors, lateral (
        select coalesce(sum(units) filter (where book = 'executor.withdrawing'), 0) as leaving,
          coalesce(sum(units) filter (where book = 'executor.pending'), 0) as coming
        from balances where owner = account) kept, lateral (
        select (select coalesce(sum(units), 0) from withdrawals
            where executor = account and status in ('Requested', 'Processing')) as requested,
          (select coalesce(sum(units), 0) from clearings where executor = account and cleared_at is null) as uncleared) named
      where kept.leaving <> named.requested or kept.coming <> named.uncleared`,
  ],
  [
    'what an advertiser paid in is free, held, owed, spent or given back',
    () => sql`select advertisers.account, paid_in, free, held, owed, spent, flat, bonuses, screen_outs from advertisers, lateral (
        select (select coalesce(sum(amount_units - refunded_units - charged_back_units), 0) from deposits
            where deposits.account = advertisers.account and paid_at is not null) as paid_in,
          (select coalesce(sum(units), 0) from balances where owner = account and book = 'advertiser.available') as free,
          (select coalesce(sum(units), 0) from balances where owner = account and book = 'platform.guarantee') as owed,
          (select coalesce(sum(units), 0) from holds where advertiser = account) as held,
          (select coalesce(sum(reward_units + fee_units + add_on_units), 0) from executions
            where advertiser = account and status = 'Accepted') as spent,
          (select coalesce(sum(flat_units), 0) from offers where advertiser = account and activated_at is not null) as flat,
          (select coalesce(-sum(units), 0) from entries join transfers on transfers.id = transfer
            where kind = 'Bonus' and book = 'advertiser.available' and entries.account = advertisers.account) as bonuses,
          ${screenOutCost(sql`offers.advertiser = account`)} as screen_outs) it
      where free + held + owed + spent + flat + bonuses + screen_outs <> paid_in`,
  ],
  [
    'bonuses of a report are what was transferred for it',
    () => sql`select executions.id, bonus_units, given.units from executions, lateral (
        select coalesce(sum(units), 0) as units from transfers join entries on entries.transfer = transfers.id
        where transfers.execution = executions.id and kind = 'Bonus' and book ~ '^executor') given
      where bonus_units <> given.units`,
  ],
]

const work: readonly Check[] = [
  [
    'the slots of an offer are where its reservations and its work are',
    () => sql`select state.offer, to_jsonb(state) as kept, to_jsonb(found) as found from offer_states state, lateral (
        select (select count(*) from reservations where offer = state.offer and status = 'Active' and kind = 'Work') as reserved,
          count(*) filter (where status = 'Pending') as pending, count(*) filter (where status = 'ReworkRequested') as rework,
          count(*) filter (where status = 'Accepted') as accepted, count(*) filter (where status = 'Rejected') as rejected,
          count(*) filter (where status = 'Disputed') as disputed, count(*) filter (where status = 'Withdrawn') as withdrawn,
          count(*) filter (where kept_units > 0) as kept
        from executions where offer = state.offer) found
      where (state.reserved, state.pending, state.rework, state.accepted + state.accepted_by_dispute, state.rejected,
          state.disputed, state.withdrawn, state.kept + state.uncovered) is distinct from (found.reserved, found.pending, found.rework,
          found.accepted, found.rejected, found.disputed, found.withdrawn, found.kept)
        or state.reserved + state.pending + state.rework + state.accepted > state.total_limit
        or state.accepted = state.total_limit and state.status in ('Active', 'Paused')`,
  ],
  [
    'a reservation was submitted exactly if there is work for it, and sent-back work has one that lasts',
    () => sql`select reservations.id, reservations.status, work.id as work from reservations left join (
          select reservation, id from executions
          union select revisions.reservation, execution from revisions) work on work.reservation = reservations.id
        where (reservations.status = 'Submitted') <> (work.id is not null)
      union all
      select executions.id, executions.status, rework_reservation from executions left join reservations
        on reservations.id = rework_reservation and reservations.execution = executions.id and reservations.status = 'Active'
      where (executions.status = 'ReworkRequested') <> (reservations.id is not null)`,
  ],
  [
    'a reservation counts against the limit for each executor exactly while its work may be paid, or is',
    () => sql`select reservations.id, reservations.status, is_taken, work.status as work from reservations
      left join (select reservation, id from executions union select reservation, execution from revisions) named
        on named.reservation = reservations.id
      left join executions work on work.id = named.id
      where is_taken <> (reservations.kind = 'Work' and (reservations.status = 'Active' or reservations.status = 'Submitted'
        and work.status in ('Pending', 'ReworkRequested', 'Disputed', 'Accepted')))`,
  ],
  [
    'a rejection waits for an operator exactly while its work says so',
    () => sql`select executions.id, status, flags, held.id as held from executions
      left join held_rejections held on held.execution = executions.id and held.ended_at is null
      where ('OperatorReview' = any(flags)) <> (held.id is not null)`,
  ],
  [
    'work has its proofs, each in one work alone, of the same executor',
    () => sql`select executions.id from executions
        join reservations on reservations.id = executions.reservation join offers on offers.id = executions.offer
        cross join lateral (${priceEdition(sql`offers.price`, editionOf(sql`reservations`))}) price
        where not exists (select from execution_proofs where execution = executions.id)
          and coalesce((price.proofs ->> 'min')::integer, 1) > 0
      union all
      select executions.id from execution_proofs join executions on executions.id = execution
        join proofs on proofs.id = proof where proofs.executor <> executions.executor or proofs.offer <> executions.offer`,
  ],
  [
    'a payment waits for an operator exactly while its dispute says so, and pays what the platform paid',
    () => sql`select disputes.id, disputes.status, payment.status as payment, payment.paid_units, guaranteed.units
      from disputes left join guarantee_payments payment on payment.dispute = disputes.id, lateral (
        select coalesce(-sum(units), 0) as units from transfers join entries on entries.transfer = transfers.id
        where transfers.execution = disputes.execution and book = 'platform.guarantee') guaranteed
      where (disputes.status = 'PaymentPending') <> coalesce(payment.status = 'Waiting', false)
        or payment.id is not null and coalesce(payment.paid_units, 0) <> guaranteed.units
        or disputes.outcome = 'Conceded' and guaranteed.units <> 0`,
  ],
  [
    'a dispute is undecided exactly while its work is disputed',
    () => sql`select executions.id, executions.status, disputes.status as dispute from executions
      left join disputes on disputes.execution = executions.id
      where (executions.status = 'Disputed') <> coalesce(disputes.status <> 'Resolved', false)`,
  ],
  [
    'the record of an executor is what was decided of their work',
    () => sql`select executors.account, executors.accepted, executors.rejected, found.* from executors, lateral (
        select count(*) filter (where status = 'Accepted') as accepted_works,
          count(*) filter (where status in ('Rejected', 'Disputed')) as rejected_works
        from executions where executor = account) found
      where executors.accepted <> accepted_works or executors.rejected <> rejected_works`,
  ],
  [
    'the members of a list are counted',
    () => sql`select lists.id, lists.members, found.members as found from executor_lists lists, lateral (
        select count(*) as members from executor_list_members where list = lists.id) found where lists.members <> found.members`,
  ],
  [
    'the events of an account are numbered without a gap, as long as they are kept',
    (now) => sql`select counters.account, last_sequence, found.* from event_counters counters, lateral (
        select count(*) as events, min(sequence) as first, max(sequence) as last from events
        where events.account = counters.account and sequence is not null
          and dispatched_at > ${now} - interval '30 days') found
      where events > 0 and (last <> last_sequence or last - first + 1 <> events)`,
  ],
  [
    'what happened is told once',
    (now) => sql`select executions.id, executions.status, revision, told.* from executions, lateral (
        select count(*) filter (where kind = 'report.submitted') as submitted,
          count(*) filter (where kind = 'report.accepted') as accepted
        from events where events.account = executions.advertiser and events.execution = executions.id) told
      where created_at > ${now} - interval '20 days'
        and (submitted <> revision or accepted <> case status when 'Accepted' then 1 else 0 end)
      union all
      select offers.id, 'task', 0, told.created, 0 from offers, lateral (
        select count(*) as created from events
        where events.account = offers.advertiser and events.offer = offers.id and kind = 'task.created') told
      where created_at > ${now} - interval '20 days' and told.created <> 1`,
  ],
]

/** Invariants that always hold. */
export const always: readonly Check[] = [...money, ...work, ...itemChecks, ...studyChecks]

/** Invariants once every job has run until nothing was left. */
export const whenSettled: readonly Check[] = [
  [
    'no item waits for its result',
    () => sql`select id, offer from suites where to_judge and missing + undecided = 0 and size > 0`,
  ],
  [
    'no reservation outlives its end',
    (now) => sql`select id, coalesce(held_until, expires_at) as until from reservations
      where status = 'Active' and kind = 'Work' and coalesce(held_until, expires_at) <= ${now}`,
  ],
  [
    'no work waits longer than it may',
    (now) => sql`select id, status, review_deadline_at, rework_deadline_at from executions
      where status = 'Pending' and review_deadline_at <= ${now} and fraud_hold_at is null
        or status = 'ReworkRequested' and rework_deadline_at <= ${now}`,
  ],
  [
    'no dispute is undecided after its time',
    (now) => sql`select id, status, respond_by_at, decide_by_at from disputes
      where status not in ('PaymentPending', 'Resolved') and decide_by_at <= ${now} or status = 'Open' and respond_by_at <= ${now}`,
  ],
  [
    'no money waits longer than it must',
    (now) => sql`select id, clears_at as due from clearings where cleared_at is null and clears_at <= ${now}
      union all
      select id, appeal_deadline_at from executions
      where status = 'Rejected' and kept_units > 0 and appeal_deadline_at <= ${now}
      union all
      select owed.owner, null from balances owed join balances free on free.owner = owed.owner
      where owed.book = 'platform.guarantee' and owed.units < 0 and free.book = 'advertiser.available' and free.units > 0`,
  ],
  [
    'no sanction outlives its end',
    (now) =>
      sql`select id, ends_at from sanctions where status in ('InForce', 'Appealed', 'Upheld') and ends_at <= ${now}`,
  ],
  [
    'every event is told, and every work examined',
    () => sql`select id, kind as what from events where dispatched_at is null
      union all select execution, 'unruled' from unruled
      union all select execution, 'unexamined' from unexamined where leased_until is null`,
  ],
  [
    'nothing that is due stays here',
    (now) => sql`select deliveries.id, deliveries.due_at from deliveries join endpoints on endpoints.id = endpoint
      where deliveries.due_at <= ${now} and endpoints.status = 'Enabled' and coalesce(not_before <= ${now}, true)
        and failing_since is null and (verified_at is not null or is_trial)
        and not exists (select from accounts where id = endpoints.account and suspended_until > ${now})`,
  ],
]
