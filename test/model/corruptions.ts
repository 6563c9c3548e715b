import { type Sql, sql } from '../../server/platform/sql.ts'
import { itemCorruptions } from './corruptions-items.ts'
import { studyCorruptions } from './corruptions-studies.ts'

const one = (table: Sql, condition: Sql): Sql =>
  sql`(select id from ${table} where ${condition} order by id desc limit 1)`

/** The last event, if it is of the last days and of work of the last days: the invariants look no further back. */
const recentEvent = (now: Sql, condition: Sql): Sql =>
  sql`(select max(events.id) from events left join executions on executions.id = execution
    where ${condition} and dispatched_at > ${now} - interval '20 days'
      and (executions.id is null or executions.created_at > ${now} - interval '20 days'))`

/** Statements that corrupt the database, as it is at this time. */
type Corruption = (now: Sql) => Sql

/** Deliberate corruptions, each with the invariant that must detect it: this proves that the checker works. */
export const corruptions: Readonly<Record<string, readonly [promise: RegExp, corrupt: Corruption]>> = {
  'an entry is lost': [/two sides/, () => sql`delete from entries where id = ${one(sql`entries`, sql`units > 0`)}`],
  'an entry is changed': [
    /comes to nothing/,
    () => sql`update entries set units = units + 1 where id = (select max(id) from entries)`,
  ],
  'a balance is planted': [
    /every balance and every hold/,
    () => sql`update balances set units = units + 1 where (book, owner) in (select book, owner from balances
      where book = 'advertiser.available' limit 1)`,
  ],
  'a transfer is booked twice': [
    /every balance and every hold/,
    () => sql`insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
      select transfer, book, owner, account, units, balance_after_units, created_at from entries
      where transfer = (select max(transfer) from entries)`,
  ],
  'a hold of nothing is left': [
    /belongs to something that is open/,
    () => sql`update offer_states set status = 'Archived' where offer = (select max(offer) from offer_states
      where status = 'Active' and remaining > 0)`,
  ],
  'work is paid and not accepted': [
    /paid exactly once/,
    () => sql`update executions set status = 'Rejected' where id = ${one(sql`executions`, sql`status = 'Accepted'`)}`,
  ],
  'a slot is lost': [
    /slots of an offer/,
    () => sql`update offer_states set reserved = reserved + 1, total_limit = total_limit + 1
      where offer = (select max(offer) from offer_states where status <> 'Archived')`,
  ],
  'a proof is lost': [
    /has its proofs/,
    () => sql`delete from execution_proofs where proof = (select max(proof::text)::uuid from execution_proofs)`,
  ],
  'an event is lost': [
    /without a gap|told once/,
    (now) => sql`delete from events where id = ${recentEvent(now, sql`kind = 'report.submitted'`)}`,
  ],
  'an event has another number': [
    /without a gap/,
    (now) => sql`update events set sequence = sequence + 100 where id = ${recentEvent(now, sql`sequence is not null`)}`,
  ],
  'a status jumps': [
    /no move leads/,
    () =>
      sql`update reservations set status = 'Expired' where id = ${one(sql`reservations`, sql`status = 'Cancelled' and not has_items`)}`,
  ],
  'a change is taken back': [
    /that were acknowledged are lost/,
    () => sql`update executions set version = version - 1 where version > 1`,
  ],
  'a record is gone': [/are gone/, () => sql`delete from endpoints where id = (select max(id) from endpoints)`],
  'a reservation is gone': [
    /acknowledged|where its reservations/,
    () => sql`delete from reservations where id = ${one(sql`reservations`, sql`status = 'Expired'`)}`,
  ],
  'a delivery is not one': [
    // If the event changes its partition, the row is inserted anew.
    /were not|no move leads/,
    () =>
      sql`update deliveries set event = 999999 where id = (select max(id) from deliveries where status = 'Delivered')`,
  ],
  'a file is lost': [
    /the file of proof/,
    () => sql`insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, uploaded_at)
    values (gen_random_uuid(), 1, 1, 'pdf', 'a.pdf', 7, 'application/pdf', '', now())`,
  ],
}

const past = sql`'2000-01-01'`
const last = (table: Sql): Sql => one(table, sql`true`)

