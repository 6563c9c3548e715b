import type { Db } from '../server/platform/database/db.ts'
import { type Sql, sql } from '../server/platform/sql.ts'
import { type DatasetFacts, firstExecutor, type Reporter } from './dataset-facts.ts'
import { withoutIndexes } from './indexes.ts'
import { shownProof } from './setup.ts'

/** A hundred times the reports means ten times the tasks. */
const tasksOf = (reports: number): number => Math.max(1, Math.round(2 * Math.sqrt(reports)))

const firstTask = 20_000_000
const firstReport = 600_000_000
const between = 50_000_000

/** Additional advertisers, one for each number of reports. */
export const reportersOf = (advertisers: number, reports: readonly number[]): Reporter[] =>
  reports.map((count, index) => ({
    account: advertisers + 1 + index,
    reports: count,
    tasks: tasksOf(count),
    firstTask: firstTask + index * between,
    firstReport: firstReport + index * between,
  }))

/** Seeds an advertiser's tasks with decided and pending reports over a year, with one picture each. */
export async function seedReports(db: Db, facts: DatasetFacts, reporter: Reporter): Promise<void> {
  await db.run(tasks(facts, reporter))
  await withoutIndexes(db, 'executions', () => inParts(db, reporter, (part) => executions(facts, reporter, part)))
  await withoutIndexes(db, 'reservations', () => inParts(db, reporter, () => reservations))
  await withoutIndexes(db, 'proofs', () => inParts(db, reporter, () => proofs))
  await withoutIndexes(db, 'execution_proofs', () => inParts(db, reporter, () => proofsOfExecutions))
  await db.run(states(reporter))
  await db.run(holds(reporter))
}

type Part = { readonly first: number; readonly count: number }
const atOnce = 200_000

async function inParts(db: Db, { reports, firstReport: id }: Reporter, statement: (part: Part) => (rows: Sql) => Sql) {
  for (let first = 0; first < reports; first += atOnce) {
    const part = { first, count: Math.min(atOnce, reports - first) }
    const made = sql`select * from executions where id between ${id + first}::bigint and ${id + first + part.count - 1}::bigint`
    await db.run(statement(part)(made))
  }
}

const yearMs = 347 * 24 * 3_600_000

/** The tasks share their texts with the first offers. */
const tasks = (facts: DatasetFacts, { account, tasks: count, firstTask: first }: Reporter): Sql => sql`
  insert into offers (id, advertiser, external_id, source, price, category, platform, type, title, searchable, description,
    proof_instructions, acceptance_criteria, details, source_language, translations, reward_units, fee_units, add_on_units,
    flat_units, currency, reservation_seconds, review_seconds, max_reworks, rework_seconds, per_executor_limit, created_at,
    updated_at, submitted_at, activated_at)
  select ${first}::bigint + place, ${account}::bigint, 'task-' || place, 'GroupB', price, category, platform, type, title,
    searchable, description, proof_instructions, acceptance_criteria, details, source_language, translations, reward_units,
    fee_units, add_on_units, flat_units, currency, reservation_seconds, review_seconds, max_reworks, rework_seconds,
    per_executor_limit, created, created + interval '5 hours', created, created
  from generate_series(0, ${count}::integer - 1) place
  join offers on offers.id = 1 + place % ${facts.offers}::integer,
  lateral (select date_trunc('milliseconds', to_timestamp((${facts.newestMs}::double precision
    - ${yearMs}::double precision * (1 + place / ${count}::double precision)) / 1000)) as created) times`

const opinion = '{"text":"The post is clear, and says when the shop is open. The map could be larger."}'
const submitted = '{"atUtc":"2026-01-31T12:00:00.000Z","event":"Submitted","revision":1,"actor":"Executor","note":null}'
const decided = '{"atUtc":"2026-01-31T14:00:00.000Z","event":"Accepted","revision":1,"actor":"Advertiser","note":null}'

/**
 * Of 100 executions, 75 are accepted, 15 rejected, the others pending; newest first, distributed over the tasks. The deadlines of
 * pending ones are years away: auto-accepting them would run beside the measurements.
 */
