import type { Db } from '../server/platform/database/db.ts'
import { type Sql, sql } from '../server/platform/sql.ts'
import {
  type DatasetFacts,
  firstExecution,
  firstExecutor,
  firstReservation,
  hotOffer,
  workedEach,
  workedOffers,
} from './dataset-facts.ts'

/** The records that a measurement uses up: free executors, reservations, executions to review, or items of the hot offer. */
export type Setup = 'free' | 'reserved' | 'pending' | 'items'

const slots = 1_000
const hotSlots = 1_000_000
const fundsUnits = 1_000_000_000n

const used = sql`
  executors, offer_states, holds, balances, transfers, entries, clearings, reservations, executions, execution_proofs, named_bonuses,
  proofs, events, suites, items, assignments, suite_shares, item_counts`

/** Resets the states of offers and executors, with nothing to use up. */
export const setStates = (db: Db, facts: DatasetFacts): Promise<void> => setUp(db, facts, 'free', 0)

/**
 * Rewrites everything that measurements change, so that each starts with the same tables. The first executors have one accepted
 * execution each in the past; the first `places` of them also have the records of `setup`.
 */
export async function setUp(db: Db, facts: DatasetFacts, setup: Setup, places: number): Promise<void> {
  await db.run(sql`truncate ${used}`)
  await db.run(sql`delete from offers where id > ${hotOffer(facts)}::bigint`)
  // Not at the end: after a checkpoint each page is logged in full once, which would dominate a short measurement.
  await db.run(sql`checkpoint`)
  const isFree = setup === 'free' || setup === 'items'
  const now = isFree ? 0 : places
  await Promise.all([
    db.run(executors(db, facts)),
    db.run(states(facts, setup, now)).then(() => db.run(holds)),
    db.run(balances(db)),
    addWork(db, past(facts), 'Accepted'),
    isFree ? undefined : addWork(db, present(facts, now), setup === 'pending' ? 'Pending' : undefined),
  ])
  await setItems(db, facts, setup === 'items')
  await db.run(sql`vacuum analyze ${used}`)
}

const overlap = 3

/** Makes the hot offer one with items, as many answers as it has slots; or one without. */
async function setItems(db: Db, facts: DatasetFacts, has: boolean): Promise<void> {
  const offer = hotOffer(facts)
  const count = Math.floor(hotSlots / overlap)
  await db.run(sql`
    update offers set overlap = ${has ? overlap : null}::integer, items_per_slot = ${has ? 1 : null}::integer,
      skips_max = ${has ? 0 : null}::integer, per_executor_limit = ${has ? 1_000 : 1}::integer
    where id = ${offer}::bigint and (overlap is not null) <> ${has}::boolean`)
  if (!has) return
  await db.run(sql`
    insert into suites (id, offer, size, capacity, missing, turn)
    select place, ${offer}::bigint, 1, 1, ${overlap}::integer, nextval('suite_turns') from generate_series(1, ${count}::integer) place`)
  await db.run(sql`
    insert into items (offer, suite, data, created_at)
    select ${offer}::bigint, place, jsonb_build_object('picture', 'https://pictures.example.com/' || place || '.jpg'), ${db.now()}
    from generate_series(1, ${count}::integer) place`)
  await db.run(sql`
    insert into item_counts (offer, open, open_suites, missing)
    values (${offer}::bigint, ${count}::integer, ${count}::integer, ${count * overlap}::integer)`)
}

/** Adds a reservation and a proof for each index, and an execution if it was submitted. */
async function addWork(db: Db, places: Sql, execution?: 'Accepted' | 'Pending'): Promise<void> {
  await db.run(reservations(db, places, execution ? 'Submitted' : 'Active'))
  if (execution) await db.run(executions(db, places, execution))
  await db.run(proofs(db, places, execution !== undefined))
}

/** Rows of the ids that belong to an index. Past and present executions use different offers. */
const rows = (facts: DatasetFacts, count: number, back: number): Sql => sql`
  select place, account, place - ${back}::bigint as proof, ${firstReservation - back}::bigint + place as reservation,
    ${firstExecution - back}::bigint + place as execution, offers.*
  from (select place, ${firstExecutor}::bigint + place as account,
      1 + ${back === 0 ? 0 : 1}::bigint + ${workedEach}::bigint * (place % ${workedOffers(facts)}::bigint) as wanted
    from generate_series(0, ${count}::integer - 1) place) placed join offers on offers.id = wanted`

const present = (facts: DatasetFacts, count: number): Sql => rows(facts, count, 0)
const pastBack = 100_000_000
const pastMost = 10_000
const past = (facts: DatasetFacts): Sql => rows(facts, Math.min(facts.executors, pastMost), pastBack)