/** Corruptions that test a single invariant, by its name; in the full check another one would detect them first. */
export const singleCorruptions: Readonly<Record<string, Corruption>> = {
  ...itemCorruptions,
  ...studyCorruptions,
  'every transfer has entries, and every entry a transfer': () => sql`
    insert into transfers (kind, cause, created_at) select kind, 'nothing', created_at from transfers limit 1`,
  'nobody has less than nothing': () => sql`
    update entries set units = -1000000000 where id = ${one(sql`entries`, sql`book = 'executor.available'`)}`,
  'every entry shows the balance that it made': () => sql`
    update entries set balance_after_units = balance_after_units + 1
    where id = ${one(sql`entries`, sql`balance_after_units is not null`)}`,
  'an executor has what their work earned, less what was paid out': () => sql`
    update executions set reward_units = reward_units + 1 where id = ${one(sql`executions`, sql`status = 'Accepted'`)}`,
  'what is on its way to or from an executor is named': () => sql`
    insert into balances (book, owner, currency, units, updated_at)
    select 'executor.withdrawing', owner, currency, 1, updated_at from balances where book = 'executor.available' limit 1
    on conflict (book, owner) do update set units = balances.units + 1`,
  'what an advertiser paid in is free, held, owed, spent or given back': () => sql`
    update deposits set amount_units = amount_units + 1 where id = ${one(sql`deposits`, sql`paid_at is not null`)}`,
  'bonuses of a report are what was transferred for it': () => sql`
    update executions set bonus_units = bonus_units + 1 where id = ${last(sql`executions`)}`,
  'a reservation was submitted exactly if there is work for it, and sent-back work has one that lasts': () => sql`
    update reservations set status = 'Submitted' where id = ${one(sql`reservations`, sql`status in ('Cancelled', 'Expired')`)}`,
  'a reservation counts against the limit for each executor exactly while its work may be paid, or is': () => sql`
    update reservations set is_taken = not is_taken where id = ${last(sql`reservations`)}`,
  'a rejection waits for an operator exactly while its work says so': () => sql`
    update executions set flags = flags || '{OperatorReview}' where id = ${one(sql`executions`, sql`flags = '{}'`)}`,
  'a payment waits for an operator exactly while its dispute says so, and pays what the platform paid': () => sql`
    update disputes set status = 'PaymentPending', outcome = null, resolved_at = null
    where id = ${one(sql`disputes`, sql`status = 'Resolved'`)}`,
  'a dispute is undecided exactly while its work is disputed': () => sql`
    update executions set status = 'Disputed' where id = ${one(sql`executions`, sql`status = 'Accepted'`)}`,
  'the record of an executor is what was decided of their work': () => sql`
    update executors set accepted = accepted + 1 where account = (select max(account) from executors)`,
  'the members of a list are counted': () => sql`
    update executor_lists set members = members + 1 where id = ${last(sql`executor_lists`)}`,
  'what happened is told once': (now) => sql`
    delete from events where id = ${recentEvent(now, sql`kind = 'report.submitted'`)}`,
  'no item waits for its result': () => sql`
    update suites set to_judge = true, size = 1 where id = (select max(id) from suites where missing + undecided = 0)`,
  'no reservation outlives its end': () => sql`
    update reservations set status = 'Active', expires_at = ${past}, held_until = null
    where id = ${one(sql`reservations`, sql`kind = 'Work'`)}`,
  'no work waits longer than it may': () => sql`
    update executions set status = 'Pending', decided_at = null, kept_units = 0, fraud_hold_at = null, review_deadline_at = ${past}
    where id = ${last(sql`executions`)}`,
  'no dispute is undecided after its time': () => sql`
    insert into disputes (execution, offer, advertiser, executor, statement, opened_at, respond_by_at, decide_by_at)
    select id, offer, advertiser, executor, 'It is there.', ${past}, ${past}, ${past} from executions
    where id not in (select execution from disputes) limit 1`,
  'no money waits longer than it must': () => sql`
    insert into clearings (executor, execution, cause, units, clears_at)
    select executor, id, 'nothing', 1, ${past} from executions limit 1`,
  'no sanction outlives its end': () => sql`
    insert into sanctions (account, kind, code, reason, ends_at, created_at, updated_at)
    select account, 'Warning', 'Other', 'It was seen twice.', ${past}, ${past}, ${past} from executors limit 1`,
  'every event is told, and every work examined': () => sql`
    update events set dispatched_at = null where id = ${last(sql`events`)}`,
  'nothing that is due stays here': () => sql`
    with healed as (
      update endpoints set status = 'Enabled', not_before = null, failing_since = null, verified_at = ${past}
      where id = (select endpoint from deliveries limit 1) returning id, account),
    free as (update accounts set suspended_until = null where id in (select account from healed) returning id)
    update deliveries set due_at = ${past} where endpoint in (select id from healed)`,
}