const executions =
  (facts: DatasetFacts, reporter: Reporter, { first, count }: Part) =>
  () =>
    sql`
  insert into executions (id, offer, advertiser, executor, executor_alias, reservation, status, content_hash, details,
    reward_units, fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at,
    decided_by, reason_code, reason, rating, decided_at, history, proofs, created_at, updated_at)
  select ${reporter.firstReport}::bigint + place, task, ${reporter.account}::bigint, ${firstExecutor}::bigint + worker,
    ${aliasOf(reporter, sql`worker`)}, ${reporter.firstReport}::bigint + place,
    status, decode(lpad(place::text, 64, '0'), 'hex'), ${opinion}::jsonb, 5000, 500, 0, 'USD', 1,
    at - interval '20 minutes', at, at + interval '3 days' + case when is_decided then interval '0' else interval '2 years' end,
    case when is_decided then 'Advertiser' end,
    case when status = 'Rejected' then 'ProofMismatch' end, case when status = 'Rejected' then 'Another page than asked.' end,
    case when status = 'Accepted' then 5 end, case when is_decided then at + hours * interval '1 hour' end,
    case when is_decided then ${`[${submitted},${decided}]`}::jsonb else ${`[${submitted}]`}::jsonb end,
    ${shownProof(sql`${reporter.firstReport}::bigint + place`, sql`lpad(place::text, 64, '0')`, sql`at`)}, at,
    case when is_decided then at + hours * interval '1 hour' else at end
  from (
    select place, ${reporter.firstTask}::bigint + place % ${reporter.tasks}::integer as task,
      (place / ${reporter.tasks}::integer + 37 * (place % ${reporter.tasks}::integer)) % ${facts.executors}::integer as worker,
      1 + place::bigint * 31 % 70 as hours, (array['Accepted', 'Rejected', 'Pending'])[
        case when place::bigint * 7919 % 100 < 75 then 1 when place::bigint * 7919 % 100 < 90 then 2 else 3 end] as status,
      place::bigint * 7919 % 100 < 90 as is_decided,
      date_trunc('milliseconds', to_timestamp((${facts.newestMs}::double precision
        - place * ${yearMs / reporter.reports}::double precision) / 1000)) as at
    from generate_series(${first}::integer, ${first + count - 1}::integer) place) placed
  order by place desc`

/** An executor's alias for an advertiser, computed from the executor's number. */
const aliasOf = ({ account }: Reporter, worker: Sql): Sql =>
  sql`'ex_' || lpad(${account}::bigint || 'x' || ${worker}, 20, '0')`
export const aliasAt = ({ account }: Reporter, worker: number): string =>
  `ex_${`${account}x${worker}`.padStart(20, '0')}`

const reservations = (made: Sql): Sql => sql`
  insert into reservations (id, offer, executor, status, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, created_at, expires_at, ended_at)
  select reservation, offer, executor, 'Submitted', reward_units, fee_units, add_on_units, currency, 259200, 1, reserved_at,
    reserved_at + interval '1 hour', submitted_at
  from (${made}) made order by id`

const proofId = sql`lpad(id::text, 32, '0')::uuid`

const proofs = (made: Sql): Sql => sql`
  insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, uploaded_at)
  select ${proofId}, offer, executor, 'jpg', 'page.jpg', 200000, 'image/jpeg', content_hash, reserved_at
  from (${made}) made order by id`

const proofsOfExecutions = (made: Sql): Sql => sql`
  insert into execution_proofs (proof, execution, offer, position) select ${proofId}, id, offer, 1 from (${made}) made order by id`

const free = 1_000

const states = ({ account }: Reporter): Sql => sql`
  insert into offer_states (offer, advertiser, status, total_limit, remaining, pending, accepted, rejected)
  select offers.id, offers.advertiser, 'Active', pending + accepted + ${free}::integer, ${free}::integer, pending, accepted,
    rejected
  from offers join (
    select offer, count(*) filter (where status = 'Pending') as pending, count(*) filter (where status = 'Accepted') as accepted,
      count(*) filter (where status = 'Rejected') as rejected
    from executions where advertiser = ${account}::bigint group by offer) counted on counted.offer = offers.id`

const holds = ({ account }: Reporter): Sql => sql`
  insert into holds (offer, advertiser, units)
  select offers.id, offers.advertiser, (reward_units + fee_units) * (total_limit - accepted)
  from offers join offer_states on offer = offers.id where offers.advertiser = ${account}::bigint`
