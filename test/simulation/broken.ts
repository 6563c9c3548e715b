import { type Sql, sql } from '../../server/platform/sql.ts'

const one = (table: Sql, condition: Sql): Sql =>
  sql`(select id from ${table} where ${condition} order by id desc limit 1)`

/** What is broken on purpose, and the promise by which that is found: a checker that finds nothing proves nothing. */
export const breaks: Readonly<Record<string, readonly [promise: RegExp, statement: Sql]>> = {
  'an entry is lost': [/two sides/, sql`delete from entries where id = ${one(sql`entries`, sql`units > 0`)}`],
  'an entry is changed': [
    /comes to nothing/,
    sql`update entries set units = units + 1 where id = (select max(id) from entries)`,
  ],
  'a balance is planted': [
    /every balance and every hold/,
    sql`update balances set units = units + 1 where (book, owner) in (select book, owner from balances
      where book = 'advertiser.available' limit 1)`,
  ],
  'a transfer is booked twice': [
    /every balance and every hold/,
    sql`insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
      select transfer, book, owner, account, units, balance_after_units, created_at from entries
      where transfer = (select max(transfer) from entries)`,
  ],
  'a hold of nothing is left': [
    /belongs to something that is open/,
    sql`update offer_states set status = 'Archived' where offer = (select max(offer) from offer_states
      where status = 'Active' and remaining > 0)`,
  ],
  'work is paid and not accepted': [
    /paid exactly once/,
    sql`update executions set status = 'Rejected' where id = ${one(sql`executions`, sql`status = 'Accepted'`)}`,
  ],
  'a slot is lost': [
    /slots of an offer/,
    sql`update offer_states set reserved = reserved + 1, total_limit = total_limit + 1
      where offer = (select max(offer) from offer_states where status <> 'Archived')`,
  ],
  'a proof is lost': [
    /has its proofs/,
    sql`delete from execution_proofs where proof = (select max(proof::text)::uuid from execution_proofs)`,
  ],
  'an event is lost': [
    /without a gap|told once/,
    sql`delete from events where id = (select max(id) from events where kind = 'report.submitted')`,
  ],
  'an event has another number': [
    /without a gap/,
    sql`update events set sequence = sequence + 100 where id = (select max(id) from events where sequence is not null)`,
  ],
  'a status jumps': [
    /no move leads/,
    sql`update reservations set status = 'Expired' where id = ${one(sql`reservations`, sql`status = 'Cancelled'`)}`,
  ],
  'a record is gone': [/are gone/, sql`delete from endpoints where id = (select max(id) from endpoints)`],
  'a reservation is gone': [
    /acknowledged|where its reservations/,
    sql`delete from reservations where id = ${one(sql`reservations`, sql`status = 'Expired'`)}`,
  ],
  'a delivery is not one': [
    /were not/,
    sql`update deliveries set event = 999999 where id = (select max(id) from deliveries where status = 'Delivered')`,
  ],
  'a file is lost': [
    /the file of proof/,
    sql`insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, uploaded_at)
    values (gen_random_uuid(), 1, 1, 'pdf', 'a.pdf', 7, 'application/pdf', '', now())`,
  ],
}
