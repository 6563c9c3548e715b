import { imposeSanction } from '../../../server/accounts/sanctions/actions.ts'
import { sql } from '../../../server/platform/sql.ts'
import { idOf } from '../../../server/values/id.ts'
import { activeOffer, type Person, submittedWork } from '../fixtures.ts'
import type { Market } from '../market.ts'

/** The owner of all the inserted records. */
export type FilledLists = { readonly owner: Person; readonly worker: Person; readonly offer: number }

/**
 * Fills every list of an advertiser and an executor with copies of one real record. Groups of them share their time, so ids must
 * break ties. Inserted directly, without held money: through the API it would take an hour.
 */
export async function fillLists(
  market: Market,
  people: { owner: Person; worker: Person },
  copies: number,
): Promise<FilledLists> {
  const { db } = market.ctx
  const { id: offer } = await activeOffer(market, { advertiser: people.owner, slots: 10 })
  const work = await submittedWork(market, offer, people.worker)
  await copyOffers(market, offer, copies)
  await db.run(sql`
    insert into reservations select copy.*
    from reservations original, generate_series(1, ${copies}::integer) place, lateral jsonb_populate_record(original,
      jsonb_build_object('id', nextval('reservations_id_seq'), 'status', 'Cancelled', 'offer_version', place)) copy
    where original.id = ${work.reservation}::bigint`)
  await db.run(sql`
    insert into executions select copy.*
    from executions original, generate_series(1, ${copies}::integer) place,
      lateral (select submitted_at - place / 3 * interval '1 second' as at) moment,
      lateral jsonb_populate_record(original, jsonb_build_object('id', nextval('executions_id_seq'),
        'reservation', 1000000000 + nextval('executions_id_seq'), 'status', 'Accepted', 'decided_at', moment.at, 'submitted_at', moment.at,
        'review_deadline_at', moment.at + place % 5 * interval '1 day', 'updated_at', moment.at)) copy
    where original.id = ${work.id}::bigint`)
  await db.run(sql`
    insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
    select (select min(transfer) from entries), book, account, account, 1, 1, now()
    from (values ('advertiser.available', ${people.owner.id}::bigint), ('executor.available', ${people.worker.id}::bigint))
      books (book, account), generate_series(1, ${copies}::integer)`)
  await db.run(sql`
    insert into deposits (account, method, status, amount_units, currency, reference, created_at, paid_at, updated_at)
    select ${people.owner.id}::bigint, 'Manual', 'Paid', 1, 'USD', 'crowd ' || place, now(), now(), now()
    from generate_series(1, ${copies}::integer) place`)
  await db.run(sql`analyze`)
  return { ...people, offer }
}

async function copyOffers({ ctx: { db } }: Market, offer: number, copies: number): Promise<void> {
  await db.run(sql`
    with copied as (
      insert into offers select copy.*
      from offers original, generate_series(1, ${copies}::integer) place,
        lateral (select created_at - place / 3 * interval '1 second' as at) moment,
        lateral jsonb_populate_record(original, jsonb_build_object('id', nextval('offers_id_seq'), 'created_at', moment.at,
          'updated_at', moment.at - place % 7 * interval '1 hour', 'activated_at', moment.at, 'external_id', null,
          'title', 'Survey ' || place % 11)) copy
      where original.id = ${offer}::bigint returning id
    )
    insert into offer_states select copy.*
    from copied, offer_states original,
      lateral jsonb_populate_record(original, jsonb_build_object('offer', copied.id, 'pending', 0, 'reserved', 0,
        'remaining', original.total_limit)) copy
    where original.offer = ${offer}::bigint`)
}

