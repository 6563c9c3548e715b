import pg from 'pg'
import { asOwner } from '../../support/database.ts'

/*
 * Row counts for a market seeded directly into its tables. Accounts 1 to 100 are advertisers, those from 1,001 are executors; the
 * executor, offer, reservation and execution with the same number belong together.
 */
type Amount = { readonly offers: number; readonly executors: number; readonly works: number }

/** Sizes after years of use, and after a week. With only some ten rows a scan would be cheaper than an index. */
export const much: Amount = { offers: 8_000, executors: 8_000, works: 20_000 }
export const little: Amount = { offers: 200, executors: 200, works: 500 }

const accounts = ({ executors }: Amount) => `
  insert into accounts (id, email, roles, created_at)
    select id, 'advertiser' || id || '@example.com', '{Advertiser}', now() from generate_series(1, 100) id;
  insert into accounts (id, email, roles, created_at)
    select id, 'executor' || id || '@example.com', '{Executor}', now() from generate_series(1001, 1000 + ${executors}) id;
  insert into credentials (kind, account, hash, roles, scopes, created_at, expires_at)
    select case when id > 1000 then 'AccessToken' else 'ApiKey' end, id, sha256(id::text::bytea), roles, '{reports:read}', now(),
      now() + interval '90 days' from accounts;
  insert into executors (account, birth_date, country, gender, reservations_made, accepted, created_at)
    select id, '1990-01-31', 840, 'Female', 3, 2, now() from accounts where id > 1000;
  insert into advertisers (account, decided, accepted, created_at, refreshed_at)
    select id, 200, 180, now(), now() from accounts where id <= 100;
  insert into balances (book, owner, currency, units, updated_at)
    select case when id > 1000 then 'executor.available' else 'advertiser.available' end, id, 'USD', 1000000, now() from accounts;
  insert into kept_answers (account, request, fingerprint, answer, created_at)
    select id, sha256(id::text::bytea), sha256('same'), 'kept', now() from accounts where id > 1000;
  insert into mails (recipient, subject, body, status, created_at, ended_at)
    select email, 'Webhooks', 'Nothing arrives', 'Sent', now(), now() from accounts;
  insert into request_counts (subject, at, counted, total)
    select encode(hash, 'base64'), now() - place * interval '1 second', 1, 4 - place from credentials, generate_series(1, 3) place;`

/** One withdrawal in ten is open; half of those are approved and not in a payout yet. */
const withdrawn = ({ executors }: Amount) => `
  insert into payouts (id, withdrawals, units, currency, created_at)
    select id, 1, 50000, 'USD', now() - id * interval '1 minute' from generate_series(1, ${executors}) id;
  insert into withdrawals (executor, units, currency, status, method, hint, details, payout, requested_at, approved_at, ended_at,
    updated_at)
    select 1001 + id % ${executors}, 50000, 'USD', case when id % 10 > 0 then 'Paid' when id % 20 = 0 then 'Requested' else 'Processing' end,
      'Bank', '…3000', repeat('x', 150)::bytea, case when id % 10 > 0 then 1 + id % ${executors} end, now(), now(),
      case when id % 10 > 0 then now() end, now()
    from generate_series(1, ${executors} * 2) id where id % 10 > 0 or id <= ${executors};`

/** One offer in ten is over, one in fifty awaits moderation. */
const offered = ({ offers }: Amount) => `
  insert into offers (id, advertiser, external_id, source, price, category, platform, type, title, searchable, source_language,
    reward_units, fee_units, add_on_units, flat_units, currency, reservation_seconds, review_seconds, max_reworks, rework_seconds,
    per_executor_limit, created_at, updated_at, submitted_at, activated_at)
    select made, 1 + made % 100, 'order-' || made, 'GroupB', price.id, platforms.category, price.platform, price.code,
      'Survey ' || made, 'survey ' || made, 'en', 1000 + made, 100, 0, 0, 'USD', 3600, 86400, 2, 86400, 1,
      now() - made * interval '1 minute', now() - made * interval '1 minute', now(),
      case when made % 50 > 0 then now() - made * interval '1 minute' end
    from generate_series(1, ${offers}) made
    join (select *, row_number() over (order by prices.id) as turn from prices) price on price.turn = 1 + made % 5
    join platforms on platforms.id = price.platform;
  insert into offer_states (offer, advertiser, status, total_limit, remaining, accepted, pending, reserved)
    select id, advertiser, case when id % 50 = 0 then 'PendingModeration' when id % 10 = 0 then 'Completed' else 'Active' end,
      20, case when id % 50 = 0 then 20 when id % 10 = 0 then 0 else 16 end, case when id % 10 = 0 and id % 50 > 0 then 20 else 2 end
      - case when id % 50 = 0 then 2 else 0 end, case when id % 10 = 0 then 0 else 1 end, case when id % 10 = 0 then 0 else 1 end
    from offers;
  insert into holds (offer, advertiser, units) select id, advertiser, 10000 from offers;`