/** The number of earlier reservations of every executor. */
export const reservedBefore = 1

const executors = (db: Db, facts: DatasetFacts): Sql => sql`
  insert into executors (account, birth_date, country, gender, languages, reservations_made, accepted, created_at)
  select ${firstExecutor}::bigint + place, '1990-01-31', 840, 'Female', '{en}',
    ${reservedBefore}::bigint, 1, ${db.now()}
  from generate_series(0, ${facts.executors}::integer - 1) place`

const states = (facts: DatasetFacts, setup: Setup, now: number): Sql => sql`
  insert into offer_states (offer, advertiser, status, total_limit, remaining, reserved, pending, accepted)
  select id, advertiser, 'Active', most, most - taken - accepted, ${setup === 'reserved' ? sql`taken` : sql`0`},
    ${setup === 'pending' ? sql`taken` : sql`0`}, accepted
  from (
    select offers.id, offers.advertiser, coalesce(present.count, 0) as taken, coalesce(past.count, 0) as accepted,
      case when offers.id = ${hotOffer(facts)}::bigint then ${hotSlots}::integer else ${slots}::integer end as most
    from offers
    left join (select id, count(*) from (${present(facts, now)}) rows group by id) present on present.id = offers.id
    left join (select id, count(*) from (${past(facts)}) rows group by id) past on past.id = offers.id
  ) counted order by id`

const holds = sql`
  insert into holds (offer, advertiser, units)
  select offers.id, offers.advertiser, (reward_units + fee_units) * (total_limit - accepted)
  from offers join offer_states on offer = offers.id order by offers.id`

const balances = (db: Db): Sql => sql`
  insert into balances (book, owner, currency, units, updated_at)
  select case when 'Executor' = any(roles) then 'executor.available' else 'advertiser.available' end, id, 'USD',
    ${fundsUnits}::bigint, ${db.now()}
  from accounts order by id`

const reservations = (db: Db, given: Sql, status: string): Sql => sql`
  insert into reservations (id, offer, executor, status, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, created_at, expires_at, ended_at)
  select reservation, id, account, ${status}::text, reward_units, fee_units, 0, currency, review_seconds, 1, ${db.now()},
    ${db.now()} + interval '1 hour', case ${status}::text when 'Active' then null else ${db.now()} end
  from (${given}) given order by place`

const history = '[{"atUtc":"2026-01-31T12:00:00.000Z","event":"Submitted","revision":1,"actor":"Executor","note":null}]'
const opinion = '{"text":"The post is clear, and says when the shop is open. The map could be larger."}'

/** The picture of an execution as reports return it. */
export const shownProof = (number: Sql, sha256: Sql, uploadedAt: Sql): Sql => sql`
  jsonb_build_array(jsonb_build_object('id', lpad((${number})::text, 32, '0')::uuid, 'extension', 'jpg',
    'fileName', 'page.jpg', 'size', 200000, 'contentType', 'image/jpeg', 'sha256', ${sha256}, 'uploadedAt', ${uploadedAt}))`

const executions = (db: Db, given: Sql, status: string): Sql => sql`
  insert into executions (id, offer, advertiser, executor, executor_alias, reservation, status, content_hash, details,
    reward_units, fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at,
    decided_by, decided_at, history, proofs, created_at, updated_at)
  select execution, id, advertiser, account, 'ex_' || lpad(account::text, 20, '0'), reservation, ${status}::text,
    decode(lpad(place::text, 64, '0'), 'hex'), ${opinion}::jsonb, reward_units, fee_units, 0, currency, 1, ${db.now()},
    ${db.now()}, ${db.now()} + interval '3 days', case ${status}::text when 'Accepted' then 'Advertiser' end,
    case ${status}::text when 'Accepted' then ${db.now()} end, ${history}::jsonb,
    ${shownProof(sql`abs(proof)`, sql`lpad(place::text, 64, '0')`, db.now())}, ${db.now()}, ${db.now()}
  from (${given}) given order by place`

/** One picture per index; its execution refers to it, if there is one. */
const proofs = (db: Db, given: Sql, used: boolean): Sql => sql`
  with proof as (
    insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, uploaded_at)
    select lpad(abs(proof)::text, 32, '0')::uuid, id, account, 'jpg', 'page.jpg', 200000, 'image/jpeg',
      decode(lpad(place::text, 64, '0'), 'hex'), ${db.now()}
    from (${given}) given order by place
    returning id)
  insert into execution_proofs (proof, execution, offer, position)
  select lpad(abs(proof)::text, 32, '0')::uuid, execution, id, 1 from (${given}) given where ${used}::boolean order by place`