/** Inserts endpoints, with many deliveries for the first one; nothing is sent. Returns the first one's id. */
export async function fillEndpoints({ ctx: { db } }: Market, { id: owner }: Person, copies: number): Promise<number> {
  const { first } = await db.one<{ first: number }>(sql`
    with made as (
      insert into endpoints (account, url, kinds, secret, created_at, updated_at)
      select ${owner}::bigint, 'https://receiver.example/' || place, '{task.created}', '', now(), now()
      from generate_series(1, ${copies}::integer) place returning id
    )
    select min(id) as first from made`)
  await db.run(sql`
    with happened as (
      insert into events (kind, account, data, created_at, dispatched_at)
      select 'task.created', ${owner}::bigint, '{}', now(), now() from generate_series(1, ${copies}::integer) returning id
    )
    insert into deliveries (endpoint, account, event, status, attempts, created_at, ended_at)
    select ${first}::bigint, ${owner}::bigint, id, 'Delivered', 1, now(), now() from happened`)
  return first
}

/** Inserts lists of executors, with members in the first one. Returns its id. */
export async function fillExecutorLists(
  { ctx: { db } }: Market,
  { id: owner }: Person,
  copies: number,
): Promise<number> {
  const { first } = await db.one<{ first: number }>(sql`
    with made as (
      insert into executor_lists (advertiser, name, created_at, updated_at)
      select ${owner}::bigint, 'List ' || place, now(), now() from generate_series(1, ${copies}::integer) place returning id
    )
    select min(id) as first from made`)
  await db.run(sql`
    insert into executor_list_members (list, executor, executor_alias, added_at)
    select ${first}::bigint, place, 'ex_' || place, now() from generate_series(1, ${copies}::integer) place`)
  return first
}

/**
 * Inserts qualifications of the owner and of the marketplace, all of which the worker has. Returns the first of each, which many others have
 * too.
 */
export async function fillQualifications(
  { ctx: { db } }: Market,
  { owner, worker }: { readonly owner: Person; readonly worker: Person },
  copies: number,
): Promise<readonly [own: number, ofMarket: number]> {
  const made = async (advertiser: number | null) => {
    const { first } = await db.one<{ first: number }>(sql`
      with made as (
        insert into qualifications (advertiser, name, is_visible, has_score, created_at, updated_at)
        select ${advertiser}::bigint, 'Of a crowd', true, true, now(), now() from generate_series(1, ${copies}::integer) returning id
      ),
      granted as (
        insert into qualification_grants (qualification, executor, executor_alias, score, granted_at)
        select id, ${worker.id}::bigint, case when ${advertiser}::bigint is null then null else 'ex_worker' end, 1, now() from made
      )
      select min(id) as first from made`)
    await db.run(sql`
      insert into qualification_grants (qualification, executor, executor_alias, score, granted_at)
      select ${first}::bigint, 1000000 + place, case when ${advertiser}::bigint is null then null else 'ex_' || place end, 1, now()
      from generate_series(1, ${copies}::integer) place`)
    return first
  }
  return [await made(owner.id), await made(null)]
}

/** Inserts sanctions of the person with their audit log entries. */
export async function fillSanctions({ ctx }: Market, { id }: Person, count: number): Promise<void> {
  const warning = { account: idOf<'account'>(id), kind: 'Warning', code: 'Other', reason: 'Of a crowd' } as const
  for (let made = 0; made < count; made += 1) await imposeSanction(ctx, warning)
}

/** Inserts unread notifications. */
export async function fillNotifications({ ctx: { db } }: Market, { id }: Person, copies: number): Promise<void> {
  await db.run(sql`
    insert into notifications (account, kind, cause, data, is_shown, created_at)
    select ${id}::bigint, 'DepositArrived', 'crowd:' || place, '{"amount": 1, "currency": "USD"}', true, now()
    from generate_series(1, ${copies}::integer) place`)
}

/** Inserts revoked access tokens and API keys, because only a few may be active. */
export async function fillCredentials({ ctx: { db } }: Market, { id }: Person, count: number): Promise<void> {
  await db.run(sql`
    insert into credentials (kind, account, hash, name, created_at, expires_at, revoked_at)
    select kind, ${id}::bigint, sha256((kind || made)::bytea), 'Of a crowd', ${db.now()}, ${db.now()}, ${db.now()}
    from unnest(array['AccessToken', 'ApiKey']) kind, generate_series(1, ${count}::integer) made`)
}