/** One reservation in ten is active, and one in ten of those is due; the others were submitted. */
const worked = ({ offers, executors, works }: Amount) => `
  insert into reservations (id, offer, executor, status, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, created_at, expires_at, ended_at)
    select id, 1 + id % ${offers}, 1001 + id % ${executors} , case when id % 10 = 0 and id <= ${executors} then 'Active' else 'Submitted' end,
      1000, 100, 0, 'USD', 86400, 1, now() - interval '1 hour', now() + case when id % 100 = 0 then -1 else 1 end * interval '1 hour',
      case when id % 10 = 0 and id <= ${executors} then null else now() end
    from generate_series(1, ${works}) id;
  insert into executions (id, offer, advertiser, executor, executor_alias, reservation, status, content_hash, details, reward_units,
    fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at, decided_by, decided_at, history,
    created_at, updated_at)
    select id, offer, 1 + offer % 100, executor, 'ex_' || executor, id, case when id % 4 = 0 and id <= ${executors} then 'Pending' else 'Accepted' end,
      sha256(id::text::bytea), '{}', 1000, 100, 0, 'USD', 1, now(), now() - id * interval '1 minute', now() + id * interval '1 minute',
      case when id % 4 = 0 and id <= ${executors} then null else 'Advertiser' end,
      case when id % 4 = 0 and id <= ${executors} then null else now() - id * interval '1 second' end, '[]', now(), now() - id * interval '1 second'
    from reservations where status = 'Submitted';
  insert into disputes (execution, offer, advertiser, executor, status, statement, opened_at, respond_by_at, decide_by_at, outcome,
    resolved_at)
    select id, offer, advertiser, executor, case when id % 200 = 1 then 'Open' else 'Resolved' end, 'It is there.', now(),
      now() + id * interval '1 minute', now() + id * interval '1 minute', case when id % 200 <> 1 then 'Silence' end,
      case when id % 200 <> 1 then now() end
    from executions where id % 20 = 1;
  insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, uploaded_at)
    select lpad(id::text, 32, '0')::uuid, offer, executor, 'jpg', 'page.jpg', 1000, 'image/jpeg', content_hash, now() from executions;
  insert into execution_proofs (proof, execution, offer, position)
    select lpad(id::text, 32, '0')::uuid, id, offer, 1 from executions;
  insert into sightings (proof, execution, executor, sha256, fingerprint)
    select proof, execution, executor, content_hash, hashtextextended(execution::text, 0)
    from execution_proofs join executions on executions.id = execution;
  delete from unexamined where execution % 100 > 0;
  insert into transfers (id, kind, cause, offer, execution, created_at)
    select id, 'Accept', 'execution:' || id || ':accept', offer, id, now() from executions where status = 'Accepted';
  insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
    select id, book, owner, account, units, 1000, now() from executions,
      lateral (values ('executor.available', executor, executor, 1000), ('advertiser.held', offer, advertiser, -1000))
        moved (book, owner, account, units)
    where status = 'Accepted';
  insert into clearings (executor, execution, cause, units, clears_at)
    select executor, id, 'execution:' || id || ':accept', 1000, now() + case when id % 10 = 1 then -1 else 1 end * interval '1 hour'
    from executions where status = 'Accepted';`

const told = () => `
  insert into events (id, kind, account, offer, execution, data, created_at, sequence, body, dispatched_at)
    select id, 'report.submitted', advertiser, offer, id, '{}', now(), id, '{}', now() - interval '1 hour' from executions;
  update events set sequence = null, body = null, dispatched_at = null where id % 50 = 1;
  insert into event_counters select id, 100000 from accounts where id <= 100;
  insert into endpoints (id, account, url, kinds, secret, due_at, created_at, updated_at)
    select id, 1 + id % 100, 'https://receiver.example/' || id, '{report.submitted}', '', case when id % 10 = 0 then now() end, now(), now()
    from generate_series(1, 300) id;
  insert into deliveries (id, endpoint, account, event, status, attempts, due_at, created_at, ended_at)
    select id, 1 + id % 300, account, id, case when id % 100 = 0 then 'Pending' else 'Delivered' end, 1,
      case when id % 100 = 0 then now() end, now(), case when id % 100 > 0 then now() - interval '1 hour' end
    from events where dispatched_at is not null;
  insert into attempts (delivery, endpoint, number, url, request, status_code, duration_ms, started_at)
    select id, endpoint, 1, 'https://receiver.example', '{}', 204, 10, now() from deliveries where status = 'Delivered';`

/** A conversation on every second work, with the same number, and some bulk messages and reports. */
const talked = () => `
  insert into conversations (reservation, offer, advertiser, executor, executor_alias, last_message, last_message_at, messages, advertiser_unread)
    select reservation, offer, advertiser, executor, executor_alias, reservation, now() - reservation * interval '1 minute', 1, (id % 20 = 0)::int
    from executions where id % 2 = 0;
  insert into bulk_messages (id, offer, advertiser, statuses, body, recipients, sent, created_at, ended_at)
    select id, id, 1 + id % 100, '{Accepted}', 'Thank you', '{1}', 1, now() - id * interval '1 hour', now() from generate_series(1, 150) id;
  insert into messages (id, conversation, side, author, body, bulk, sent_at)
    select reservation, reservation, 'Executor', executor, 'It is done', case when reservation <= 150 then reservation end, last_message_at
    from conversations;
  insert into message_reports (message, reporter, code, created_at, outcome, decided_at)
    select reservation, advertiser, 'Spam', now(), case when reservation % 40 > 0 then 'Dismissed' end, case when reservation % 40 > 0 then now() end
    from conversations where reservation % 4 = 0;`

/** For each offer one suite with four items, and one gold item. The first offer has a suite for each work, and each executor had some. */
const withItems = ({ works, executors }: Amount) => `
  insert into suites (id, offer, size, capacity, missing, turn) select id, id, 4, 4, 2, id from offers;
  insert into suites (id, offer, size, capacity, missing, undecided, turn)
    select 100000 + place, 1, 1, 1, case when place % 1000 = 0 then 0 else 2 end, 1, 100000 + place from generate_series(1, ${works}) place;
  insert into items (id, offer, suite, data, status, created_at)
    select offer * 4 + place, offer, id, '{"n": 1}', 'Completed', now() from suites, generate_series(0, 3) place where id = offer;
  insert into items (id, offer, suite, data, status, created_at)
    select id, offer, id, '{"n": 1}', case missing when 0 then 'InProgress' else 'Open' end, now() from suites where id > 100000;
  insert into assignments (suite, executor, offer, reservation, state, turn)
    select id, 1001 + id % ${executors}, offer, id, 'Held', turn from suites;
  insert into suite_shares (offer, executor, passed) select 1, 1000 + id, '{0}' from generate_series(1, ${executors}) id;
  insert into item_counts (offer, completed) select id, 4 from offers;
  insert into gold_given (offer, executor, item, suite, given_turn)
    select offer, executor, id, offer, id from executions;`

// Partitions created ahead stay empty, so autovacuum skips them.
const used = `
  select string_agg(oid::regclass::text, ', ') as tables from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and not (relispartition and pg_relation_size(oid) = 0)`

const drained = `
  update events set sequence = id, body = '{}', dispatched_at = now() where dispatched_at is null;
  update deliveries set status = 'Delivered', due_at = null, ended_at = now() where due_at is not null;`

/** Runs the statements, and analyzes the tables that have rows. */
async function changed(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: asOwner(url) })
  await client.connect()
  try {
    for (const each of statements) await client.query(each)
    const { rows } = await client.query<{ tables: string }>(used)
    await client.query(`vacuum analyze ${rows[0]?.tables}`)
  } finally {
    await client.end()
  }
}

export const seed = (amount: Amount) => (url: string) =>
  changed(
    url,
    [accounts, offered, worked, withdrawn, told, talked, withItems].map((part) => part(amount)),
  )

/** Dispatches and delivers everything, so that the partial indexes of the queues are empty. */
export const drain = (url: string) => changed(url, [drained])