/** Inserts held rejections of an advertiser. */
export async function fillHeld({ ctx: { db } }: Market, { id: owner }: Person, copies: number): Promise<void> {
  await db.run(sql`
    insert into held_rejections (execution, advertiser, cause, reason_code, reason, held_at)
    select id, advertiser, 'Rate', 'Other', 'Not what was asked.', submitted_at from executions
    where advertiser = ${owner}::bigint order by id limit ${copies}::bigint`)
}

/** Inserts paid refunds of an advertiser; no money moves. */
export async function fillRefunds({ ctx: { db } }: Market, { id }: Person, copies: number): Promise<void> {
  await db.run(sql`
    insert into refund_requests (account, deposit, reversal, units, currency, status, requested_at, ended_at, updated_at)
    select ${id}::bigint, 1, 1000000 + copy, 10000, 'USD', 'Paid', now(), now(), now()
    from generate_series(1, ${copies}::integer) copy`)
}

/** Places reports of an advertiser on hold. */
export const fillFraudHolds = ({ ctx: { db } }: Market, { id: owner }: Person, copies: number) =>
  db.run(sql`
    update executions set status = 'Pending', is_sole = false, decided_at = null, fraud_hold_at = submitted_at where id = any(array(
      select id from executions where advertiser = ${owner}::bigint order by id limit ${copies}::bigint))`)

/** Inserts bookings for an advertiser that need a second operator. */
export async function fillBookingRequests({ ctx: { db } }: Market, { id }: Person, copies: number): Promise<void> {
  await db.run(sql`
    insert into booking_requests (kind, account, units, currency, method, reference, status, requested_by, requested_at)
    select 'Deposit', ${id}::bigint, 10000, 'USD', 'Bank', 'copy ' || copy, 'Requested', 1, now()
    from generate_series(1, ${copies}::integer) copy`)
}

/** Inserts changes to operators that need a second operator. */
export async function fillOperatorRequests({ ctx: { db } }: Market, copies: number): Promise<void> {
  await db.run(sql`
    insert into operator_requests (kind, account, add_roles, reason, status, requested_by, requested_at)
    select 'Roles', 1000000 + copy, '{Operator}', 'copy', 'Requested', 1, now()
    from generate_series(1, ${copies}::integer) copy`)
}

/** Adds past values of the fee. */
export const fillMoneyRuleValues = ({ ctx: { db } }: Market, copies: number) =>
  db.run(sql`
    insert into money_rule_values (rule, value_units, holds_from, set_at)
    select 'feePercent', 100000, now(), now() from generate_series(1, ${copies}::integer)`)

/** Gives an operator disputes of other markets, and writes notes on an account. */
export async function fillDesk(
  { ctx: { db } }: Market,
  operator: Person,
  noted: Person,
  copies: number,
): Promise<void> {
  await db.run(sql`
    insert into desk_assignments (subject, subject_id, operator, assigned_by, assigned_at)
    select 'dispute', 1000000 + copy, ${operator.id}, ${operator.id}, now() from generate_series(1, ${copies}::integer) copy`)
  await db.run(sql`
    insert into desk_notes (subject, subject_id, parties, author, text, created_at)
    select 'account', ${noted.id}, array[${noted.id}::bigint], ${operator.id}, 'copy', now() from generate_series(1, ${copies}::integer)`)
}

/** Reports every offer of the market once. */
export const fillOfferReports = ({ ctx: { db } }: Market, { id }: Person) =>
  db.run(sql`
    insert into offer_reports (offer, reporter, code, counts, created_at)
    select id, ${id}::bigint, 'Other', false, ${db.now()} from offers on conflict do nothing`)

/** Gives the executor marks on that many advertisers. */
export const fillAdvertiserMarks = ({ ctx: { db } }: Market, { id }: Pick<Person, 'id'>, count: number) =>
  db.run(sql`
    insert into advertiser_marks (executor, advertiser, mark, offer, offer_title, marked_at)
    select ${id}::bigint, 1000000 + n, 'Blocked', 1, 'A task', ${db.now()} from generate_series(1, ${count}::integer) n`)
